"""Documents and items on their way in: staged by COPY, checked set by set in SQL, then moved into place.

Everything here runs inside the transaction of an action; nothing of a refused file stays."""
