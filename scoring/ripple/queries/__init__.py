"""What is read of releases, runs and their figures."""
