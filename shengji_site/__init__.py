"""The Django project: settings, addresses, the web and worker processes. No domain code."""

from .celery import app as celery_app

__all__ = ["celery_app"]
