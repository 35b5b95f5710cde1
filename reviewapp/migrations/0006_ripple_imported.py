"""Whoever sends the file of a ripple item in has seen its key."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("reviewapp", "0005_ripple_review")]

    operations = [
        migrations.RemoveConstraint(model_name="rippleseen", name="ripple_seen_known"),
        migrations.AddConstraint(
            model_name="rippleseen",
            constraint=models.CheckConstraint(
                name="ripple_seen_known",
                condition=Q(what__in=["hidden", "imported", "released", "adjudication"]),
            ),
        ),
    ]
