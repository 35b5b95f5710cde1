"""Evidence access from files alone: R@1, SR@K and FR@K of stored runs (EMB A.3, A.5; contracts §7). Pure."""
