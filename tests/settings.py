"""The settings of the tests: the application's own, beside a cluster and a var folder of the tests' own."""

import os
import sys
from pathlib import Path

# What the developer's own demo wrote must not leak into a test, nor the other way round.
os.environ.setdefault("REVIEWAPP_VAR", str(Path(__file__).resolve().parent.parent / "var" / "tests"))
os.environ["REVIEWAPP_INSECURE_HTTP"] = "1"
os.environ.pop("REVIEWAPP_DEBUG", None)

from reviewapp.settings import *  # noqa: F403
from reviewapp.settings import DATABASES, INSTALLED_APPS, PLAIN_STATIC, STORAGES

# Without it pytest would rewrite the asserts of 300 modules in each process of each run.
sys.dont_write_bytecode = False

INSTALLED_APPS += ["tests.sample_jobs"]
ALLOWED_HOSTS = ["*"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {"BACKEND": PLAIN_STATIC}
WHITENOISE_USE_FINDERS = True
# Tests open connections in threads of their own and close them there; a pool would outlive the test.
DATABASES["default"]["OPTIONS"].pop("pool")
# Where a test starts no worker, nobody reads what is sent; those that do start one name a real broker.
CELERY_BROKER_URL = "memory://localhost/"
