"""Evidence access (EMB A.3, A.5): its pages and writes; `scorer` is pure."""
