"""What managers enter about releases."""
