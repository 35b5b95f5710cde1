"""The shortcut controls in the application (RKB §3.2, App. C): asked for, run, kept; `probes` are pure."""
