"""The shortcut controls: what order, position, words and surface alone find of the key. Pure."""
