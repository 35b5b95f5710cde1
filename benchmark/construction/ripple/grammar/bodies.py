"""What invented bodies are: offices and houses that a region has, how they are described, what they count."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Facet:
    """What a body counts: "keeps … launches"; `other` is its noun by another word, `passive` its verb."""

    verb: str
    base: str
    noun: str
    other: str
    passive: str


@dataclass(frozen=True, slots=True)
class Body:
    """An invented body: the word behind its name, what it is without the name, and what it counts."""

    word: str
    described: str
    facets: tuple[Facet, ...]


def _body(word: str, described: str, *facets: str) -> Body:
    return Body(word, described, tuple(_facet(text) for text in facets))


def _facet(text: str) -> Facet:
    """Read "keep launches / boats / kept": verb, noun, the noun's other word, the verb's participle."""
    said, other, passive = text.split(" / ")
    base, noun = said.split(" ", 1)
    return Facet(_third(base), base, noun, other, passive)


def _third(base: str) -> str:
    """Return the third person of a verb.

    >>> [_third(base) for base in ("keep", "ply", "teach", "own")]
    ['keeps', 'plies', 'teaches', 'owns']
    """
    if base.endswith("y") and base[-2] not in "aeiou":
        return f"{base[:-1]}ies"
    return f"{base}es" if base.endswith(("s", "sh", "ch", "x", "z")) else f"{base}s"


BODIES: tuple[Body, ...] = (
    _body("Library", "the lending library", "stock atlases / volumes of maps / stocked"),
    _body("Museum", "the museum", "display cabinets / showcases / displayed"),
    _body("Archive", "the record office", "employ clerks / copyists / employed"),
    _body("School", "the day school", "fund desks / pupil places / funded"),
    _body("College", "the college", "grant bursaries / scholarships / granted"),
    _body("Clinic", "the health clinic", "staff wards / sickrooms / staffed"),
    _body("Infirmary", "the hospital", "keep beds / patient berths / kept"),
    _body("Harbour Office", "the port authority", "run launches / tenders / run"),
    _body("Ferry Company", "the ferry operator", "operate crossings / sailings / operated"),
    _body("Railway", "the railway", "run carriages / coaches / run"),
    _body("Bus Station", "the bus depot", "own shelters / covered stops / owned"),
    _body("Market Hall", "the covered market", "let stalls / pitches / let"),
    _body("Theatre", "the playhouse", "retain ushers / attendants / retained"),
    _body("Cinema", "the picture house", "schedule screenings / showings / scheduled"),
    _body("Observatory", "the observatory", "open telescopes / instruments / opened"),
    _body("Water Board", "the water undertaking", "maintain pumps / pumping sets / maintained"),
    _body("Power Station", "the electricity plant", "maintain turbines / generating sets / maintained"),
    _body("Fire Service", "the fire brigade", "equip crews / companies / equipped"),
    _body("Coastguard", "the coastal watch", "man lookouts / watch posts / manned"),
    _body("Post Office", "the mail service", "employ sorters / letter carriers / employed"),
    _body("Town Council", "the municipality", "elect councillors / members / elected"),
    _body("Borough Court", "the magistrates' bench", "appoint justices / magistrates / appointed"),
    _body("Land Registry", "the registry of land", "employ surveyors / measurers / employed"),
    _body("Tourist Office", "the visitor bureau", "train guides / couriers / trained"),
    _body("Heritage Trust", "the preservation body", "award grants / subsidies / awarded"),
    _body("Arts Fund", "the arts endowment", "award prizes / honours / awarded"),
    _body("Chamber of Commerce", "the traders' association", "seat delegates / representatives / seated"),
    _body("Savings Bank", "the savings institution", "run counters / cash desks / run"),
    _body("Botanic Garden", "the botanic garden", "tend greenhouses / hothouses / tended"),
    _body("Nature Reserve", "the reserve", "pay wardens / rangers / paid"),
    _body("Forestry Board", "the woodland agency", "employ foresters / woodmen / employed"),
    _body("Sports Club", "the athletic association", "enter teams / sides / entered"),
    _body(
        "Swimming Pool", "the bathing establishment", "engage instructors / coaches for swimmers / engaged"
    ),
    _body("Hotel", "the hotel", "keep suites / sets of rooms / kept"),
    _body("Hostel", "the youth hostel", "furnish dormitories / sleeping rooms / furnished"),
    _body("Newspaper", "the daily paper", "employ correspondents / reporters / employed"),
    _body("Broadcasting House", "the broadcaster", "equip studios / recording rooms / equipped"),
    _body("Printing House", "the printer", "work presses / printing machines / worked"),
    _body("Brewery", "the brewer", "tap vats / brewing vessels / tapped"),
    _body("Mill", "the miller", "work looms / weaving frames / worked"),
    _body("Shipyard", "the shipbuilder", "rent slipways / launching ramps / rented"),
    _body("Veterinary Institute", "the animal hospital", "run dispensaries / drug stores / run"),
    _body("Weather Bureau", "the meteorological service", "place gauges / measuring posts / placed"),
    _body("Conservatoire", "the music school", "hire pianos / practice instruments / hired"),
)

BY_WORD = {body.word: body for body in BODIES}
