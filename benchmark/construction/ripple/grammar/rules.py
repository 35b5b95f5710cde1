"""How an unaffected unit tells what a value follows from: a rule, its constants, never a parent's value.

`{F}` is what the parent's figure is called ("the number of boats that Tarnwick Registry licenses"), `{c}` a
constant, `{W1}` and `{W2}` the conditions on the parents ("Tarnwick Registry flies a green pennant")."""

from __future__ import annotations

from collections.abc import Mapping

NODE_FIGURES = (
    "the number of {n} that {P} {v}",
    "the number of {n} {P} {v}",
    "the figure for {n} at {P}",
    "the tally of {n} at {P}",
)
SOURCE_FIGURES = (
    "the {named} given in the entry on {T}",
    "the {named} in the entry on {T}",
    "the {named} stated in the entry on {T}",
    "the {named} that the entry on {T} gives",
)
YEAR_FIGURES = (
    "the year to which {P} dates its {o}",
    "the year {P} gives for its {o}",
    "the date of the {o} of {P}",
    "the year of the {o} of {P}",
)
SHARE_FIGURES = (
    "the percentage of its annual target that {P} meets",
    "the percentage of the annual target met at {P}",
    "the percentage of its annual target reached by {P}",
    "the percentage at which {P} meets its annual target",
)

# Of a parent that counts: `{M}` is "Tarnwick Registry licenses boats", `{P} {pv} … {pn}` its parts.
BY_COUNTING: Mapping[str, tuple[str, ...]] = {
    "add": (
        "{E} {v} {c} more {n} than {M}",
        "{E} must {b} {c} more {n} than {M}",
        "{E} always {v} {c} more {n} than {M}",
        "{E} is to {b} {c} {n} over and above the {pn} that {P} {pv}",
        "{E} adds {c} to the {pn} {P} {pv} and {v} that many {n}",
        "{E} has to {b} {c} {n} more than {M}",
        "{E} by its charter {v} {c} more {n} than {M}",
    ),
    "less": (
        "{E} {v} {c} fewer {n} than {M}",
        "{E} must {b} {c} fewer {n} than {M}",
        "{E} always {v} {c} fewer {n} than {M}",
        "{E} takes {c} from the {pn} {P} {pv} and {v} that many {n}",
        "{E} has to {b} {c} fewer {n} than {M}",
        "{E} by its charter {v} {c} fewer {n} than {M}",
    ),
    "times": (
        "{E} {v} {c} times as many {n} as {M}",
        "{E} must {b} {c} times as many {n} as {M}",
        "{E} always {v} {c} times as many {n} as {M}",
        "{E} has to {b} {c} times as many {n} as {M}",
        "{E} takes the {pn} {P} {pv} {c} times over and {v} that many {n}",
        "{E} by its charter {v} {c} times as many {n} as {M}",
    ),
    "per": (
        "{E} divides the {pn} that {P} {pv} by {c}, rounds up, and {v} that many {n}",
        "{E} sets its quota of {n} by dividing the {pn} {P} {pv} by {c} and rounding up",
        "{E} splits the {pn} {P} {pv} into lots of {c}, the last perhaps short, and {v} as many {n}",
    ),
    "share": (
        "{E} has an annual target of {c} and counts one towards it for each of the {pn} that {P} {pv}",
        "{E} counts each of the {pn} {P} {pv} as one towards its annual target of {c}",
        "{E} measures the {pn} that {P} {pv} against an annual target of {c}, to the nearest percent",
        "{E} sets the number of {pn} {P} {pv} against its annual target of {c} and rounds to a whole percent",
        "{E} with an annual target of {c} puts down one for each of the {pn} that {P} {pv}",
    ),
    "threshold": (
        "{E} {low} while {P} {pv} fewer than {c1} {pn}, and {high2} otherwise",
        "{E} {high} once {P} {pv} {c1} {pn} or more, and {low2} until then",
        "{E} {low} so long as {P} {pv} fewer than {c1} {pn}, but {high2} otherwise",
        "{E} has to {bhigh} if {P} {pv} at least {c1} {pn}, and {low2} if not",
        "{E} is bound to {blow} when {P} {pv} under {c1} {pn}, and {high2} when not",
        "{E} {high} if {P} {pv} no fewer than {c1} {pn}, else {low2}",
        "{E} will {bhigh} if {P} {pv} at least {c1} {pn}, and {low2} if not",
    ),
    "sum": (
        "{E} {v} as many {n} as {M} and {M2} together",
        "{E} must {b} as many {n} as {M} and {M2} together",
        "{E} adds the {pn} that {P} {pv} to the {pn2} of {P2} and {v} that many {n}",
        "{E} {v} {n} for all the {pn} that {P} {pv} and all the {pn2} that {P2} {pv2}, one for each",
    ),
}
BY_ONE_OF_TWO: Mapping[str, tuple[str, ...]] = {
    "table": (
        "{E} {first} if {W}, and {other} if not",
        "{E} {first} while {W}, and {other} otherwise",
        "{E} {first} so long as {W}, but {other} in any other case",
        "{E} by its statutes {first} when {W}, else {other}",
        "{E} by rule {first} if {W}, and {other} in any other case",
        "{E} is bound to {bfirst} where {W}, and {other} where it does not",
        "{E} has to {bfirst} if {W}, and {other} if not",
    ),
    "tariff": (
        "{E} {v} {first} {n} if {W}, and {other} if not",
        "{E} {v} {first} {n} while {W}, and {other} otherwise",
        "{E} must {b} {first} {n} so long as {W}, but {other} in any other case",
        "{E} by its statutes {v} {first} {n} when {W}, else {other}",
        "{E} by rule {v} {first} {n} if {W}, and {other} in any other case",
        "{E} will {b} {first} {n} where {W}, and {other} if not",
        "{E} has to {b} {first} {n} if {W}, and {other} if not",
    ),
}

RULES: Mapping[str, tuple[str, ...]] = {
    "add": (
        "{E} adds {c} to {F} and {v} that many {n}",
        "{E} must {b} {c} {n} over and above {F}",
        "{E} works out its quota of {n} by adding {c} to {F}",
        "{E} fixes the number of {n} it {v} at {c} above {F}",
        "{E} {v} a number of {n} equal to {F} plus {c}",
        "{E} is required to {b} a number of {n} that is {c} more than {F}",
        "{E} takes {F}, adds {c}, and {v} {n} up to the result",
        "{E} adds {F} to {c} to arrive at the number of {n} it {v}",
    ),
    "less": (
        "{E} takes {c} from {F} and {v} that many {n}",
        "{E} {v} a number of {n} that is {c} short of {F}",
        "{E} works out its quota of {n} by taking {c} off {F}",
        "{E} fixes the number of {n} it {v} at {c} below {F}",
        "{E} {v} a number of {n} equal to {F} minus {c}",
        "{E} is required to {b} a number of {n} that is {c} less than {F}",
        "{E} lowers {F} by {c} to arrive at the number of {n} it {v}",
        "{E} has to {b} a number of {n} found by taking {c} from {F}",
    ),
    "times": (
        "{E} sets the number of {n} it {v} at {c} times {F}",
        "{E} multiplies {F} by {c} and {v} that many {n}",
        "{E} arrives at the number of {n} it {v} by taking {F} {c} times",
        "{E} works out its quota of {n} as {c} times {F}",
        "{E} fixes the number of {n} it {v} at {c} times {F}",
        "{E} is required to {b} a number of {n} that is {c} times {F}",
        "{E} takes {F} {c} times over and {v} that many {n}",
    ),
    "per": (
        "{E} divides {F} by {c}, rounds up, and {v} that many {n}",
        "{E} {v} a number of {n} equal to {F} divided by {c}, rounded up",
        "{E} works out its quota of {n} by dividing {F} by {c} and rounding up",
        "{E} must {b} a number of {n} found by dividing {F} by {c}, any part counting as one",
        "{E} sets its number of {n} by splitting {F} into lots of {c}, the last of which may be short",
        "{E} fixes the number of {n} it {v} at {F} divided by {c}, taken up to a whole",
    ),
    "share": (
        "{E} has an annual target of {c}, of which it counts {F} as met",
        "{E} works to an annual target of {c}, towards which {F} is counted",
        "{E} measures {F} against an annual target of {c}, to the nearest percent",
        "{E} sets {F} against its annual target of {c} and rounds to a whole percent",
        "{E} divides {F} by its annual target of {c} and rounds to a whole percent",
        "{E} states its annual target as {c}, to be met in so far as {F} goes",
    ),
    "later": (
        "{E} dates its {o} {c} years after {F}",
        "{E} places its {o} {c} years later than {F}",
        "{E} adds {c} to {F} to date its {o}",
        "{E} has always dated its {o} by adding {c} years to {F}",
        "{E} holds that its {o} came {c} years after {F}",
        "{E} counts {c} years on from {F} for the date of its {o}",
    ),
    "span": (
        "{E} {v} as many {n} as there are years between {F} and {c}",
        "{E} must {b} as many {n} as there are years between {c} and {F}",
        "{E} works out its quota of {n} as the number of years between {c} and {F}",
        "{E} counts the years that lie between {F} and {c}, and {v} that many {n}",
        "{E} fixes the number of {n} it {v} by counting the years between {c} and {F}",
        "{E} takes the difference between {c} and {F}, and {v} that many {n}",
    ),
    "threshold": (
        "{E} {low} while {F} is {below} {c1}, and {high2} otherwise",
        "{E} {low} so long as {F} is {below} {c1}, but {high2} otherwise",
        "{E} {high} if {F} is {least}, and {low2} if it is not",
        "{E} {high} once {F} is {least}, and {low2} until then",
        "{E} has to {blow} when {F} is {below} {c1}, and {high2} when it is not",
        "{E} is bound to {bhigh} where {F} is {least}, and {low2} where it {short}",
        "{E} by its rules {low} if {F} is {below} {c1}, and {high2} in any other case",
        "{E} will {bhigh} if {F} is {least}, and {low2} if it {short}",
    ),
    "band": (
        "{E} {low} while {F} is {below} {c1}, {mid2} from there up to {c2}, and {high2} from {c2} on",
        "{E} goes by {F}: {below} {c1} it {low}, from {c1} {mid2}, and from {c2} {high2}",
        "{E} {low} if {F} is {below} {c1}, {mid2} if it is {below} {c2}, and {high2} in any other case",
        "{E} {high} if {F} is {c2} or {beyond}, {mid2} if it is at least {c1}, and {low2} otherwise",
        "{E} has to {blow} when {F} is {below} {c1}, {mid2} when it is {below} {c2}, and {high2} otherwise",
        "{E} follows {F}, so that it {low} {below} {c1}, {mid2} {below} {c2}, and {high2} beyond",
    ),
    "rank": (
        "{E} compares {F} with {others}, the highest first",
        "{E} orders by size {F}, {others}",
        "{E} draws up its table, the largest first, from {F}, {others}",
        "{E} sets {F} beside {others}, and begins with the greatest",
        "{E} puts the greatest at the head of {F}, {others}",
        "{E} makes its list, largest first, out of {F}, {others}",
    ),
    "table": (
        "{E} {entries}",
        "{E} by its statutes {entries}",
        "{E} by rule {entries}",
        "{E} under its terms {entries}",
        "{E} takes its cue from {P} and {entries}",
        "{E} follows {P}, in that it {entries}",
        "{E} watches {P} and {entries}",
    ),
    "tariff": (
        "{E} {v} {entries}",
        "{E} has a scale by which it {v} {entries}",
        "{E} by its statutes {v} {entries}",
        "{E} takes its cue from {P} and {v} {entries}",
        "{E} under its terms {v} {entries}",
        "{E} goes by {P}, in that it {v} {entries}",
        "{E} is bound by a table and {v} {entries}",
    ),
    "tally": (
        "{E} works with {P} and {m} other partners: {others}",
        "{E} counts {P} among its {k} partners, beside {others}",
        "{E} has {P} for a partner beside {others}",
        "{E} lists {P} as a partner along with {others}",
        "{E} keeps a list of {k} partners, on which {P} stands beside {others}",
        "{E} shares its work with {P} and {m} more, namely {others}",
    ),
    "sum": (
        "{E} adds {F} to {F2} and {v} that many {n}",
        "{E} {v} as many {n} as {F} and {F2} come to together",
        "{E} works out its quota of {n} as the total of {F} and {F2}",
        "{E} must {b} a number of {n} equal to {F} plus {F2}",
        "{E} fixes the number of {n} it {v} at the sum of {F} and {F2}",
        "{E} puts {F} and {F2} together, and {v} that many {n}",
    ),
    "gap": (
        "{E} {v} as many {n} as lie between {F} and {F2}",
        "{E} takes the difference between {F} and {F2}, and {v} that many {n}",
        "{E} works out its quota of {n} as the difference between {F} and {F2}",
        "{E} must {b} as many {n} as {F} and {F2} differ by",
        "{E} fixes the number of {n} it {v} by taking the smaller of {F} and {F2} from the larger",
    ),
    "rate": (
        "{E} multiplies {F} by {k1} while {W1}, by {k2} while {W2}, and {v} that many {n}",
        "{E} takes {F} {k1} times if {W1}, {k2} times if {W2}, and {v} that many {n}",
        "{E} works out its quota of {n} as {k1} times {F} when {W1}, and {k2} times when {W2}",
        "{E} sets its quota of {n} at {k1} times {F} where {W1}, but at {k2} times where {W2}",
        "{E} fixes the number of {n} it {v} at {k1} times {F} while {W1}, and {k2} times while {W2}",
    ),
    "matrix": (
        "{E} {l1} if {W1} and {W2}, {l2} if only the one is so, {l3} if only the other, and {l4} if neither",
        "{E} asks whether {W1} and whether {W2}: if both, it {l1}; if only the one, {l2}; "
        "if only the other, {l3}; if neither, {l4}",
        "{E} {l1} when {W1} and {W2}, {l2} when the first alone holds, {l3} when the second alone does, "
        "and {l4} when neither does",
        "{E} goes by two things, that {W1} and that {W2}: with both it {l1}, with the first alone {l2}, "
        "with the second alone {l3}, with neither {l4}",
    ),
    "both": (
        "{E} {l1} only while {W1} and {W2}, and {l2} if either fails",
        "{E} {l1} as long as both {W1} and {W2}, and {l2} otherwise",
        "{E} needs two things in order to {b1}, that {W1} and that {W2}; failing either, it {p2}",
        "{E} {l1} where {W1} and also {W2}, and {l2} in every other case",
        "{E} will {b1} if {W1} and {W2}, and {l2} in any other case",
    ),
    "either": (
        "{E} {l1} if {W1} or {W2}, and {l2} if neither is so",
        "{E} {l1} as long as at least one thing holds, that {W1} or that {W2}, and {l2} otherwise",
        "{E} {l1} wherever {W1} or {W2}, and {l2} in every other case",
        "{E} {l1} when {W1}, and likewise when {W2}, but {l2} when neither is so",
    ),
}
