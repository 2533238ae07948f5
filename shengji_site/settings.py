"""Settings of the site, all from the environment.

Two modes, by ``SITE_MODE``:

``embedded``    the one-command site (``make serve``), development and tests: Postgres and Redis are
                private ones that ``shengji_site.embedded`` runs, the secret key lies in ``var/``,
                e-mail goes to the console.
``production``  everything must be said: ``SECRET_KEY``, ``ALLOWED_HOSTS``, ``DATABASE_URL``,
                ``REDIS_URL``. What is missing is named and nothing starts.

Without ``SITE_MODE`` the mode is production as soon as ``DEBUG`` is said to be off, else embedded.
"""

from __future__ import annotations

import warnings
from pathlib import Path

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.templatetags.static import static
from django.utils.translation import gettext_lazy as _

from . import embedded
from .navigation import NAVIGATION

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

DEBUG = env.bool("DEBUG", default=False)
SITE_MODE = env.str(
    "SITE_MODE", default="production" if "DEBUG" in env.ENVIRON and not DEBUG else "embedded"
)
PRODUCTION = SITE_MODE == "production"
if SITE_MODE not in ("embedded", "production"):
    raise ImproperlyConfigured(f"SITE_MODE is {SITE_MODE!r}; it must be embedded or production")
if PRODUCTION:
    for name in ("SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "REDIS_URL"):
        if not env.str(name, default=""):
            raise ImproperlyConfigured(
                f"{name} is not set. In production the environment must say it (see deploy/);"
                " for a site on this machine alone use `make serve`."
            )

SECRET_KEY = env.str("SECRET_KEY", default="") or embedded.secret_key()
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[]) or embedded.local_hosts(
    env.str("HOST", default="")
)
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

# Applications

INSTALLED_APPS = [
    "unfold.apps.BasicAppConfig",  # before the administration that it dresses
    "shengji_site.apps.StaffConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "channels",
    "csp",
    "rules.apps.AutodiscoverRulesConfig",
    "accounts",
    "games",
    "tournaments",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "shengji_site.urls"
ASGI_APPLICATION = "shengji_site.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.preferences.context",
                "accounts.standing.context",
                "tournaments.views.duties.context",
            ],
        },
    },
]

# Data

DATABASE_URL = env.str("DATABASE_URL", default="") or embedded.database_url()
DATABASES = {"default": embedded.django_database(DATABASE_URL)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL", default="") or embedded.redis_url()
REDIS_PREFIX = env.str("REDIS_PREFIX", default="shengji")
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": REDIS_PREFIX,
        "OPTIONS": {"socket_timeout": 2.0},  # a Redis that hangs must not hang its callers
    }
}
SESSION_ENGINE = "django.contrib.sessions.backends.cached_db"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90

# The layer carries lobby news, notices and messages between processes, never a move at a table.
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [{"address": REDIS_URL}], "prefix": REDIS_PREFIX},
    }
}

# Celery: the queue is a hint, rows with a due time are the truth, so nothing here is kept.

CELERY_BROKER_URL = embedded.kombu_url(REDIS_URL)
CELERY_BROKER_TRANSPORT_OPTIONS = {"global_keyprefix": f"{REDIS_PREFIX}:celery:"}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = {
    "worker-heartbeat": {
        "task": "shengji_site.heartbeat",
        "schedule": 5.0,
        "options": {"expires": 5.0},
    },
    "tally-missed-deals": {
        "task": "games.tally_missed",
        "schedule": 5.0,
        "options": {"expires": 5.0},
    },
    "close-idle-tables": {"task": "games.close_idle", "schedule": 600.0},
    "tournament-deadlines": {
        "task": "tournaments.fire_due",
        "schedule": 1.0,
        "options": {"expires": 1.0},
    },
    "tournament-standings": {
        "task": "tournaments.recount_stale",
        "schedule": 3.0,
        "options": {"expires": 3.0},
    },
    "tournament-tables": {
        "task": "tournaments.take_missed",
        "schedule": 5.0,
        "options": {"expires": 5.0},
    },
    "tournament-webhooks": {
        "task": "tournaments.deliver",
        "schedule": 5.0,
        "options": {"expires": 5.0},
    },
    "forget-deliveries": {"task": "tournaments.forget_deliveries", "schedule": 86400.0},
    "sanctions": {
        "task": "accounts.announce_sanctions",
        "schedule": 2.0,
        "options": {"expires": 2.0},
    },
    "forget-chat": {"task": "games.forget_chat", "schedule": 86400.0},
    "forget-guests": {"task": "accounts.forget_guests", "schedule": 86400.0},
}

# Tables: seconds of pauses and countdowns other than the standard ones (games.live.pace)

LIVE: dict[str, float] = env.json("LIVE", default={})

# Webhooks go to the Internet only; a receiver on this machine or network has to be allowed.

WEBHOOKS_TO_PRIVATE_NETWORKS = env.bool("WEBHOOKS_TO_PRIVATE_NETWORKS", default=False)

# People

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "rules.permissions.ObjectPermissionBackend",
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_REDIRECT_URL = "/"
LOGIN_URL = "account_login"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {"login": "accounts.forms.LoginForm", "signup": "accounts.forms.SignupForm"}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if PRODUCTION else "http"

EMAIL_CONFIG = env.email_url("EMAIL_URL", default="consolemail://")
vars().update(EMAIL_CONFIG)
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="shengji_site <noreply@localhost>")

# The staff's administration (shengji_site.admin)

UNFOLD = {
    "SITE_TITLE": _("Administration"),
    "SITE_HEADER": _("Administration"),
    "SITE_SYMBOL": "playing_cards",
    "SITE_FAVICONS": [
        {"rel": "icon", "type": "image/svg+xml", "href": lambda _request: static("img/seal.svg")}
    ],
    "SITE_URL": "/",
    "SHOW_LANGUAGES": True,
    "BORDER_RADIUS": "6px",
    "COLORS": {
        "primary": {
            "50": "#edf7f4",
            "100": "#d3ebe4",
            "200": "#a9d8cb",
            "300": "#78c0ad",
            "400": "#4fc3a1",
            "500": "#1d8a70",
            "600": "#0b6b57",
            "700": "#095846",
            "800": "#07463a",
            "900": "#053a30",
            "950": "#02221c",
        }
    },
    "DASHBOARD_CALLBACK": "shengji_site.dashboard.attention",
    "SIDEBAR": {"show_search": True, "show_all_applications": False, "navigation": NAVIGATION},
}

# Languages and time

LANGUAGE_CODE = "zh-hans"
LANGUAGES = [("zh-hans", _("Simplified Chinese")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LANGUAGE_COOKIE_SAMESITE = "Lax"
USE_TZ = True
TIME_ZONE = env.str("TIME_ZONE", default="Asia/Shanghai")
FORMAT_MODULE_PATH = "shengji_site.formats"

# Static files: hashed, compressed, served by the web process itself

STATIC_URL = "static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(embedded.VAR / "static")))
HASHED_STATIC = env.bool("HASHED_STATIC", default=not DEBUG)
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "shengji_site.staticfiles.ModuleManifestStorage"
        if HASHED_STATIC
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
warnings.filterwarnings(  # WhiteNoise reads its files in a thread, which is fine
    "ignore", message="StreamingHttpResponse must consume synchronous iterators"
)
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = not HASHED_STATIC
MEDIA_ROOT = Path(env.str("MEDIA_ROOT", default=str(embedded.VAR / "media")))
MEDIA_URL = "media/"

# Security

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
CSRF_COOKIE_HTTPONLY = False  # htmx reads it for its requests
HTTPS = env.bool("HTTPS", default=PRODUCTION)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS and env.bool("SSL_REDIRECT", default=True)
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=3600) if HTTPS else 0
if env.bool("BEHIND_PROXY", default=PRODUCTION):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

LOG_LEVEL = env.str("LOG_LEVEL", default="INFO")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "filters": {
        "not_healthz": {  # it says itself what is down
            "()": "django.utils.log.CallbackFilter",
            "callback": lambda record: "/healthz" not in record.getMessage(),
        }
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    "loggers": {
        "django.server": {"handlers": ["console"], "level": LOG_LEVEL, "propagate": False},
        "django.request": {"filters": ["not_healthz"]},
        "celery.app.trace": {"level": "WARNING"},
        "celery.beat": {"level": "WARNING"},
    },
}
