"""Runs on ripple items: registered configurations, stored runs, their scores, the result manifest."""

import django.contrib.postgres.fields
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
        ("reviewapp", "0005_ripple_review"),
        ("scoring", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Board",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.IntegerField()),
                ("replicates", models.IntegerField()),
                ("seed", models.BigIntegerField()),
                ("target", models.CharField(max_length=60)),
                ("scorer", models.CharField(max_length=20)),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "release",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="boards",
                        to="benchmark.release",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Comparison",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("manifest_number", models.IntegerField()),
                ("n_compared", models.IntegerField()),
                ("differences", models.JSONField()),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "board",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="comparisons",
                        to="scoring.board",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Configuration",
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
                ("system", models.CharField(max_length=200)),
                ("family", models.CharField(blank=True, max_length=200)),
                ("settings", models.JSONField()),
                ("sha256", models.CharField(max_length=64)),
                ("initial", models.BooleanField()),
                ("notes", models.TextField(blank=True)),
                ("registered_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "registered_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "release",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="configurations",
                        to="benchmark.release",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RecoveryChart",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("part", models.CharField(max_length=11)),
                ("light", models.TextField()),
                ("dark", models.TextField()),
                (
                    "comparison",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="charts",
                        to="scoring.comparison",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RippleRun",
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
                ("origin", models.CharField(max_length=8)),
                ("metadata", models.JSONField(default=dict)),
                ("file_name", models.CharField(max_length=255)),
                ("size", models.BigIntegerField()),
                ("sha256", models.CharField(max_length=64)),
                ("n_results", models.IntegerField()),
                ("n_unknown", models.IntegerField()),
                ("n_expected", models.IntegerField()),
                ("n_responses", models.IntegerField()),
                ("n_fenced", models.IntegerField()),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "configuration",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="runs",
                        to="scoring.configuration",
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "job",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="reviewapp.job",
                    ),
                ),
                (
                    "release",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="ripple_runs",
                        to="benchmark.release",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RippleResponse",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("line", models.BinaryField()),
                (
                    "item",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="benchmark.releaseripple",
                    ),
                ),
                (
                    "run",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="responses",
                        to="scoring.ripplerun",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RipplePiece",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.IntegerField()),
                ("data", models.BinaryField()),
                (
                    "run",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="pieces",
                        to="scoring.ripplerun",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ManifestLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.IntegerField()),
                ("reason", models.TextField(blank=True)),
                ("written_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "configuration",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="manifest_lines",
                        to="scoring.configuration",
                    ),
                ),
                (
                    "release",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="manifest_lines",
                        to="benchmark.release",
                    ),
                ),
                (
                    "replaces",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="replaced_by",
                        to="scoring.manifestline",
                    ),
                ),
                (
                    "written_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "run",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="manifest_lines",
                        to="scoring.ripplerun",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RippleScoring",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("parser", models.CharField(max_length=14)),
                ("release_sha256", models.CharField(max_length=64)),
                ("items_sha256", models.CharField(max_length=64)),
                ("n_items", models.IntegerField()),
                ("n_sources", models.IntegerField()),
                ("n_parsed", models.IntegerField()),
                ("census", models.JSONField()),
                ("matrix", models.BinaryField()),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "board",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="scorings",
                        to="scoring.board",
                    ),
                ),
                (
                    "run",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="scorings",
                        to="scoring.ripplerun",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RippleScore",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.IntegerField()),
                ("kind", models.CharField(max_length=20)),
                ("name", models.TextField(blank=True)),
                ("n_items", models.IntegerField()),
                ("n_units", models.IntegerField()),
                ("n_sources", models.IntegerField()),
                ("figures", models.JSONField()),
                (
                    "scoring",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="scores",
                        to="scoring.ripplescoring",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RippleItemScore",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.IntegerField()),
                ("item_name", models.TextField()),
                ("split", models.CharField(max_length=11)),
                ("outcome", models.CharField(max_length=9)),
                ("recall", models.FloatField()),
                (
                    "causes",
                    django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), size=None),
                ),
                ("detail", models.JSONField()),
                (
                    "item",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="benchmark.releaseripple",
                    ),
                ),
                (
                    "scoring",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="items",
                        to="scoring.ripplescoring",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="board",
            constraint=models.UniqueConstraint(fields=("release", "number"), name="board_number_once"),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="board",
            trigger=pgtrigger.compiler.Trigger(
                name="board_append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="808e16388e54765b6f7fc335026c94a9cebc0018",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_board_append_only_2f119",
                    table="scoring_board",
                    when="BEFORE",
                ),
            ),
        ),
        migrations.AddConstraint(
            model_name="comparison",
            constraint=models.UniqueConstraint(fields=("board", "manifest_number"), name="comparison_once"),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="comparison",
            trigger=pgtrigger.compiler.Trigger(
                name="comparison_append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="50af8480daef080c6d05e9ac4b6252124a50dfb1",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_comparison_append_only_bdd9a",
                    table="scoring_comparison",
                    when="BEFORE",
                ),
            ),
        ),
        migrations.AddConstraint(
            model_name="configuration",
            constraint=models.UniqueConstraint(fields=("release", "sha256"), name="configuration_once"),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="configuration",
            trigger=pgtrigger.compiler.Trigger(
                name="configuration_append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="dab8d5d5f46f2ed2f2e515812d9d7b777606af8e",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_configuration_append_only_e90d2",
                    table="scoring_configuration",
                    when="BEFORE",
                ),
            ),
        ),
        migrations.AddConstraint(
            model_name="recoverychart",
            constraint=models.UniqueConstraint(fields=("comparison", "part"), name="recovery_chart_once"),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="recoverychart",
            trigger=pgtrigger.compiler.Trigger(
                name="recovery_chart_append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="73795db17b39bbf28da7040e499f5e0749f5ebfc",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_recovery_chart_append_only_bd0c3",
                    table="scoring_recoverychart",
                    when="BEFORE",
                ),
            ),
        ),
        migrations.AddIndex(
            model_name="ripplerun",
            index=models.Index(fields=["release", "-id"], name="ripple_run_newest"),
        ),
        migrations.AddConstraint(
            model_name="ripplerun",
            constraint=models.UniqueConstraint(fields=("configuration", "sha256"), name="ripple_run_once"),
        ),
        migrations.AddConstraint(
            model_name="ripplerun",
            constraint=models.CheckConstraint(
                condition=models.Q(("origin__in", ["upload", "baseline", "hosted"])),
                name="ripple_run_origin_known",
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="ripplerun",
            trigger=pgtrigger.compiler.Trigger(
                name="ripple_run_append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="8b4b6683556cab7c7cc6bf85e3438bcea4f2cf39",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_ripple_run_append_only_b51e5",
                    table="scoring_ripplerun",
                    when="BEFORE",
                ),
            ),
        ),
        migrations.AddConstraint(
            model_name="rippleresponse",
            constraint=models.UniqueConstraint(fields=("run", "item"), name="ripple_response_once"),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="rippleresponse",
            trigger=pgtrigger.compiler.Trigger(
                name="ripple_response_append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="c8e2e5c368676de45a05259b64c8aef18cddbb09",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_ripple_response_append_only_e52e6",
                    table="scoring_rippleresponse",
                    when="BEFORE",
                ),
            ),
        ),
        migrations.AddConstraint(
            model_name="ripplepiece",
            constraint=models.UniqueConstraint(fields=("run", "position"), name="ripple_piece_once"),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="ripplepiece",
            trigger=pgtrigger.compiler.Trigger(
                name="ripple_piece_append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="f8a48a5f6529faa2c5d7bd1bb99ee6ebfc9dfe48",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_ripple_piece_append_only_6d59e",
                    table="scoring_ripplepiece",
                    when="BEFORE",
                ),
            ),
        ),
        migrations.AddConstraint(
            model_name="manifestline",
            constraint=models.UniqueConstraint(
                fields=("release", "number"), name="manifest_line_number_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="manifestline",
            constraint=models.UniqueConstraint(
                condition=models.Q(("replaces", None)),
                fields=("configuration",),
                name="manifest_line_begins_once",
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="manifestline",
            trigger=pgtrigger.compiler.Trigger(
                name="manifest_line_append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="3c7a803fb2004d78921644570d4d53df59776659",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_manifest_line_append_only_9d14f",
                    table="scoring_manifestline",
                    when="BEFORE",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="manifestline",
            trigger=pgtrigger.compiler.Trigger(
                name="manifest_line_is_of_its_row",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="\n    PERFORM 1 FROM scoring_ripplerun r JOIN scoring_configuration c ON c.id = r.configuration_id\n        WHERE r.id = NEW.run_id AND c.id = NEW.configuration_id AND c.release_id = NEW.release_id;\n    IF NOT FOUND THEN\n        RAISE EXCEPTION 'manifest line: the run is of another configuration'\n            USING ERRCODE = 'check_violation';\n    END IF;\n    IF NEW.replaces_id IS NOT NULL THEN\n        PERFORM 1 FROM scoring_manifestline m\n            WHERE m.id = NEW.replaces_id AND m.configuration_id = NEW.configuration_id;\n        IF NOT FOUND THEN\n            RAISE EXCEPTION 'manifest line: it replaces a line of another row'\n                USING ERRCODE = 'check_violation';\n        END IF;\n    END IF;\n    RETURN NEW;\n",
                    hash="2883e51bc79a2062b1333b7476febef9e458ed8d",
                    operation="INSERT",
                    pgid="pgtrigger_manifest_line_is_of_its_row_9c8cb",
                    table="scoring_manifestline",
                    when="BEFORE",
                ),
            ),
        ),
        migrations.AddIndex(
            model_name="ripplescoring",
            index=models.Index(fields=["board", "parser"], name="ripple_scoring_board"),
        ),
        migrations.AddConstraint(
            model_name="ripplescoring",
            constraint=models.UniqueConstraint(fields=("run", "board", "parser"), name="ripple_scoring_once"),
        ),
        migrations.AddConstraint(
            model_name="ripplescoring",
            constraint=models.CheckConstraint(
                condition=models.Q(("parser__in", ["primary", "fence_stripped"])),
                name="ripple_scoring_parser_known",
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="ripplescoring",
            trigger=pgtrigger.compiler.Trigger(
                name="ripple_scoring_append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="7be9b44d814ce2ee0cf40087a79593d85cbd7e82",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_ripple_scoring_append_only_742ac",
                    table="scoring_ripplescoring",
                    when="BEFORE",
                ),
            ),
        ),
        migrations.AddConstraint(
            model_name="ripplescore",
            constraint=models.UniqueConstraint(fields=("scoring", "position"), name="ripple_score_once"),
        ),
        migrations.AddConstraint(
            model_name="ripplescore",
            constraint=models.UniqueConstraint(
                fields=("scoring", "kind", "name"), name="ripple_score_slice_once"
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="ripplescore",
            trigger=pgtrigger.compiler.Trigger(
                name="ripple_score_append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="975625fe427ade404f4e71f0d9d816c9848fb2cb",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_ripple_score_append_only_b7322",
                    table="scoring_ripplescore",
                    when="BEFORE",
                ),
            ),
        ),
        migrations.AddIndex(
            model_name="rippleitemscore",
            index=models.Index(fields=["scoring", "recall", "position"], name="ripple_item_score_recall"),
        ),
        migrations.AddConstraint(
            model_name="rippleitemscore",
            constraint=models.UniqueConstraint(fields=("scoring", "position"), name="ripple_item_score_once"),
        ),
        migrations.AddConstraint(
            model_name="rippleitemscore",
            constraint=models.CheckConstraint(
                condition=models.Q(("outcome__in", ["complete", "part", "none", "malformed", "missing"])),
                name="ripple_item_score_outcome_known",
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="rippleitemscore",
            trigger=pgtrigger.compiler.Trigger(
                name="ripple_item_score_append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="475c0f6d708acaa8c99bc71dc0b8adb6bd24a9b5",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_ripple_item_score_append_only_d67fa",
                    table="scoring_rippleitemscore",
                    when="BEFORE",
                ),
            ),
        ),
    ]
