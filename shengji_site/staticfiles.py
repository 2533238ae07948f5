"""Static files under names that carry a hash of their content."""

from whitenoise.storage import CompressedManifestStaticFilesStorage

EXTENSION, (*STATEMENTS, _ANY_CALL) = (
    CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns
)
AWAITED_CALL = (
    r"""(?P<matched>(?P<before>(?:await|return|=>)\s+)import\(["'](?P<url>[./].*?)["']\))"""
    r"""(?!\.(?!then\b))""",
    """%(before)simport("%(url)s")""",
)


class ModuleManifestStorage(CompressedManifestStaticFilesStorage):
    """Hashed and compressed; imports inside ES modules are rewritten to the hashed names too.

    Django takes the ``import("./x.js").Type`` of a JSDoc comment for a call, and types may refer
    to each other in a circle where hashes cannot. Here a call has ``await``, ``return`` or ``=>``
    before it and no property (but ``then``) behind it. Modules themselves must not import each
    other in a circle.
    """

    support_js_module_import_aggregation = True
    max_post_process_passes = 20  # each pass settles one more level of imports
    _js_module_import_aggregation_patterns = (EXTENSION, (*STATEMENTS, AWAITED_CALL))
