"""RippleKB items from MuSiQue records: assignment, schedule, plans, text, checks, selection (RKB §3, B, C).

Pure: no Django, no clock, no unseeded draw. The same files, options and seed give the same bytes."""
