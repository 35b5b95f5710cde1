"""Releases keep ripple items, each with its answer key."""

import django.db.models.deletion
import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("benchmark", "0002_release_collisions"),
    ]

    operations = [
        migrations.CreateModel(
            name="ReleaseRipple",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.IntegerField()),
                ("item_id", models.TextField()),
                ("split", models.CharField(max_length=11)),
                ("line", models.TextField()),
                ("sha256", models.CharField(max_length=64)),
                (
                    "release",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="ripple_items",
                        to="benchmark.release",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("release", "item_id"), name="release_ripple_once"),
                    models.UniqueConstraint(
                        fields=("release", "position"), name="release_ripple_position_once"
                    ),
                ],
            },
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="releaseripple",
            trigger=pgtrigger.compiler.Trigger(
                name="release_ripple_append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="f6afc9b76f018c304a4dd131085aef2833ab71ee",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_release_ripple_append_only_44a01",
                    table="benchmark_releaseripple",
                    when="BEFORE",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="releaseripple",
            trigger=pgtrigger.compiler.Trigger(
                name="release_ripple_is_its_bytes",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="\n    IF NEW.sha256 IS DISTINCT FROM encode(sha256(convert_to(NEW.line, 'UTF8')), 'hex') THEN\n        RAISE EXCEPTION 'release row: sha256 is not that of its line' USING ERRCODE = 'check_violation';\n    END IF;\n    RETURN NEW;\n",
                    hash="72c674299d822dd5497685e9e71cc11cfc00e126",
                    operation="INSERT",
                    pgid="pgtrigger_release_ripple_is_its_bytes_e53b2",
                    table="benchmark_releaseripple",
                    when="BEFORE",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="releaseripple",
            trigger=pgtrigger.compiler.Trigger(
                name="release_ripple_sealed",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="\n    PERFORM 1 FROM benchmark_release r WHERE r.id = NEW.release_id AND r.made_in <> txid_current();\n    IF FOUND THEN\n        RAISE EXCEPTION 'release row: the release is frozen, nothing is added to it'\n            USING ERRCODE = 'check_violation';\n    END IF;\n    RETURN NEW;\n",
                    hash="517dbd0f7e29c53daa0061e55e8a1276e4ddaef8",
                    operation="INSERT",
                    pgid="pgtrigger_release_ripple_sealed_d933b",
                    table="benchmark_releaseripple",
                    when="BEFORE",
                ),
            ),
        ),
    ]
