"""Asking a model behind an OpenAI-compatible endpoint: settings, prompt, transport, journal, resumption.

Pure but for the network and, in `journal`, the folder of a run: no Django, no database."""
