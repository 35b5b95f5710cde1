"""Every write of releases."""
