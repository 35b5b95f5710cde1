"""The managers' pages of releases."""
