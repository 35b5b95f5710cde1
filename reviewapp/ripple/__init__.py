"""Ripple review (RKB App. D), pure: what a return must hold, what an outcome resolves, when it is accepted."""
