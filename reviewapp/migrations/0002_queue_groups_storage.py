"""The sequence that orders free slots, the three groups, and texts kept as they came."""

from django.db import migrations

GROUPS = ("annotator", "adjudicator", "manager")


def make_groups(apps, schema_editor):
    group = apps.get_model("auth", "Group")
    for name in GROUPS:
        group.objects.get_or_create(name=name)


class Migration(migrations.Migration):
    dependencies = [("reviewapp", "0001_initial"), ("auth", "0012_alter_user_first_name_max_length")]

    operations = [
        migrations.RunSQL(
            "CREATE SEQUENCE reviewapp_queue_key; "
            "ALTER TABLE reviewapp_slot ALTER COLUMN queue_key SET DEFAULT nextval('reviewapp_queue_key')",
            "ALTER TABLE reviewapp_slot ALTER COLUMN queue_key DROP DEFAULT; DROP SEQUENCE reviewapp_queue_key",
        ),
        migrations.RunPython(make_groups, migrations.RunPython.noop),
        # Compressing what is written once and read all the time costs an import more than the disk is worth.
        migrations.RunSQL(
            "ALTER TABLE reviewapp_evidenceitem ALTER query SET STORAGE EXTERNAL, "
            "ALTER answer SET STORAGE EXTERNAL; "
            "ALTER TABLE reviewapp_document ALTER text SET STORAGE EXTERNAL",
            migrations.RunSQL.noop,
        ),
    ]
