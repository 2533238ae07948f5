"""The audit trail and the history of results can only grow: the database refuses the rest."""

from django.db import migrations

TABLES = ("tournaments_auditline", "tournaments_resultchange")

FUNCTION = """
CREATE FUNCTION tournaments_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP
        USING ERRCODE = 'integrity_constraint_violation';
END $$
"""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [
        migrations.RunSQL(FUNCTION, "DROP FUNCTION tournaments_append_only()"),
        *(
            migrations.RunSQL(
                f"CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON {table} "
                "FOR EACH ROW EXECUTE FUNCTION tournaments_append_only()",
                f"DROP TRIGGER append_only ON {table}",
            )
            for table in TABLES
        ),
    ]
