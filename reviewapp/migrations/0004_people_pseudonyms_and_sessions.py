"""Pseudonyms are made with the person; one write ends all sessions; names differ by more than case."""

import django.db.models.functions.text
from django.db import migrations, models

import reviewapp.codes
import reviewapp.models.people


class Migration(migrations.Migration):
    dependencies = [("reviewapp", "0003_revising_and_beat_ends")]

    operations = [
        migrations.AlterField(
            model_name="person",
            name="pseudonym",
            field=models.CharField(
                default=reviewapp.models.people.new_pseudonym, editable=False, max_length=20, unique=True
            ),
        ),
        migrations.AddField(
            model_name="person",
            name="session_salt",
            field=models.CharField(default=reviewapp.codes.new_code, editable=False, max_length=12),
        ),
        migrations.AddConstraint(
            model_name="person",
            constraint=models.UniqueConstraint(
                django.db.models.functions.text.Lower("username"), name="person_username_any_case"
            ),
        ),
        migrations.AddIndex(
            model_name="onetimelink",
            index=models.Index(
                condition=models.Q(("revoked_at__isnull", True), ("used_at__isnull", True)),
                fields=["person"],
                name="link_unused",
            ),
        ),
    ]
