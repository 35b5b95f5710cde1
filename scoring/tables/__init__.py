"""Tables of figures, and the files that they are written to. Pure."""
