"""What can only grow is not emptied either: TRUNCATE is refused, with CASCADE from elsewhere too.

Only a session that says of itself that its database is there to be emptied (the tests') may.
"""

from django.db import migrations

TABLES = (
    "tournaments_auditline",
    "tournaments_resultchange",
    "tournaments_penaltychange",
    "tournaments_penalty",
)

FUNCTION = """
CREATE FUNCTION tournaments_not_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('shengji.may_be_emptied', true) = 'on' THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION '% is append-only: TRUNCATE refused', TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END $$
"""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0005_referee_at_the_table")]

    operations = [
        migrations.RunSQL(FUNCTION, "DROP FUNCTION tournaments_not_emptied()"),
        *(
            migrations.RunSQL(
                f"CREATE TRIGGER not_emptied BEFORE TRUNCATE ON {table} "
                "FOR EACH STATEMENT EXECUTE FUNCTION tournaments_not_emptied()",
                f"DROP TRIGGER not_emptied ON {table}",
            )
            for table in TABLES
        ),
    ]
