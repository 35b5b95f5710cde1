"""Releases: frozen, exported, taken back in, corrected; `formats` are pure.

What belongs to releases of ripple items stands beside its sister, `ripple` last in the name."""
