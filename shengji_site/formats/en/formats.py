"""Dates and times in English as clubs everywhere read them: no month before the day, 24 hours."""

from typing import Final

DATE_FORMAT: Final = "j F Y"
TIME_FORMAT: Final = "H:i"
DATETIME_FORMAT: Final = "j F Y, H:i"
MONTH_DAY_FORMAT: Final = "j F"
SHORT_DATE_FORMAT: Final = "Y-m-d"
SHORT_DATETIME_FORMAT: Final = "Y-m-d H:i"
