"""Settings: everything that differs between places comes from the environment, and the defaults are safe.

===========================  ====================================================================
DATABASE_URL                 the PostgreSQL server; unset, the embedded one under REVIEWAPP_VAR
CELERY_BROKER_URL            redis:// or amqp://; unset, files under REVIEWAPP_VAR
REVIEWAPP_VAR                the folder for everything that running writes (default: var/)
REVIEWAPP_SECRET_KEY         unset, made once and kept in REVIEWAPP_VAR/secret_key
REVIEWAPP_HOSTS              comma-separated host names that are answered
REVIEWAPP_ORIGINS            comma-separated origins (https://…) trusted behind a proxy
REVIEWAPP_BEHIND_PROXY=1     believe X-Forwarded-Proto
REVIEWAPP_INSECURE_HTTP=1    plain http, for a demo on one's own machine only
REVIEWAPP_DEBUG=1            Django's debug pages, for development only
RIPPLE_BASE_URL              the OpenAI-compatible endpoint where models are asked; unset, none is
RIPPLE_API_KEY               its key, read by the worker when a model is asked
===========================  ====================================================================
"""

import contextlib
import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import dj_database_url
from csp.constants import NONE, SELF

from reviewapp.runtime import embedded
from reviewapp.runtime.var import configured_folder, read_secret_key


def _flag(name: str) -> bool:
    return os.environ.get(name, "") == "1"


def _list(name: str, default: str = "") -> list[str]:
    return [part.strip() for part in os.environ.get(name, default).split(",") if part.strip()]


BASE_DIR = Path(__file__).resolve().parent.parent
VAR = configured_folder()

DEBUG = _flag("REVIEWAPP_DEBUG")
INSECURE_HTTP = DEBUG or _flag("REVIEWAPP_INSECURE_HTTP")
SECRET_KEY = os.environ.get("REVIEWAPP_SECRET_KEY") or read_secret_key(VAR)
ALLOWED_HOSTS = _list("REVIEWAPP_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = _list("REVIEWAPP_ORIGINS")

INSTALLED_APPS = [
    "reviewapp",
    "benchmark",
    "scoring",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "django.contrib.humanize",
    "django_htmx",
    "template_partials",
    "rest_framework",
    "axes",
    "csp",
    "pgtrigger",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "reviewapp.web.middleware.content_policy",
    "reviewapp.web.middleware.no_nul",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "reviewapp.web.middleware.time_zone",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "reviewapp.urls"
WSGI_APPLICATION = "reviewapp.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
    {
        "NAME": "quick",
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "jinja"],
        "OPTIONS": {"environment": "reviewapp.web.quick_templates.environment"},
    },
]

# --- Database -----------------------------------------------------------------------------------------

if "DATABASE_URL" in os.environ:
    EMBEDDED = False
    DATABASES: dict[str, Any] = {"default": dj_database_url.parse(os.environ["DATABASE_URL"])}
else:
    EMBEDDED = True
    DATABASES = {"default": embedded.django_database(VAR)}
DATABASES["default"].setdefault("OPTIONS", {})["pool"] = {
    "min_size": 1,
    "max_size": int(os.environ.get("REVIEWAPP_POOL", "10")),
    "timeout": 10,
}
# Lets queries/prepared.py prepare; the ORM's own statements bind on the client and are never prepared.
DATABASES["default"]["OPTIONS"]["prepare_threshold"] = 5
# Unset, pgtrigger asks for it with an exception in each row's trigger, which bulk writes feel. What is
# prepared asks by keys: planning it anew for each of the first five on a connection costs more than they do.
DATABASES["default"]["OPTIONS"].setdefault(
    "options", "-c pgtrigger.ignore={} -c plan_cache_mode=force_generic_plan"
)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- People -------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "reviewapp.Person"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "reviewapp.people.auth.PersonBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("username", "name")},
    },
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "login"

SESSION_ENGINE = "reviewapp.people.sessions"
SESSION_COOKIE_AGE = int(timedelta(days=14).total_seconds())
SESSION_COOKIE_NAME = "reviewapp_session"

# Ten wrong passwords for one name from one address close that pair for a quarter of an hour.
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # the time that the page tells stays true
AXES_LOCKOUT_CALLABLE = "reviewapp.people.views.account.locked_out"
AXES_DISABLE_ACCESS_LOG = True
AXES_VERBOSE = False

# --- Transport and headers ----------------------------------------------------------------------------

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = not INSECURE_HTTP
SECURE_SSL_REDIRECT = not INSECURE_HTTP
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]  # probes inside a cluster speak plain http
SECURE_HSTS_SECONDS = 0 if INSECURE_HTTP else int(timedelta(days=365).total_seconds())
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = not INSECURE_HTTP
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
if _flag("REVIEWAPP_BEHIND_PROXY"):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "font-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}

# --- Files --------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
# Hashed names need the manifest that `demo` and `up` collect; without one the sources are served as they are.
with contextlib.suppress(OSError):
    STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # without it WhiteNoise warns in every process
STATIC_COLLECTED = not DEBUG and (STATIC_ROOT / "staticfiles.json").is_file()
WHITENOISE_USE_FINDERS = not STATIC_COLLECTED
WHITENOISE_AUTOREFRESH = DEBUG
PLAIN_STATIC = "django.contrib.staticfiles.storage.StaticFilesStorage"
HASHED_STATIC = "reviewapp.runtime.static_files.HashedStaticFiles"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": HASHED_STATIC if STATIC_COLLECTED else PLAIN_STATIC},
}
MEDIA_ROOT = VAR / "files"
FILE_UPLOAD_MAX_MEMORY_SIZE = 1 << 20
DATA_UPLOAD_MAX_MEMORY_SIZE = 12 << 20  # a very long answer is a form field, not a file

# --- Language and time --------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
USE_I18N = False
USE_TZ = True
TIME_ZONE = "UTC"

# --- API ----------------------------------------------------------------------------------------------

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
}

# --- Background work ----------------------------------------------------------------------------------

# Where the worker asks models; their key, RIPPLE_API_KEY, is read when one is asked, and kept nowhere.
MODEL_BASE_URL = os.environ.get("RIPPLE_BASE_URL", "")

BROKER_DIR = VAR / "broker"
CELERY_BROKER_URL = os.environ.get("CELERY_BROKER_URL") or "filesystem://localhost/"
if CELERY_BROKER_URL.startswith("filesystem:"):
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
        "data_folder_in": str(BROKER_DIR / "messages"),
        "data_folder_out": str(BROKER_DIR / "messages"),
        "control_folder": str(BROKER_DIR / "control"),
        "polling_interval": 0.1,
    }
else:
    CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": int(timedelta(hours=6).total_seconds())}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True  # the Job row is the result
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False  # a job is cancelled by its row; this saves a second connection
CELERY_TIMEZONE = "UTC"
CELERY_TASK_PUBLISH_RETRY = False  # a lost job is found and sent again; a page must not wait for the broker
CELERY_BROKER_CONNECTION_TIMEOUT = 4
CELERY_BEAT_SCHEDULE: dict[str, Any] = {
    "beat_worker": {"task": "reviewapp.beat_worker", "schedule": 5.0, "options": {"expires": 10}},
    "run_upkeep": {"task": "reviewapp.run_upkeep", "schedule": 15.0, "options": {"expires": 30}},
    "index_words": {"task": "reviewapp.index_words", "schedule": 5.0, "options": {"expires": 5}},
    "resend_lost_jobs": {"task": "reviewapp.resend_lost_jobs", "schedule": 10.0, "options": {"expires": 10}},
}

# --- Log: to stderr, plain, and never the text of an item ---------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["stderr"], "level": os.environ.get("REVIEWAPP_LOG", "WARNING")},
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        "django.server": {"handlers": [], "propagate": True},
        "django.request": {"level": "ERROR"},
    },
}
