"""What storing, scoring, registering and replacing write."""
