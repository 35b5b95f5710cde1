"""What invented bodies are, and what they do to what they count."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Facet:
    """What a body counts: "licenses … boats". `many` says whether it may run into hundreds of thousands."""

    verb: str
    base: str
    noun: str
    many: bool = False


@dataclass(frozen=True, slots=True)
class Body:
    """An invented body: the word behind its name, and what it counts."""

    word: str
    facets: tuple[Facet, ...]


def _body(word: str, *facets: str) -> Body:
    return Body(word, tuple(_facet(text) for text in facets))


def _facet(text: str) -> Facet:
    """Read "license boats" or, for great numbers, "print leaflets +"."""
    base, noun = text.removesuffix(" +").split(" ", 1)
    return Facet(_third(base), base, noun, text.endswith("+"))


def _third(base: str) -> str:
    """Return the third person of a verb.

    >>> [_third(base) for base in ("keep", "ply", "teach", "own")]
    ['keeps', 'plies', 'teaches', 'owns']
    """
    if base.endswith("y") and base[-2] not in "aeiou":
        return f"{base[:-1]}ies"
    return f"{base}es" if base.endswith(("s", "sh", "ch", "x", "z")) else f"{base}s"


BODIES: tuple[Body, ...] = (
    _body("Registry", "license boats", "stamp certificates +"),
    _body("Press", "print pamphlets +", "bind volumes"),
    _body("Library", "lend volumes", "hold maps"),
    _body("Guild", "enrol members", "train apprentices"),
    _body("Museum", "display exhibits", "store crates"),
    _body("Trust", "lease allotments", "maintain footpaths"),
    _body("Choir", "print hymn sheets +", "enrol singers"),
    _body("Nursery", "raise saplings +", "pot ferns"),
    _body("Harbour Office", "assign moorings", "inspect barges"),
    _body("Observatory", "file plates", "sell star charts +"),
    _body("Academy", "admit pupils", "award medals"),
    _body("Playhouse", "sell tickets +", "seat guests"),
    _body("Depot", "stack crates", "issue lanterns"),
    _body("Pottery", "fire tiles +", "glaze bowls"),
    _body("Mint", "engrave medals", "strike tokens +"),
    _body("Archive", "file folders", "index letters +"),
    _body("Foundry", "cast bells", "cast rivets +"),
    _body("Dairy", "fill churns", "sell cheeses"),
    _body("Mill", "grind sacks of flour", "sell loaves +"),
    _body("Hatchery", "stock trays", "release trout +"),
    _body("Apiary", "tend hives", "fill jars +"),
    _body("Vineyard", "ship cases", "fill bottles +"),
    _body("Quarry", "cut blocks", "sell paving stones +"),
    _body("Ropeworks", "sell coils", "employ hands"),
    _body("Post House", "sort parcels", "sell stamps +"),
    _body("Ferry Company", "carry passengers +", "sell season passes"),
    _body("Laboratory", "test samples", "label vials +"),
    _body("Herbarium", "mount specimens", "sow packets"),
    _body("Tannery", "cure hides", "sell belts"),
    _body("Brewery", "fill casks", "print labels +"),
    _body("Brickworks", "fire bricks +", "load wagons"),
    _body("Glassworks", "blow flasks", "grind lenses"),
    _body("Infirmary", "keep beds", "roll bandages +"),
    _body("Market Hall", "let stalls", "print handbills +"),
    _body("Orchard", "graft trees", "pack baskets"),
    _body("Printworks", "print posters +", "bind ledgers"),
    _body("Reading Room", "reserve seats", "stock journals"),
    _body("Regatta Club", "enter crews", "award ribbons"),
    _body("Saltworks", "ship barrels", "fill sacks"),
    _body("Seed Bank", "keep jars", "mail packets +"),
    _body("Shipyard", "rent berths", "drive rivets +"),
    _body("Signal Office", "send telegrams +", "staff posts"),
    _body("Smithy", "shoe horses", "forge nails +"),
    _body("Survey Office", "draw plans", "plant markers"),
    _body("Toll House", "sell permits", "count carts"),
    _body("Weaving Shed", "weave rugs", "comb fleeces"),
    _body("Wharf", "unload barges", "hire porters"),
    _body("Workshop", "mend clocks", "sell gears +"),
)

FACETS = {body.word: body.facets for body in BODIES}
