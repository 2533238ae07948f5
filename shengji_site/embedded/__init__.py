"""The one-command site: a private Postgres and Redis, and the processes that stand on them.

``python -m shengji_site.embedded serve``       what ``make serve`` runs
``python -m shengji_site.embedded stop``        what ``make stop`` runs
``python -m shengji_site.embedded run -- CMD``  CMD with the services up (as ``manage.py`` has them)

Services already running for this checkout are joined; otherwise they are started for as long as
they are needed. Their data lies under ``var/``. Nothing here imports Django.
"""

from .config import (
    VAR,
    database_url,
    django_database,
    kombu_url,
    local_hosts,
    redis_url,
    secret_key,
)
from .services import Services
from .site import services, services_for

__all__ = [
    "VAR",
    "Services",
    "database_url",
    "django_database",
    "kombu_url",
    "local_hosts",
    "redis_url",
    "secret_key",
    "services",
    "services_for",
]
