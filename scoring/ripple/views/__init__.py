"""Pages of ripple scores, for managers."""
