"""The order of free slots: keys from one sequence, so that whatever is put back stands at the end."""

from django.db.models import BigIntegerField, Func


class NextQueueKey(Func):
    """A fresh key, larger than all keys before it."""

    template = "nextval('reviewapp_queue_key')"
    output_field = BigIntegerField()


NEXT_QUEUE_KEY = NextQueueKey()
