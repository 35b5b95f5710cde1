"""The words of generated units: names, things counted, standings, statements, rules, additions."""
