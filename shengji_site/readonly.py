"""What the administration's pages have in common."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest


class ReadOnly:
    """To be looked at only: what may be changed is changed by the verbs of services."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nothing is added by hand."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nothing is changed by hand."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nothing is removed by hand."""
        return False
