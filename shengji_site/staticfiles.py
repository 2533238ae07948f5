"""Static files under names that carry a hash of their content."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class ModuleManifestStorage(CompressedManifestStaticFilesStorage):
    """Hashed and compressed; imports inside ES modules are rewritten to the hashed names too."""

    support_js_module_import_aggregation = True
