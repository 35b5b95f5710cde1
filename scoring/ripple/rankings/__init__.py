"""The deterministic baselines of ripple items (RKB §4, App. F). Pure."""
