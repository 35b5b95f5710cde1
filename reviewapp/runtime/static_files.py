"""Static files under names that carry their content's hash, compressed, modules' imports included."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Stores static files under hashed names, so that no browser runs an old module beside a new page."""

    support_js_module_import_aggregation = True
