"""The files of a release: names, lines, hashes, data card, checks (contracts §1–4, §8). Pure."""
