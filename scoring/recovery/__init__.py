"""Ripple scoring in the application: what is read from releases, computed by jobs, and laid out as tables."""
