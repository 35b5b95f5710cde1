"""The words of generated units: names, things counted, standings, statements, rules, what is added to them."""
