"""Ripple review (RKB App. D): what people do to an item, from its entering a campaign to its outcome."""
