"""Every write of scoring: runs are stored, and stored runs are scored."""

from .access import AlreadyStored, RunSettings, score_run, storable, store_run

__all__ = ["AlreadyStored", "RunSettings", "score_run", "storable", "store_run"]
