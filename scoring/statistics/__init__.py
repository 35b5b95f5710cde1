"""Statistics that every kind of score shares. Pure."""
