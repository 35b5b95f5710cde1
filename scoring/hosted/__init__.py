"""Models behind an OpenAI-compatible endpoint rank ripple items: one request an item (RKB §4, App. F).

Pure but for the network and, in `journal`, the folder of a run: no Django, no database, no settings."""
