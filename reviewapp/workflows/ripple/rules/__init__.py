"""Ripple review (RKB App. D), pure: what a return and an outcome must hold, and when an item is accepted."""
