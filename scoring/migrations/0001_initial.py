"""The tables of runs, of their scores and of the controls, and what the database itself refuses."""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.datetime
import pgtrigger.compiler
from django.conf import settings
from django.db import migrations, models

import reviewapp.rules.codes
from reviewapp.migrations._at_once import AtOnce


class Migration(AtOnce):
    initial = True

    dependencies = [("benchmark", "0001_initial"), ("reviewapp", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="StoredRun",
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
                ("metadata", models.JSONField(default=dict)),
                ("file_name", models.CharField(max_length=255)),
                ("kind", models.CharField(max_length=5)),
                ("size", models.BigIntegerField()),
                ("sha256", models.CharField(max_length=64)),
                ("scale", models.CharField(max_length=500)),
                ("k", models.IntegerField()),
                ("replicates", models.IntegerField()),
                ("seed", models.BigIntegerField()),
                ("scorer", models.CharField(max_length=20)),
                ("n_results", models.IntegerField()),
                ("n_unknown", models.IntegerField()),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("scored_at", models.DateTimeField(null=True)),
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
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="reviewapp.job"
                    ),
                ),
                (
                    "release",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="runs",
                        to="benchmark.release",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["release", "-id"], name="stored_run_newest")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("release", "sha256", "scale", "k", "replicates", "seed", "scorer"),
                        name="stored_run_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["jsonl", "trec"])), name="stored_run_kind_known"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RunPiece",
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
                        to="scoring.storedrun",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("run", "position"), name="run_piece_once")],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="run_piece_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="fb4583e518370e62f69d81469104a4c410ab16c9",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_run_piece_append_only_75ff7",
                            table="scoring_runpiece",
                            when="BEFORE",
                        ),
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Rung",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("scale", models.CharField(max_length=500)),
                ("position", models.IntegerField()),
                ("n_missing", models.IntegerField()),
                ("chart_light", models.TextField()),
                ("chart_dark", models.TextField()),
                (
                    "run",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rungs",
                        to="scoring.storedrun",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("run", "scale"), name="rung_once"),
                    models.UniqueConstraint(fields=("run", "position"), name="rung_position_once"),
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="rung_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="e54bc084773741a2bf213c539375a4cae2fb46de",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_rung_append_only_12454",
                            table="scoring_rung",
                            when="BEFORE",
                        ),
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Score",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.IntegerField()),
                ("kind", models.CharField(max_length=6)),
                ("name", models.TextField(blank=True)),
                ("n_items", models.IntegerField()),
                ("metric", models.CharField(max_length=12)),
                ("value", models.FloatField(null=True)),
                ("low", models.FloatField(null=True)),
                ("high", models.FloatField(null=True)),
                ("n", models.IntegerField()),
                (
                    "rung",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="scores", to="scoring.rung"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("rung", "position", "metric"), name="score_once"),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["all", "single", "multi", "domain"])),
                        name="score_kind_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("value__isnull", True), ("n__gt", 0), _connector="OR"),
                        name="score_defined_over_items",
                    ),
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="score_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="0b2fa5c6c736e20b1d115bdc7216479ebeb25133",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_score_append_only_3e56f",
                            table="scoring_score",
                            when="BEFORE",
                        ),
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ItemResult",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.IntegerField()),
                ("item_name", models.TextField()),
                ("domain", models.TextField(blank=True)),
                ("multi", models.BooleanField()),
                ("outcome", models.CharField(max_length=7)),
                ("ids", django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), size=None)),
                (
                    "found",
                    django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None),
                ),
                (
                    "missed",
                    django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None),
                ),
                ("n_hard_negatives", models.IntegerField()),
                ("r_at_1", models.FloatField(null=True)),
                ("sr_at_k", models.FloatField()),
                ("fr_at_k", models.FloatField(null=True)),
                (
                    "item",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="benchmark.releaseitem",
                    ),
                ),
                (
                    "rung",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="results", to="scoring.rung"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["rung", "outcome", "position"], name="item_result_outcome"),
                    models.Index(fields=["rung", "domain", "position"], name="item_result_domain"),
                    models.Index(fields=["rung", "sr_at_k", "position"], name="item_result_sr"),
                    models.Index(
                        fields=["rung", "item_name"],
                        name="item_result_name",
                        opclasses=["int8_ops", "text_pattern_ops"],
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("rung", "position"), name="item_result_once"),
                    models.CheckConstraint(
                        condition=models.Q(("outcome__in", ["all", "some", "none", "missing"])),
                        name="item_result_outcome_known",
                    ),
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="item_result_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="f80290d24dce808fb5759ba0ecb6cfd0392e2af4",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_item_result_append_only_843a7",
                            table="scoring_itemresult",
                            when="BEFORE",
                        ),
                    )
                ],
            },
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
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("release", "sha256"), name="configuration_once")
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="configuration_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="dab8d5d5f46f2ed2f2e515812d9d7b777606af8e",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_configuration_append_only_e90d2",
                            table="scoring_configuration",
                            when="BEFORE",
                        ),
                    )
                ],
            },
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
            options={
                "indexes": [models.Index(fields=["release", "-id"], name="ripple_run_newest")],
                "constraints": [
                    models.UniqueConstraint(fields=("configuration", "sha256"), name="ripple_run_once"),
                    models.CheckConstraint(
                        condition=models.Q(("origin__in", ["upload", "baseline", "hosted"])),
                        name="ripple_run_origin_known",
                    ),
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="ripple_run_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="8b4b6683556cab7c7cc6bf85e3438bcea4f2cf39",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_ripple_run_append_only_b51e5",
                            table="scoring_ripplerun",
                            when="BEFORE",
                        ),
                    )
                ],
            },
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
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("run", "position"), name="ripple_piece_once")
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="ripple_piece_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="f8a48a5f6529faa2c5d7bd1bb99ee6ebfc9dfe48",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_ripple_piece_append_only_6d59e",
                            table="scoring_ripplepiece",
                            when="BEFORE",
                        ),
                    )
                ],
            },
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
            options={
                "constraints": [models.UniqueConstraint(fields=("run", "item"), name="ripple_response_once")],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="ripple_response_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="c8e2e5c368676de45a05259b64c8aef18cddbb09",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_ripple_response_append_only_e52e6",
                            table="scoring_rippleresponse",
                            when="BEFORE",
                        ),
                    )
                ],
            },
        ),
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
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("release", "number"), name="board_number_once")
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="board_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="808e16388e54765b6f7fc335026c94a9cebc0018",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_board_append_only_2f119",
                            table="scoring_board",
                            when="BEFORE",
                        ),
                    )
                ],
            },
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
            options={
                "indexes": [models.Index(fields=["board", "parser"], name="ripple_scoring_board")],
                "constraints": [
                    models.UniqueConstraint(fields=("run", "board", "parser"), name="ripple_scoring_once"),
                    models.CheckConstraint(
                        condition=models.Q(("parser__in", ["primary", "fence_stripped"])),
                        name="ripple_scoring_parser_known",
                    ),
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="ripple_scoring_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="7be9b44d814ce2ee0cf40087a79593d85cbd7e82",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_ripple_scoring_append_only_742ac",
                            table="scoring_ripplescoring",
                            when="BEFORE",
                        ),
                    )
                ],
            },
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
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("scoring", "position"), name="ripple_score_once"),
                    models.UniqueConstraint(
                        fields=("scoring", "kind", "name"), name="ripple_score_slice_once"
                    ),
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="ripple_score_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="975625fe427ade404f4e71f0d9d816c9848fb2cb",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_ripple_score_append_only_b7322",
                            table="scoring_ripplescore",
                            when="BEFORE",
                        ),
                    )
                ],
            },
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
            options={
                "indexes": [
                    models.Index(fields=["scoring", "recall", "position"], name="ripple_item_score_recall")
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("scoring", "position"), name="ripple_item_score_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("outcome__in", ["complete", "part", "none", "malformed", "missing"])
                        ),
                        name="ripple_item_score_outcome_known",
                    ),
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="ripple_item_score_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="475c0f6d708acaa8c99bc71dc0b8adb6bd24a9b5",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_ripple_item_score_append_only_d67fa",
                            table="scoring_rippleitemscore",
                            when="BEFORE",
                        ),
                    )
                ],
            },
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
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("release", "number"), name="manifest_line_number_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("replaces", None)),
                        fields=("configuration",),
                        name="manifest_line_begins_once",
                    ),
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
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
                    pgtrigger.compiler.Trigger(
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
                ],
            },
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
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("board", "manifest_number"), name="comparison_once")
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="comparison_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="50af8480daef080c6d05e9ac4b6252124a50dfb1",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_comparison_append_only_bdd9a",
                            table="scoring_comparison",
                            when="BEFORE",
                        ),
                    )
                ],
            },
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
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("comparison", "part"), name="recovery_chart_once")
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="recovery_chart_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="73795db17b39bbf28da7040e499f5e0749f5ebfc",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_recovery_chart_append_only_bd0c3",
                            table="scoring_recoverychart",
                            when="BEFORE",
                        ),
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="HostedRun",
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
                ("base_url", models.CharField(max_length=500)),
                ("request", models.JSONField()),
                ("template", models.TextField()),
                ("prompt_sha256", models.CharField(max_length=64)),
                ("n_items", models.IntegerField()),
                ("concurrency", models.IntegerField()),
                ("retries", models.IntegerField()),
                ("timeout_seconds", models.IntegerField()),
                ("price_in", models.FloatField(null=True)),
                ("price_out", models.FloatField(null=True)),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "configuration",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="hosted_runs",
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
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="reviewapp.job"
                    ),
                ),
                (
                    "release",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="hosted_runs",
                        to="benchmark.release",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["release", "-id"], name="hosted_run_newest")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("price_in__isnull", True), ("price_out__isnull", True)),
                            models.Q(("price_in__isnull", False), ("price_out__isnull", False)),
                            _connector="OR",
                        ),
                        name="hosted_run_prices_both_or_none",
                    )
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="hosted_run_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="0716d1997f0af8198160199219ced40d92370310",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_hosted_run_append_only_bcdd8",
                            table="scoring_hostedrun",
                            when="BEFORE",
                        ),
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="HostedRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("body", models.TextField()),
                ("key", models.CharField(max_length=64)),
                ("asked_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
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
                        related_name="requests",
                        to="scoring.hostedrun",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["run", "item"], name="hosted_request_item")],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="hosted_request_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="899d17848e6a19fdf9d1e38d717b122bef45ff73",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_hosted_request_append_only_382ab",
                            table="scoring_hostedrequest",
                            when="BEFORE",
                        ),
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="HostedAttempt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.IntegerField()),
                ("kind", models.CharField(max_length=12)),
                ("status", models.IntegerField(null=True)),
                ("seconds", models.FloatField()),
                ("provider_request", models.CharField(blank=True, max_length=200)),
                ("body", models.BinaryField()),
                ("cut", models.BooleanField()),
                ("answer", models.CharField(blank=True, max_length=13)),
                ("finish_reason", models.CharField(blank=True, max_length=200)),
                ("model", models.CharField(blank=True, max_length=200)),
                ("prompt_tokens", models.BigIntegerField(null=True)),
                ("completion_tokens", models.BigIntegerField(null=True)),
                ("ended_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "request",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="attempts",
                        to="scoring.hostedrequest",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("request", "number"), name="hosted_attempt_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                [
                                    "answered",
                                    "refused",
                                    "rate_limited",
                                    "server_error",
                                    "timed_out",
                                    "unreachable",
                                ],
                            )
                        ),
                        name="hosted_attempt_kind_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind", "answered"), ("answer", ""), _connector="XOR"),
                        name="hosted_attempt_says_if_answered",
                    ),
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="hosted_attempt_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="003c038656a85dcedcc777927446d1b164fdf7ca",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_hosted_attempt_append_only_094e6",
                            table="scoring_hostedattempt",
                            when="BEFORE",
                        ),
                    )
                ],
            },
        ),
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
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="control_report_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="cd45f5b9faabc3a59d9c4e8020b55293d26476f4",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_control_report_append_only_3acae",
                            table="scoring_controlreport",
                            when="BEFORE",
                        ),
                    )
                ],
            },
        ),
        # --- What no model says: nothing here
    ]
