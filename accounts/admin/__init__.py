"""People, clubs, sanctions and reports, for the staff."""

from accounts.admin import moderation, people

__all__ = ["moderation", "people"]
