"""Time zones by their IANA names. Pure."""

from __future__ import annotations

from datetime import UTC, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

REGIONS = {
    *("Africa", "America", "Antarctica", "Arctic", "Asia"),
    *("Atlantic", "Australia", "Europe", "Indian", "Pacific"),
}


@cache
def zones_by_region() -> dict[str, tuple[str, ...]]:
    """Return the zones that people live in, by region, both in alphabetical order; "UTC" comes first.

    Names kept for old programs only (EST5EDT, Etc/GMT+3, US/Pacific) are left out.
    """
    regions: dict[str, tuple[str, ...]] = {"UTC": ("UTC",)}
    for name in sorted(available_timezones()):
        region = name.partition("/")[0]
        if region in REGIONS:
            regions[region] = (*regions.get(region, ()), name)
    return regions


@cache
def zone_names() -> frozenset[str]:
    """Return every name that a person can choose."""
    return frozenset(name for names in zones_by_region().values() for name in names)


def zone(name: str) -> tzinfo:
    """Return the zone called *name*, or UTC where this machine does not know it (any more).

    >>> str(zone("Asia/Kolkata")), str(zone("Atlantis/Poseidonis"))
    ('Asia/Kolkata', 'UTC')
    """
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return UTC
