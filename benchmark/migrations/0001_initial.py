"""The tables of releases, of constructions, and what the database itself refuses."""

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

    dependencies = [("reviewapp", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="Release",
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
                ("name", models.CharField(max_length=120, unique=True)),
                ("note", models.TextField(blank=True)),
                ("manifest", models.TextField()),
                ("manifest_sha256", models.CharField(max_length=64)),
                ("readme", models.TextField(blank=True)),
                ("n_items", models.IntegerField()),
                ("n_documents", models.IntegerField()),
                ("n_decisions", models.IntegerField()),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "made_in",
                    models.BigIntegerField(
                        db_default=models.Func(
                            function="txid_current", output_field=models.BigIntegerField()
                        ),
                        editable=False,
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
                    "replaces",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="replaced_by",
                        to="benchmark.release",
                    ),
                ),
                ("kind", models.CharField(default="evidence", max_length=8)),
                ("review_status", models.CharField(default="reviewed", max_length=17)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["evidence", "ripple"])), name="release_kind_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("review_status", "reviewed"),
                            models.Q(("kind", "ripple"), ("review_status", "machine_validated")),
                            _connector="OR",
                        ),
                        name="release_review_known",
                    ),
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="release_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="142e3cb32a263bf48d605eb82592277173650aa3",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_release_append_only_f8e92",
                            table="benchmark_release",
                            when="BEFORE",
                        ),
                    ),
                    pgtrigger.compiler.Trigger(
                        name="release_is_its_manifest",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="\n    IF NEW.manifest_sha256 IS DISTINCT FROM encode(sha256(convert_to(NEW.manifest, 'UTF8')), 'hex') THEN\n        RAISE EXCEPTION 'release: manifest_sha256 is not that of its manifest'\n            USING ERRCODE = 'check_violation';\n    END IF;\n    RETURN NEW;\n",
                            hash="5c49f59238bb7dcff6bfe914f27cf08b474704d2",
                            operation="INSERT",
                            pgid="pgtrigger_release_is_its_manifest_82b83",
                            table="benchmark_release",
                            when="BEFORE",
                        ),
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ReleaseItem",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.IntegerField()),
                ("item_id", models.TextField()),
                ("domain", models.TextField(blank=True)),
                ("source", models.TextField()),
                (
                    "ref_list",
                    django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None),
                ),
                (
                    "hard_negatives",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.BigIntegerField(), default=list, size=None
                    ),
                ),
                (
                    "answer_aliases",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.TextField(), default=list, size=None
                    ),
                ),
                ("line", models.TextField()),
                ("sha256", models.CharField(max_length=64)),
                (
                    "release",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="items",
                        to="benchmark.release",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["release", "domain", "position"], name="release_item_domain"),
                    models.Index(fields=["release", "source", "position"], name="release_item_source"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("release", "item_id"), name="release_item_once"),
                    models.UniqueConstraint(
                        fields=("release", "position"), name="release_item_position_once"
                    ),
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="release_item_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="85eaa4afa127cca09e1d87092a6c452a0a4d6685",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_release_item_append_only_05ce2",
                            table="benchmark_releaseitem",
                            when="BEFORE",
                        ),
                    ),
                    pgtrigger.compiler.Trigger(
                        name="release_item_is_its_bytes",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="\n    IF NEW.sha256 IS DISTINCT FROM encode(sha256(convert_to(NEW.line, 'UTF8')), 'hex') THEN\n        RAISE EXCEPTION 'release row: sha256 is not that of its line' USING ERRCODE = 'check_violation';\n    END IF;\n    RETURN NEW;\n",
                            hash="0f1ecb9697c610ed6e479da3f2d0648d8ad9a968",
                            operation="INSERT",
                            pgid="pgtrigger_release_item_is_its_bytes_a0a00",
                            table="benchmark_releaseitem",
                            when="BEFORE",
                        ),
                    ),
                    pgtrigger.compiler.Trigger(
                        name="release_item_sealed",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="\n    PERFORM 1 FROM benchmark_release r WHERE r.id = NEW.release_id AND r.made_in <> txid_current();\n    IF FOUND THEN\n        RAISE EXCEPTION 'release row: the release is frozen, nothing is added to it'\n            USING ERRCODE = 'check_violation';\n    END IF;\n    RETURN NEW;\n",
                            hash="44cec6f1991b41a70222a5df6221eb7d4f6eb468",
                            operation="INSERT",
                            pgid="pgtrigger_release_item_sealed_eea43",
                            table="benchmark_releaseitem",
                            when="BEFORE",
                        ),
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ReleaseDocument",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("sha256", models.CharField(max_length=64)),
                (
                    "document",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="reviewapp.document"
                    ),
                ),
                (
                    "release",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="documents",
                        to="benchmark.release",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("release", "document"), name="release_document_once")
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="release_document_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="71882f6442e942c9a0eb1b2837e76cec2c584947",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_release_document_append_only_c8187",
                            table="benchmark_releasedocument",
                            when="BEFORE",
                        ),
                    ),
                    pgtrigger.compiler.Trigger(
                        name="release_document_sealed",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="\n    PERFORM 1 FROM benchmark_release r WHERE r.id = NEW.release_id AND r.made_in <> txid_current();\n    IF FOUND THEN\n        RAISE EXCEPTION 'release row: the release is frozen, nothing is added to it'\n            USING ERRCODE = 'check_violation';\n    END IF;\n    RETURN NEW;\n",
                            hash="ea7217de150b237c5d60c66c1ee45eb2da737808",
                            operation="INSERT",
                            pgid="pgtrigger_release_document_sealed_a530b",
                            table="benchmark_releasedocument",
                            when="BEFORE",
                        ),
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ReleaseDecision",
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
                        related_name="decisions",
                        to="benchmark.release",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["release", "item_id"], name="release_decision_item")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("release", "position"), name="release_decision_position_once"
                    )
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="release_decision_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="89e020e60789fb64268d9b6a700f9ea88a7cbee4",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_release_decision_append_only_4581a",
                            table="benchmark_releasedecision",
                            when="BEFORE",
                        ),
                    ),
                    pgtrigger.compiler.Trigger(
                        name="release_decision_is_its_bytes",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="\n    IF NEW.sha256 IS DISTINCT FROM encode(sha256(convert_to(NEW.line, 'UTF8')), 'hex') THEN\n        RAISE EXCEPTION 'release row: sha256 is not that of its line' USING ERRCODE = 'check_violation';\n    END IF;\n    RETURN NEW;\n",
                            hash="b2f2e39a477a1100e49a40bf507be0c49f0d1543",
                            operation="INSERT",
                            pgid="pgtrigger_release_decision_is_its_bytes_03301",
                            table="benchmark_releasedecision",
                            when="BEFORE",
                        ),
                    ),
                    pgtrigger.compiler.Trigger(
                        name="release_decision_sealed",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="\n    PERFORM 1 FROM benchmark_release r WHERE r.id = NEW.release_id AND r.made_in <> txid_current();\n    IF FOUND THEN\n        RAISE EXCEPTION 'release row: the release is frozen, nothing is added to it'\n            USING ERRCODE = 'check_violation';\n    END IF;\n    RETURN NEW;\n",
                            hash="69e875b5ae51e9158e6de2d7c90acc88981483cb",
                            operation="INSERT",
                            pgid="pgtrigger_release_decision_sealed_58e08",
                            table="benchmark_releasedecision",
                            when="BEFORE",
                        ),
                    ),
                ],
            },
        ),
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
                "triggers": [
                    pgtrigger.compiler.Trigger(
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
                    pgtrigger.compiler.Trigger(
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
                    pgtrigger.compiler.Trigger(
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
                ],
            },
        ),
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
                "triggers": [
                    pgtrigger.compiler.Trigger(
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
                    pgtrigger.compiler.Trigger(
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
                    pgtrigger.compiler.Trigger(
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
                ],
            },
        ),
        migrations.CreateModel(
            name="ReleaseLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("file", models.CharField(max_length=40)),
                ("position", models.IntegerField()),
                ("line", models.TextField()),
                ("sha256", models.CharField(max_length=64)),
                (
                    "release",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="lines",
                        to="benchmark.release",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("release", "file", "position"), name="release_line_once")
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="release_line_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="d2b08f268cbf1de035457877d194c66286a3d3e0",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_release_line_append_only_ba76f",
                            table="benchmark_releaseline",
                            when="BEFORE",
                        ),
                    ),
                    pgtrigger.compiler.Trigger(
                        name="release_line_is_its_bytes",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="\n    IF NEW.sha256 IS DISTINCT FROM encode(sha256(convert_to(NEW.line, 'UTF8')), 'hex') THEN\n        RAISE EXCEPTION 'release row: sha256 is not that of its line' USING ERRCODE = 'check_violation';\n    END IF;\n    RETURN NEW;\n",
                            hash="f2abe5faa28fbba054c2b4053df0161994fbdcaa",
                            operation="INSERT",
                            pgid="pgtrigger_release_line_is_its_bytes_62a17",
                            table="benchmark_releaseline",
                            when="BEFORE",
                        ),
                    ),
                    pgtrigger.compiler.Trigger(
                        name="release_line_sealed",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="\n    PERFORM 1 FROM benchmark_release r WHERE r.id = NEW.release_id AND r.made_in <> txid_current();\n    IF FOUND THEN\n        RAISE EXCEPTION 'release row: the release is frozen, nothing is added to it'\n            USING ERRCODE = 'check_violation';\n    END IF;\n    RETURN NEW;\n",
                            hash="aba5d7851254c6b452be580295a6d9126b89519f",
                            operation="INSERT",
                            pgid="pgtrigger_release_line_sealed_baf38",
                            table="benchmark_releaseline",
                            when="BEFORE",
                        ),
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ConstructionDecision",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("change", models.TextField()),
                ("reason", models.TextField(blank=True)),
                ("outputs", models.TextField(blank=True)),
                ("entered_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "entered_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["at", "id"], name="construction_decision_order")],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="construction_decision_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="39276c519ca3b4b272f058b72f9c7ca8c51c58ac",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_construction_decision_append_only_cf385",
                            table="benchmark_constructiondecision",
                            when="BEFORE",
                        ),
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Erratum",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("withdraws", models.BooleanField(default=False)),
                ("note", models.TextField()),
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
                        related_name="errata",
                        to="benchmark.release",
                    ),
                ),
                (
                    "item",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="errata",
                        to="benchmark.releaseitem",
                    ),
                ),
                (
                    "ripple",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="errata",
                        to="benchmark.releaseripple",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("withdraws", True)),
                        fields=("item",),
                        name="erratum_withdraws_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("withdraws", True)),
                        fields=("ripple",),
                        name="erratum_withdraws_ripple_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("withdraws", False),
                            ("item__isnull", False),
                            ("ripple__isnull", False),
                            _connector="OR",
                        ),
                        name="erratum_withdraws_an_item",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("item__isnull", True), ("ripple__isnull", True), _connector="OR"),
                        name="erratum_of_one_item",
                    ),
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="erratum_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="871f4ac0429a607aa0be9d956c3b140b80ee2d02",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_erratum_append_only_9651c",
                            table="benchmark_erratum",
                            when="BEFORE",
                        ),
                    ),
                    pgtrigger.compiler.Trigger(
                        name="erratum_is_of_its_release",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="\n    IF EXISTS (SELECT FROM benchmark_releaseitem i\n            WHERE i.id = NEW.item_id AND i.release_id <> NEW.release_id)\n        OR EXISTS (SELECT FROM benchmark_releaseripple r\n            WHERE r.id = NEW.ripple_id AND r.release_id <> NEW.release_id) THEN\n        RAISE EXCEPTION 'erratum: the item is of another release' USING ERRCODE = 'check_violation';\n    END IF;\n    RETURN NEW;\n",
                            hash="ecaa8639a0191c7fc23a3b0bbbd23255d3c1cab5",
                            operation="INSERT",
                            pgid="pgtrigger_erratum_is_of_its_release_b0121",
                            table="benchmark_erratum",
                            when="BEFORE",
                        ),
                    ),
                ],
            },
        ),
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
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="construction_piece_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="47cc6aa19c1532ed4a034899ffee24700f7a138e",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_construction_piece_append_only_d277c",
                            table="benchmark_constructionpiece",
                            when="BEFORE",
                        ),
                    )
                ],
            },
        ),
        # --- What no model says: nothing here
    ]
