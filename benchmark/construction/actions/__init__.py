"""Every write of construction."""
