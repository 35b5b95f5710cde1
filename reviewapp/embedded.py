from pathlib import Path
from typing import Any


def django_database(var: Path) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "reviewapp",
        "USER": "reviewapp",
        "HOST": str(var),
    }
