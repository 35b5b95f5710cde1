"""The settings of the real servers that tests start: the application's own, knowing the tests' passwords."""

from reviewapp.settings import *  # noqa: F403
from reviewapp.settings import INSTALLED_APPS

INSTALLED_APPS += ["tests.sample_jobs"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.MD5PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
