"""What managers enter about candidates and raw files."""
