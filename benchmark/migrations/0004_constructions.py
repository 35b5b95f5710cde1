"""What is built here: candidates, and the files that a build leaves."""

import django.db.models.deletion
import django.db.models.functions.datetime
import pgtrigger.compiler
import pgtrigger.migrations
from django.conf import settings
from django.db import migrations, models

import reviewapp.rules.codes


class Migration(migrations.Migration):
    dependencies = [
        ("benchmark", "0003_release_ripple"),
        ("reviewapp", "0004_what_was_shown_and_stands"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Construction",
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
                ("options", models.JSONField()),
                ("report", models.JSONField(null=True)),
                ("built_at", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "created_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "handed",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="reviewapp.upload",
                    ),
                ),
                (
                    "job",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="reviewapp.job"
                    ),
                ),
                (
                    "upload",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="reviewapp.upload"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ConstructionPiece",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=20)),
                ("position", models.IntegerField()),
                ("data", models.BinaryField()),
                (
                    "construction",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="pieces",
                        to="benchmark.construction",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("construction", "name", "position"), name="construction_piece_once"
                    )
                ],
            },
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="constructionpiece",
            trigger=pgtrigger.compiler.Trigger(
                name="construction_piece_append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="47cc6aa19c1532ed4a034899ffee24700f7a138e",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_construction_piece_append_only_d277c",
                    table="benchmark_constructionpiece",
                    when="BEFORE",
                ),
            ),
        ),
    ]
