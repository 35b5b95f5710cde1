"""How a relation is worded: what a body's value goes by, and how that stands in or beside its statement."""

from __future__ import annotations

from collections.abc import Mapping

# {kn} is "two launches", or "two" behind a statement that has named them; {W} counted things, {F} a figure;
# {A}, {B}, {C} are outcomes, {S} conditions.
BODIES: Mapping[str, tuple[str, ...]] = {
    "per up": (
        "{kn} for every {c} {W} beyond the first {o}, a part of {c} counting in full",
        "{kn} to each {c} {W} after the first {o}, any remainder earning as much again",
        "{kn} per {c} {W} or part of that number, the first {o} being left out",
        "{kn} for each begun lot of {c} {W}, once {o} are set aside",
    ),
    "per full": (
        "{kn} for every full {c} {W} beyond the first {o}",
        "{kn} to each complete {c} {W} after the first {o}, a remainder earning nothing",
        "{kn} per {c} {W}, the first {o} being left out and an incomplete lot ignored",
        "{kn} for each finished lot of {c} {W}, once {o} are set aside",
    ),
    "larger up": (
        "{kn} for every {c} or part of {c} beyond the first {o}, counting {W} or {W2}, whichever are more",
        "{kn} per begun {c} after the first {o}, going by {W} or by {W2}, as the one or the other lead",
    ),
    "larger full": (
        "{kn} for every full {c} beyond the first {o}, counting {W} or {W2}, whichever are more",
        "{kn} per complete {c} after the first {o}, going by {W} or by {W2}, as the one or the other lead",
    ),
    "threshold": (
        "{A} while {F} {is_below} {t} and {B} from there on",
        "{B} once {F} reaches {t} and {A} until then",
        "{A} where {F} {is_below} {t} and {B} elsewhere",
        "{B} if {F} {is_least} and {A} if not",
    ),
    "band": (
        "{A} while {F} {is_below} {t}, {B} from there up to {t2} and {C} from {t2} on",
        "{C} once {F} reaches {t2}, {B} from {t} up to that point and {A} failing both",
        "{A} if {F} {is_below} {t}, {B} if it {is_below} {t2} and {C} if neither",
    ),
    "table": (
        "{A} if {S} and {B} if not",
        "{A} so long as {S} and otherwise {B}",
        "{A} where {S} but {B} in any other case",
        "{B} unless {S}, in which case {A}",
    ),
    "both": (
        "{A} only if {S} and {S2}, and {B} in any other case",
        "{A} where {S} and also {S2}, but {B} where either fails",
        "{B} unless {S} and {S2} as well, in which case {A}",
    ),
    "either": (
        "{A} if {S} or {S2}, and {B} if neither is so",
        "{A} where {S}, and likewise where {S2}, but {B} where neither is the case",
        "{B} unless {S} or {S2}, when it is {A}",
    ),
}

# A statement with its own relation: {core} is what it says.
INSIDE: Mapping[str, tuple[str, ...]] = {
    "number": (
        "{core}, the rule being {body}",
        "{core}; its terms are {body}",
        "{core}, under an arrangement of {body}",
        "{core} on the footing of {body}",
        "{core}, the agreed terms being {body}",
        "{core}; the statutes provide for {body}",
        "{core}, as laid down in its by-laws: {body}",
        "{core}, since it was promised {body}",
        "{core}, the regional code granting it {body}",
        "{core}, and its contract stipulates {body}",
    ),
    "class": (
        "{core}, the rule being {body}",
        "{core}; its terms are {body}",
        "{core}, on this footing: {body}",
        "{core}; by statute it is {body}",
        "{core}, as laid down in its by-laws: {body}",
        "{core}, by a standing order that reads: {body}",
        "{core}; the regional code says {body}",
        "{core}, as its contract has it: {body}",
        "{core}, and this is the agreement: {body}",
        "{core}, for it goes by one test: {body}",
    ),
}
# A relation in a unit of its own, and what a second one is joined by.
APART: Mapping[str, tuple[str, ...]] = {
    "number": (
        "{E} goes by these terms: {body}",
        "{E} is due {body}",
        "{E} is assigned {body}",
        "{E} is entitled by the regional code to {body}",
        "{E} has a standing order for {body}",
    ),
    "class": (
        "{E} goes by these terms: {body}",
        "{E} has this standing order: {body}",
        "{E} is held to the following by the regional code: {body}",
        "{E} has agreed to this: {body}",
        "{E} goes by one test: {body}",
    ),
}
AND = "; for {E} the terms are {body}"

RANKS = (
    "{E} places {P} {x} by number of {pn}, beside {others}",
    "{E} lists {P} {x} for {pn}, in a table that also has {others}",
    "{E} has {P} {x} in its order of {pn}, next to {others}",
)
NUMBER_CORES = (
    "{E} {v} {x} {n}",
    "{E} at present {v} {x} {n}",
    "{E} reports {x} {n}",
    "{E} puts its {n} at {x}",
    "{E} has {x} {n}",
    "{E} gives {x} as the number of its {n}",
)
CLASS_CORES = ("{E} {p}", "{E} at present {p}", "{E} currently {p}", "{E} now {p}")

COUNTED = (
    "{n} of {P}",
    "{n} that {P} {v}",
    "{o} {w} by {P}",
    "{o} of {D}",
    "{n} {w} by {D}",
    "{o} that {D} {v}",
)
SOURCE_COUNTED = (
    "{n} in the entry on {T}",
    "{n} given for {T}",
    "{n} recorded in the article on {T}",
)
SOURCE_FIGURES = (
    "the {named} in the entry on {T}",
    "the {named} given in the article on {T}",
    "the {named} that the entry on {T} records",
)
