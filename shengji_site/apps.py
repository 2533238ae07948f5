"""What the project itself configures."""

from django.contrib.admin.apps import AdminConfig


class StaffConfig(AdminConfig):
    """Django's administration, with our site for it."""

    default_site = "shengji_site.admin.StaffSite"
