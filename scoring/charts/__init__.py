"""Figures as SVG. Pure.

The renderer hangs in a fork of a process that has rendered before: import this where a figure is drawn, which
is the worker and never the web server."""
