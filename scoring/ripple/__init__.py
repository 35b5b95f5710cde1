"""Ripple items (RKB): scored, ranked by baselines, put into tables, and models asked about them.

Pure are `scorer`, `rankings`, `tables` and `asking`; the other rooms belong to the application."""
