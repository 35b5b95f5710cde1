"""Releases keep the collision candidates of their items, and what was decided of them."""

import django.db.models.deletion
import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("benchmark", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="ReleaseCollision",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.IntegerField()),
                ("item_id", models.TextField()),
                ("line", models.TextField()),
                ("sha256", models.CharField(max_length=64)),
                (
                    "release",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="collisions",
                        to="benchmark.release",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["release", "item_id"], name="release_collision_item")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("release", "position"), name="release_collision_position_once"
                    )
                ],
            },
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="releasecollision",
            trigger=pgtrigger.compiler.Trigger(
                name="release_collision_append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="d59146966f3c4c2fd540f8b0067e7b51552aa7ce",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_release_collision_append_only_fad7e",
                    table="benchmark_releasecollision",
                    when="BEFORE",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="releasecollision",
            trigger=pgtrigger.compiler.Trigger(
                name="release_collision_is_its_bytes",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="\n    IF NEW.sha256 IS DISTINCT FROM encode(sha256(convert_to(NEW.line, 'UTF8')), 'hex') THEN\n        RAISE EXCEPTION 'release row: sha256 is not that of its line' USING ERRCODE = 'check_violation';\n    END IF;\n    RETURN NEW;\n",
                    hash="bafc426e4393264ecc68bcbca1fd3184b241db9b",
                    operation="INSERT",
                    pgid="pgtrigger_release_collision_is_its_bytes_81057",
                    table="benchmark_releasecollision",
                    when="BEFORE",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="releasecollision",
            trigger=pgtrigger.compiler.Trigger(
                name="release_collision_sealed",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="\n    PERFORM 1 FROM benchmark_release r WHERE r.id = NEW.release_id AND r.made_in <> txid_current();\n    IF FOUND THEN\n        RAISE EXCEPTION 'release row: the release is frozen, nothing is added to it'\n            USING ERRCODE = 'check_violation';\n    END IF;\n    RETURN NEW;\n",
                    hash="b6b402b49803f5a234412e72f99488842f83ead9",
                    operation="INSERT",
                    pgid="pgtrigger_release_collision_sealed_46634",
                    table="benchmark_releasecollision",
                    when="BEFORE",
                ),
            ),
        ),
    ]
