"""The sequence that orders free slots, and the three groups."""

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
    ]
