"""What the worker does for ripple scoring; every job is safe to run twice."""
