"""The Celery application of the worker and of those who send to it."""

import os

from celery import Celery
from django.conf import settings

from reviewapp.runtime import broker
from reviewapp.runtime.var import make_folder

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "reviewapp.settings")

broker.register()
app = Celery("reviewapp")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

if settings.CELERY_BROKER_URL.startswith("filesystem:"):
    for name in ("messages", "control"):
        make_folder(settings.BROKER_DIR / name)
