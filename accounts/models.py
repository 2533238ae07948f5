"""People."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """A person. A guest is a person without a password, who may become a member later.

    ``username`` is the name to sign in with (a guest's is made up and never shown);
    ``display_name`` is what the others at the table read.
    """

    display_name = models.CharField(_("display name"), max_length=24)
    language = models.CharField(_("language"), max_length=8, blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")

    def __str__(self) -> str:
        return self.display_name or self.username
