"""Every write of ripple scoring."""
