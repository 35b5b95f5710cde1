"""The tables of ripple scores: of a release, a run, an item (RKB App. F–J). Pure."""
