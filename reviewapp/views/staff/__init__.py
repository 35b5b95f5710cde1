"""The managers' pages; one module a subject."""
