"""Candidates: built or read from public data sets, asked for by pages; `ripple` and `rawdata` are pure."""
