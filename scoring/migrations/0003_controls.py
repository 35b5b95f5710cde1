"""What the shortcut controls found, written once."""

import django.db.models.deletion
import django.db.models.functions.datetime
import pgtrigger.compiler
import pgtrigger.migrations
from django.conf import settings
from django.db import migrations, models

import reviewapp.rules.codes


class Migration(migrations.Migration):
    dependencies = [
        ("benchmark", "0004_constructions"),
        ("scoring", "0002_ripple_scoring"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ControlReport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "code",
                    models.CharField(
                        default=reviewapp.rules.codes.new_code, editable=False, max_length=12, unique=True
                    ),
                ),
                ("learned", models.BooleanField()),
                ("passed", models.BooleanField()),
                ("report", models.JSONField()),
                ("text", models.TextField()),
                ("chart_light", models.TextField()),
                ("chart_dark", models.TextField()),
                ("checked_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "asked_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "construction",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="control_reports",
                        to="benchmark.construction",
                    ),
                ),
                (
                    "release",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="control_reports",
                        to="benchmark.release",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("construction__isnull", True), ("release__isnull", True), _connector="XOR"
                        ),
                        name="control_report_of_one",
                    ),
                    models.UniqueConstraint(
                        fields=("construction", "learned"), name="control_report_of_construction_once"
                    ),
                    models.UniqueConstraint(
                        fields=("release", "learned"), name="control_report_of_release_once"
                    ),
                ],
            },
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="controlreport",
            trigger=pgtrigger.compiler.Trigger(
                name="control_report_append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="cd45f5b9faabc3a59d9c4e8020b55293d26476f4",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_control_report_append_only_3acae",
                    table="scoring_controlreport",
                    when="BEFORE",
                ),
            ),
        ),
    ]
