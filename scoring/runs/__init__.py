"""Stored runs, whatever they are runs on (contracts §5). Pure."""
