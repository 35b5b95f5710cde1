"""Pages of scores, for managers."""
