"""Ripple items scored from files alone: items, runs, metrics, census, slices, comparison (RKB §2, App. A, E).

Pure: no Django, no database, no settings."""
