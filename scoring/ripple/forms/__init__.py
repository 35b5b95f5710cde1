"""What managers enter about runs on ripple items."""
