"""An app of the tests' own, with kinds of jobs that do what a test needs."""
