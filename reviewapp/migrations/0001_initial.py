"""The tables of the review desk, what the database itself refuses, and what no model says."""

import django.contrib.auth.models
import django.contrib.auth.validators
import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.contrib.postgres.search
import django.db.models.constraints
import django.db.models.deletion
import django.db.models.fields.json
import django.db.models.functions.datetime
import django.db.models.functions.text
import django.utils.timezone
import pgtrigger.compiler
from django.conf import settings
from django.db import migrations, models

import reviewapp.models.campaigns
import reviewapp.models.people
import reviewapp.rules.codes
from reviewapp.migrations._at_once import AtOnce

GROUPS = ("annotator", "adjudicator", "manager")


def make_groups(apps, schema_editor):
    group = apps.get_model("auth", "Group")
    for name in GROUPS:
        group.objects.get_or_create(name=name)


class Migration(AtOnce):
    initial = True

    dependencies = [("auth", "0012_alter_user_first_name_max_length")]

    operations = [
        migrations.CreateModel(
            name="Source",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120, unique=True)),
                ("version", models.CharField(blank=True, max_length=120)),
                ("licence", models.CharField(blank=True, max_length=200)),
                ("citation", models.TextField(blank=True)),
                ("scope", models.CharField(blank=True, max_length=200)),
                ("url", models.CharField(blank=True, max_length=500)),
            ],
            options={
                "ordering": ["name"],
            },
        ),
        migrations.CreateModel(
            name="Document",
            fields=[
                ("doc_id", models.BigIntegerField(primary_key=True, serialize=False)),
                ("external_id", models.TextField(null=True)),
                ("title", models.TextField()),
                ("text", models.TextField()),
                ("domain", models.TextField(null=True)),
                ("text_sha256", models.CharField(max_length=64)),
                ("record_sha256", models.CharField(max_length=64)),
                ("n_chars", models.IntegerField()),
                ("n_bytes", models.IntegerField()),
                ("n_tokens", models.IntegerField()),
                ("place", models.TextField()),
                (
                    "alias_of",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="aliases",
                        to="reviewapp.document",
                    ),
                ),
                (
                    "source",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="documents",
                        to="reviewapp.source",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("alias_of__isnull", True)),
                        fields=("text_sha256",),
                        name="document_text_once",
                    ),
                    models.UniqueConstraint(
                        fields=("source", "external_id"),
                        name="document_external_id_once",
                        nulls_distinct=True,
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("alias_of__isnull", True), ("text", ""), _connector="OR"),
                        name="document_alias_holds_no_text",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("doc_id__gte", 0)), name="document_id_positive"
                    ),
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="document_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="c9bc67f892b4848012893a7dd6c6b5be4016bc99",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_document_append_only_8afbc",
                            table="reviewapp_document",
                            when="BEFORE",
                        ),
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="EvidenceItem",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "code",
                    models.CharField(default=reviewapp.rules.codes.new_code, editable=False, max_length=12),
                ),
                ("item_id", models.TextField()),
                ("query", models.TextField()),
                ("answer", models.TextField()),
                (
                    "answer_aliases",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.TextField(), blank=True, default=list, size=None
                    ),
                ),
                ("imported_domain", models.TextField(null=True)),
                ("domain", models.TextField(null=True)),
                ("task_type", models.TextField(null=True)),
                (
                    "track",
                    models.CharField(
                        choices=[
                            ("single", "single"),
                            ("rewriting", "rewriting"),
                            ("atomization", "atomization"),
                        ],
                        default="single",
                        max_length=12,
                    ),
                ),
                (
                    "flags",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=20), blank=True, default=list, size=None
                    ),
                ),
                ("n_references", models.IntegerField()),
                ("state", models.CharField(default="proposed", max_length=12)),
                ("record_sha256", models.CharField(max_length=64)),
                ("place", models.TextField()),
                ("imported_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "source",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="items",
                        to="reviewapp.source",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["state", "id"], name="item_state_id"),
                    models.Index(fields=["domain", "id"], name="item_domain_id"),
                    models.Index(fields=["source", "id"], name="item_source_id"),
                    models.Index(
                        condition=models.Q(("n_references", 1)), fields=["id"], name="item_single_source"
                    ),
                    models.Index(
                        condition=models.Q(("n_references__gt", 1)), fields=["id"], name="item_multi_source"
                    ),
                    models.Index(
                        condition=models.Q(("flags", []), _negated=True), fields=["id"], name="item_flagged"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("code",), name="item_code_once"),
                    models.UniqueConstraint(
                        deferrable=django.db.models.constraints.Deferrable["IMMEDIATE"],
                        fields=("item_id",),
                        name="item_item_id_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state__in", ["proposed", "in_review", "accepted", "rejected", "withdrawn"])
                        ),
                        name="item_state_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("track__in", ["single", "rewriting", "atomization"])),
                        name="item_track_known",
                    ),
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="item_moves",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            condition="WHEN ((OLD.\"state\", NEW.\"state\") IN (('proposed', 'accepted'), ('proposed', 'rejected'), ('in_review', 'proposed'), ('accepted', 'proposed'), ('rejected', 'proposed'), ('withdrawn', 'proposed'), ('withdrawn', 'in_review'), ('withdrawn', 'accepted'), ('withdrawn', 'rejected')))",
                            func="\n            RAISE EXCEPTION '% cannot go from % to %', TG_TABLE_NAME, OLD.state, NEW.state\n                USING ERRCODE = 'check_violation';\n        ",
                            hash="592d810832bb2103c30b232324d0216e0406aed4",
                            operation="UPDATE",
                            pgid="pgtrigger_item_moves_977b5",
                            table="reviewapp_evidenceitem",
                            when="BEFORE",
                        ),
                    ),
                    pgtrigger.compiler.Trigger(
                        name="item_awaits_words",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="INSERT INTO reviewapp_itemwords (item_id) SELECT id FROM new_items; RETURN NULL;",
                            hash="b3177ec54d453e3d50dac145a2a7d85c1cb35433",
                            level="STATEMENT",
                            operation="INSERT",
                            pgid="pgtrigger_item_awaits_words_38d9e",
                            referencing="REFERENCING NEW TABLE AS new_items ",
                            table="reviewapp_evidenceitem",
                            when="AFTER",
                        ),
                    ),
                    pgtrigger.compiler.Trigger(
                        name="item_lets_go",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="\n    IF EXISTS (SELECT FROM old_items o JOIN reviewapp_itemdocument d ON d.item_id = o.id) THEN\n        RAISE EXCEPTION 'an item that names documents cannot be deleted'\n            USING ERRCODE = 'foreign_key_violation';\n    END IF;\n    DELETE FROM reviewapp_itemwords w USING old_items o WHERE w.item_id = o.id;\n    RETURN NULL;\n",
                            hash="ff03d62e58ea529396a574dda51514ec260f4b6b",
                            level="STATEMENT",
                            operation="DELETE",
                            pgid="pgtrigger_item_lets_go_06abe",
                            referencing="REFERENCING OLD TABLE AS old_items ",
                            table="reviewapp_evidenceitem",
                            when="AFTER",
                        ),
                    ),
                    pgtrigger.compiler.Trigger(
                        name="item_id_stays",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update of \"id\" rows from % table', TG_TABLE_NAME;",
                            hash="891b1fcf9de37f3eabb6061ec509cc7ab1a9fe1a",
                            operation='UPDATE OF "id"',
                            pgid="pgtrigger_item_id_stays_e520d",
                            table="reviewapp_evidenceitem",
                            when="BEFORE",
                        ),
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ItemWords",
            fields=[
                (
                    "item",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="search",
                        serialize=False,
                        to="reviewapp.evidenceitem",
                    ),
                ),
                ("words", django.contrib.postgres.search.SearchVectorField(null=True)),
            ],
            options={
                "indexes": [
                    django.contrib.postgres.indexes.GinIndex(
                        condition=models.Q(("words__isnull", False)), fields=["words"], name="item_words"
                    ),
                    models.Index(
                        condition=models.Q(("words__isnull", True)), fields=["item"], name="item_awaits_words"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ItemDocument",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[("reference", "reference"), ("hard_negative", "hard negative")],
                        max_length=13,
                    ),
                ),
                ("position", models.IntegerField()),
                (
                    "document",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="item_documents",
                        to="reviewapp.document",
                    ),
                ),
                (
                    "item",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="item_documents",
                        to="reviewapp.evidenceitem",
                    ),
                ),
                ("base_position", models.IntegerField(null=True)),
                ("by_review", models.BooleanField(db_default=False, default=False)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("item", "role", "position"), name="item_document_position_once"
                    ),
                    models.UniqueConstraint(fields=("document", "item"), name="item_document_once"),
                    models.CheckConstraint(
                        condition=models.Q(("role__in", ["reference", "hard_negative"])),
                        name="item_document_role_known",
                    ),
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="item_document_references",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            declare="DECLARE missing BIGINT;",
                            func="\n            SELECT n.item_id INTO missing FROM (SELECT DISTINCT item_id FROM new_rows) n\n            LEFT JOIN reviewapp_evidenceitem t ON t.id = n.item_id WHERE t.id IS NULL LIMIT 1;\n            IF FOUND THEN\n                RAISE EXCEPTION '% has item_id %, which is not in reviewapp_evidenceitem', TG_TABLE_NAME, missing\n                    USING ERRCODE = 'foreign_key_violation';\n            END IF;\n            SELECT n.document_id INTO missing FROM (SELECT DISTINCT document_id FROM new_rows) n\n            LEFT JOIN reviewapp_document t ON t.doc_id = n.document_id WHERE t.doc_id IS NULL LIMIT 1;\n            IF FOUND THEN\n                RAISE EXCEPTION '% has document_id %, which is not in reviewapp_document', TG_TABLE_NAME, missing\n                    USING ERRCODE = 'foreign_key_violation';\n            END IF;\n            RETURN NULL;\n        ",
                            hash="dd7ec3daf25f944c7e683747f48ab7a38086f0bb",
                            level="STATEMENT",
                            operation="INSERT",
                            pgid="pgtrigger_item_document_references_39ee3",
                            referencing="REFERENCING NEW TABLE AS new_rows ",
                            table="reviewapp_itemdocument",
                            when="AFTER",
                        ),
                    ),
                    pgtrigger.compiler.Trigger(
                        name="item_document_pair_stays",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func='RAISE EXCEPTION \'pgtrigger: Cannot update of "item_id", "document_id" rows from % table\', TG_TABLE_NAME;',
                            hash="536f84539b59b1034ad5fa3c336453500410b231",
                            operation='UPDATE OF "item_id", "document_id"',
                            pgid="pgtrigger_item_document_pair_stays_2d15d",
                            table="reviewapp_itemdocument",
                            when="BEFORE",
                        ),
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Person",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "A user with that username already exists."},
                        help_text="Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.",
                        max_length=150,
                        unique=True,
                        validators=[django.contrib.auth.validators.UnicodeUsernameValidator()],
                        verbose_name="username",
                    ),
                ),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="email address")),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                (
                    "date_joined",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="date joined"),
                ),
                (
                    "code",
                    models.CharField(
                        default=reviewapp.rules.codes.new_code, editable=False, max_length=12, unique=True
                    ),
                ),
                (
                    "pseudonym",
                    models.CharField(
                        default=reviewapp.models.people.new_pseudonym,
                        editable=False,
                        max_length=20,
                        unique=True,
                    ),
                ),
                (
                    "session_salt",
                    models.CharField(default=reviewapp.rules.codes.new_code, editable=False, max_length=12),
                ),
                ("time_zone", models.CharField(default="UTC", max_length=64)),
                (
                    "theme",
                    models.CharField(
                        choices=[("system", "as the system has it"), ("light", "light"), ("dark", "dark")],
                        default="system",
                        max_length=8,
                    ),
                ),
                ("keys_off", models.JSONField(blank=True, default=list)),
                ("name", models.CharField(blank=True, max_length=120)),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
                ("token_salt", models.CharField(blank=True, default="", editable=False, max_length=12)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("theme__in", ["system", "light", "dark"])),
                        name="person_theme_known",
                    ),
                    models.UniqueConstraint(
                        django.db.models.functions.text.Lower("username"), name="person_username_any_case"
                    ),
                ],
            },
            managers=[
                ("objects", django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name="SourceFile",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=500)),
                ("sha256", models.CharField(max_length=64)),
                ("n_bytes", models.BigIntegerField()),
                ("format", models.CharField(max_length=40)),
                ("n_documents", models.IntegerField(default=0)),
                ("n_items", models.IntegerField(default=0)),
                ("imported_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "imported_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "source",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="files",
                        to="reviewapp.source",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["sha256"], name="source_file_sha256")],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="source_file_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="2aa932b6f3d90a3934a831264c93063afcf21bc7",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_source_file_append_only_bd2ed",
                            table="reviewapp_sourcefile",
                            when="BEFORE",
                        ),
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="OneTimeLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "purpose",
                    models.CharField(
                        choices=[("invitation", "invitation"), ("recovery", "recovery"), ("login", "login")],
                        max_length=12,
                    ),
                ),
                ("token_sha256", models.CharField(max_length=64, unique=True)),
                ("issued_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                ("revoked_at", models.DateTimeField(null=True)),
                (
                    "issued_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="links",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("revoked_at__isnull", True), ("used_at__isnull", True)),
                        fields=["person"],
                        name="link_unused",
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("purpose__in", ["invitation", "recovery", "login"])),
                        name="link_purpose_known",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="RippleBatch",
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
                ("name", models.TextField()),
                ("sha256", models.CharField(max_length=64)),
                ("n_items", models.IntegerField()),
                ("imported_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "imported_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="ripple_batch_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="f65538035c3c172989c96c5a0f4b52a3b45f5945",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_ripple_batch_append_only_9449d",
                            table="reviewapp_ripplebatch",
                            when="BEFORE",
                        ),
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="RippleItem",
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
                ("item_id", models.TextField(unique=True)),
                ("public", models.JSONField()),
                ("n_documents", models.IntegerField()),
                ("n_units", models.IntegerField()),
                ("state", models.CharField(default="proposed", max_length=12)),
                ("record_sha256", models.CharField(max_length=64)),
                ("place", models.TextField()),
                ("imported_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "batch",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="items",
                        to="reviewapp.ripplebatch",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["state", "id"], name="ripple_state_id")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state__in", ["proposed", "in_review", "accepted", "rejected", "withdrawn"])
                        ),
                        name="ripple_state_known",
                    )
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="ripple_moves",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            condition="WHEN ((OLD.\"state\", NEW.\"state\") IN (('proposed', 'accepted'), ('proposed', 'rejected'), ('in_review', 'proposed'), ('accepted', 'proposed'), ('rejected', 'proposed'), ('withdrawn', 'proposed'), ('withdrawn', 'in_review'), ('withdrawn', 'accepted'), ('withdrawn', 'rejected')))",
                            func="\n            RAISE EXCEPTION '% cannot go from % to %', TG_TABLE_NAME, OLD.state, NEW.state\n                USING ERRCODE = 'check_violation';\n        ",
                            hash="234919512bd534c0cba9bcf1b9ac6e4a8fc853f9",
                            operation="UPDATE",
                            pgid="pgtrigger_ripple_moves_18db9",
                            table="reviewapp_rippleitem",
                            when="BEFORE",
                        ),
                    ),
                    pgtrigger.compiler.Trigger(
                        name="ripple_public_stays",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func='RAISE EXCEPTION \'pgtrigger: Cannot update of "code", "item_id", "public", "n_documents", "n_units", "batch_id", "record_sha256" or delete rows from % table\', TG_TABLE_NAME;',
                            hash="8deafee266e1fee8d15c8fd60f5e26a22b441d54",
                            operation='UPDATE OF "code", "item_id", "public", "n_documents", "n_units", "batch_id", "record_sha256" OR DELETE',
                            pgid="pgtrigger_ripple_public_stays_0801e",
                            table="reviewapp_rippleitem",
                            when="BEFORE",
                        ),
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RippleKey",
            fields=[
                (
                    "item",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="key",
                        serialize=False,
                        to="reviewapp.rippleitem",
                    ),
                ),
                ("split", models.CharField(max_length=11)),
                ("source_id", models.TextField()),
                ("shape", models.TextField()),
                ("closure", models.JSONField()),
                ("supporting_units", models.JSONField()),
                ("spans", models.JSONField()),
                ("warnings", models.JSONField(default=list)),
                ("record", models.TextField()),
                ("as_imported", models.TextField(null=True)),
            ],
            options={
                "indexes": [models.Index(fields=["source_id"], name="ripple_source")],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="ripple_key_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="a7f5858c196cac23470981dd36d3635551991bff",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_ripple_key_append_only_90624",
                            table="reviewapp_ripplekey",
                            when="BEFORE",
                        ),
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="RippleExclusion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("list", models.TextField()),
                ("source_id", models.TextField()),
                ("added_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "added_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("source_id", "list"), name="ripple_exclusion_once")
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="ripple_exclusion_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="299e645a06009a442c02efff78a67385be57f213",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_ripple_exclusion_append_only_64d65",
                            table="reviewapp_rippleexclusion",
                            when="BEFORE",
                        ),
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="CollisionCandidate",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("rank", models.PositiveIntegerField()),
                ("similarity", models.FloatField()),
                ("marks", models.JSONField(default=dict)),
                ("place", models.TextField()),
                ("imported_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "document",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="reviewapp.document"
                    ),
                ),
                (
                    "item",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="candidates",
                        to="reviewapp.evidenceitem",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("item", "document"), name="candidate_once"),
                    models.UniqueConstraint(fields=("item", "rank"), name="candidate_rank_once"),
                    models.CheckConstraint(
                        condition=models.Q(("rank__gte", 1)), name="candidate_rank_positive"
                    ),
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="candidate_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="ec56cd7e43e2af302490c68852161c09290d8231",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_candidate_append_only_573ad",
                            table="reviewapp_collisioncandidate",
                            when="BEFORE",
                        ),
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="CollisionVerdict",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("model", models.TextField()),
                ("prompt_version", models.TextField()),
                ("verdict", models.CharField(max_length=14, null=True)),
                ("rationale", models.TextField(blank=True)),
                ("quote", models.TextField(blank=True)),
                ("place", models.TextField()),
                ("imported_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "candidate",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="verdicts",
                        to="reviewapp.collisioncandidate",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["model", "prompt_version"], name="verdict_model")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("candidate", "model", "prompt_version"), name="verdict_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("verdict__isnull", True),
                            ("verdict__in", ["conflict", "hard_negative", "false_negative"]),
                            _connector="OR",
                        ),
                        name="verdict_known",
                    ),
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="verdict_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="373caf3588c2226b8035625427c10f86fe8b5bb5",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_verdict_append_only_e508d",
                            table="reviewapp_collisionverdict",
                            when="BEFORE",
                        ),
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Job",
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
                ("kind", models.CharField(max_length=40)),
                ("title", models.CharField(max_length=200)),
                ("state", models.CharField(default="waiting", max_length=10)),
                ("args", models.JSONField(default=dict)),
                ("result", models.JSONField(null=True)),
                ("progress", models.BigIntegerField(default=0)),
                ("total", models.BigIntegerField(null=True)),
                ("unit", models.CharField(default="rows", max_length=20)),
                ("attempt", models.IntegerField(default=0)),
                ("cancel_requested", models.BooleanField(default=False)),
                ("error", models.TextField(blank=True)),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("started_at", models.DateTimeField(null=True)),
                ("beat_at", models.DateTimeField(null=True)),
                ("finished_at", models.DateTimeField(null=True)),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="jobs",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("state__in", ["waiting", "running"])),
                        fields=["state", "beat_at"],
                        name="job_live",
                    ),
                    models.Index(
                        models.F("kind"),
                        django.db.models.fields.json.KeyTextTransform("campaign", "args"),
                        models.OrderBy(models.F("id"), descending=True),
                        name="job_of_campaign",
                    ),
                    models.Index(fields=["kind", "-id"], name="job_kind"),
                    models.Index(fields=["state", "-id"], name="job_state"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state__in", ["waiting", "running", "done", "failed", "cancelled"])
                        ),
                        name="job_state_known",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="JobLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("text", models.TextField()),
                (
                    "job",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="lines", to="reviewapp.job"
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["job", "id"], name="job_line_order")],
            },
        ),
        migrations.CreateModel(
            name="WorkerHeartbeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120, unique=True)),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="RippleSeen",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("what", models.CharField(max_length=12)),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "item",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seen",
                        to="reviewapp.rippleitem",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("item", "person", "what"), name="ripple_seen_once"),
                    models.CheckConstraint(
                        condition=models.Q(("what__in", ["hidden", "imported", "released", "adjudication"])),
                        name="ripple_seen_known",
                    ),
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="ripple_seen_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="4b265a750954c692bbc848ad665680dbb97681ee",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_ripple_seen_append_only_6ff07",
                            table="reviewapp_rippleseen",
                            when="BEFORE",
                        ),
                    ),
                    pgtrigger.compiler.Trigger(
                        name="ripple_seen_is_lawful",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            condition="WHEN (NEW.\"what\" = 'hidden')",
                            func="\n    PERFORM pg_advisory_xact_lock(hashtextextended('ripple ' || NEW.item_id || ' ' || NEW.person_id, 0));\n    PERFORM 1 FROM reviewapp_slot s JOIN reviewapp_task t ON t.id = s.task_id\n        WHERE t.ripple_id = NEW.item_id AND s.person_id = NEW.person_id\n        AND s.state IN ('claimed', 'committed') AND t.state IN ('open', 'disputed');\n    IF FOUND THEN\n        RAISE EXCEPTION 'seen: a reviewer of an item cannot open what is hidden of it'\n            USING ERRCODE = 'check_violation';\n    END IF;\n    RETURN NEW;\n",
                            hash="c0f293d1e437e72474226ea9d4608bd8bcdcfdf4",
                            operation="INSERT",
                            pgid="pgtrigger_ripple_seen_is_lawful_46359",
                            table="reviewapp_rippleseen",
                            when="BEFORE",
                        ),
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Upload",
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
                ("kind", models.CharField(max_length=20)),
                ("settings", models.JSONField(default=dict)),
                ("names", models.JSONField(default=list)),
                ("n_bytes", models.BigIntegerField()),
                ("report", models.JSONField(null=True)),
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
                    "job",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="reviewapp.job",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="UploadPiece",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("file", models.IntegerField()),
                ("position", models.IntegerField()),
                ("data", models.BinaryField()),
                (
                    "upload",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="pieces",
                        to="reviewapp.upload",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("upload", "file", "position"), name="upload_piece_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Campaign",
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
                ("kind", models.CharField(max_length=16)),
                ("overlap", models.PositiveSmallIntegerField(default=1)),
                ("state", models.CharField(default="open", max_length=8)),
                (
                    "domains",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=60),
                        default=reviewapp.models.campaigns.default_domains,
                        size=None,
                    ),
                ),
                ("n_tasks", models.IntegerField(default=0)),
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
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__regex", "^[a-z][a-z_]*$")), name="campaign_kind_named"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["open", "paused", "closed"])),
                        name="campaign_state_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("overlap__range", (1, 9))), name="campaign_overlap_range"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "ripple"), _negated=True), ("overlap", 2), _connector="OR"
                        ),
                        name="campaign_ripple_pairs",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="GuidelineVersion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.IntegerField()),
                ("body", models.TextField()),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="guideline_versions",
                        to="reviewapp.campaign",
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
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("campaign", "number"), name="guideline_number_once")
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="guideline_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="02783ec34fb6d07c0b4b3da8fdc8707ca8d40586",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_guideline_append_only_241fd",
                            table="reviewapp_guidelineversion",
                            when="BEFORE",
                        ),
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("role", models.CharField(max_length=12)),
                ("active", models.BooleanField(default=True)),
                ("cursor", models.BigIntegerField(default=0)),
                ("n_returns", models.IntegerField(default=0)),
                ("day", models.DateField(null=True)),
                ("n_day", models.IntegerField(default=0)),
                ("joined_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="memberships",
                        to="reviewapp.campaign",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("campaign", "person", "role"), name="membership_once"),
                    models.CheckConstraint(
                        condition=models.Q(("role__in", ["annotator", "adjudicator", "manager"])),
                        name="membership_role_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Task",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "code",
                    models.CharField(default=reviewapp.rules.codes.new_code, editable=False, max_length=12),
                ),
                ("kind", models.CharField(max_length=16)),
                ("state", models.CharField(default="open", max_length=10)),
                ("round", models.PositiveSmallIntegerField(default=1)),
                ("decided_at", models.DateTimeField(null=True)),
                (
                    "campaign",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tasks",
                        to="reviewapp.campaign",
                    ),
                ),
                (
                    "guideline",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="reviewapp.guidelineversion",
                    ),
                ),
                (
                    "item",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tasks",
                        to="reviewapp.evidenceitem",
                    ),
                ),
                ("verdict", models.CharField(blank=True, db_default="", max_length=6)),
                (
                    "ripple",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tasks",
                        to="reviewapp.rippleitem",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["campaign", "state", "id"], name="task_campaign_state"),
                    models.Index(fields=["campaign", "guideline", "id"], name="task_campaign_guideline"),
                    models.Index(fields=["campaign", "item"], name="task_campaign_item"),
                    models.Index(
                        condition=models.Q(("ripple__isnull", False)), fields=["ripple"], name="task_ripple"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("code",), name="task_code_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("state", "withdrawn"), _negated=True),
                        fields=("item", "kind"),
                        name="task_one_live_a_kind",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["open", "disputed", "decided", "withdrawn"])),
                        name="task_state_known",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(
                            models.Q(("state", "withdrawn"), _negated=True), ("ripple__isnull", False)
                        ),
                        fields=("ripple",),
                        name="task_one_live_ripple",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__regex", "^[a-z][a-z_]*$")), name="task_kind_named"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("item__isnull", True), ("kind", "ripple"), ("ripple__isnull", False)),
                            models.Q(
                                models.Q(("kind", "ripple"), _negated=True),
                                ("item__isnull", False),
                                ("ripple__isnull", True),
                            ),
                            _connector="OR",
                        ),
                        name="task_item_of_its_kind",
                    ),
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="task_moves",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            condition="WHEN ((OLD.\"state\", NEW.\"state\") IN (('withdrawn', 'open'), ('withdrawn', 'disputed'), ('withdrawn', 'decided')))",
                            func="\n            RAISE EXCEPTION '% cannot go from % to %', TG_TABLE_NAME, OLD.state, NEW.state\n                USING ERRCODE = 'check_violation';\n        ",
                            hash="dbe9bcab5a06f203db1658ef439edb59aaadaaed",
                            operation="UPDATE",
                            pgid="pgtrigger_task_moves_47875",
                            table="reviewapp_task",
                            when="BEFORE",
                        ),
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Slot",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("stage", models.CharField(max_length=16)),
                ("round", models.PositiveSmallIntegerField(default=1)),
                ("number", models.PositiveSmallIntegerField()),
                ("state", models.CharField(default="free", max_length=10)),
                ("queue_key", models.BigIntegerField()),
                ("claimed_at", models.DateTimeField(null=True)),
                ("lease_until", models.DateTimeField(null=True)),
                ("is_ahead", models.BooleanField(default=False)),
                (
                    "campaign",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="slots",
                        to="reviewapp.campaign",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="slots",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "task",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="slots",
                        to="reviewapp.task",
                    ),
                ),
                (
                    "replaces",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="reviewapp.slot",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "free")),
                        fields=["campaign", "stage", "queue_key"],
                        name="slot_free_queue",
                    ),
                    models.Index(
                        condition=models.Q(("state", "claimed")),
                        fields=["campaign", "person"],
                        name="slot_claims",
                    ),
                    models.Index(
                        models.F("lease_until"), condition=models.Q(("state", "claimed")), name="slot_leases"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("replaces__isnull", False)),
                        fields=("replaces",),
                        name="slot_replaced_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("number__in", (1, 2)), ("replaces__isnull", True), ("stage", "blind")),
                            models.Q(("number__gt", 2), ("replaces__isnull", False), ("stage", "blind")),
                            models.Q(models.Q(("stage", "blind"), _negated=True), ("replaces__isnull", True)),
                            _connector="OR",
                        ),
                        name="slot_ripple_seats",
                    ),
                    models.UniqueConstraint(
                        fields=("task", "stage", "round", "number"), name="slot_number_once"
                    ),
                    models.UniqueConstraint(
                        fields=("task", "stage", "round", "person"), name="slot_person_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["free", "claimed", "committed", "void"])),
                        name="slot_state_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("stage__regex", "^[a-z][a-z_]*$")), name="slot_stage_named"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state", "void"),
                            models.Q(
                                ("lease_until__isnull", True), ("person__isnull", True), ("state", "free")
                            ),
                            models.Q(
                                ("lease_until__isnull", False),
                                ("person__isnull", False),
                                ("state", "claimed"),
                            ),
                            models.Q(("person__isnull", False), ("state", "committed")),
                            _connector="OR",
                        ),
                        name="slot_claim_has_person",
                    ),
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="slot_moves",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            condition="WHEN ((OLD.\"state\", NEW.\"state\") IN (('free', 'committed'), ('committed', 'free'), ('committed', 'claimed'), ('committed', 'void'), ('void', 'free'), ('void', 'claimed'), ('void', 'committed')))",
                            func="\n            RAISE EXCEPTION '% cannot go from % to %', TG_TABLE_NAME, OLD.state, NEW.state\n                USING ERRCODE = 'check_violation';\n        ",
                            hash="f05871baf09877a96931292ee62adb958d991947",
                            operation="UPDATE",
                            pgid="pgtrigger_slot_moves_5c488",
                            table="reviewapp_slot",
                            when="BEFORE",
                        ),
                    ),
                    pgtrigger.compiler.Trigger(
                        name="slot_of_ripple",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            condition="WHEN (NEW.stage IN ('blind', 'closure'))",
                            func="\n    DECLARE\n        item bigint;\n        seats integer;\n    BEGIN\n    IF NEW.person_id IS NULL OR (TG_OP = 'UPDATE' AND OLD.person_id IS NOT DISTINCT FROM NEW.person_id) THEN\n        IF NEW.replaces_id IS NULL OR TG_OP = 'UPDATE' THEN\n            RETURN NEW;\n        END IF;\n    END IF;\n    IF NEW.replaces_id IS NOT NULL THEN\n        PERFORM 1 FROM reviewapp_slot s WHERE s.id = NEW.replaces_id AND s.task_id = NEW.task_id\n            AND s.stage = NEW.stage AND s.round = NEW.round AND s.state = 'committed';\n        IF NOT FOUND THEN\n            RAISE EXCEPTION 'slot: it replaces none that is committed' USING ERRCODE = 'check_violation';\n        END IF;\n    END IF;\n    IF NEW.person_id IS NULL THEN\n        RETURN NEW;\n    END IF;\n    SELECT ripple_id INTO item FROM reviewapp_task WHERE id = NEW.task_id;\n    -- whoever opens the hidden parts in this very moment waits here, or makes this one wait\n    PERFORM pg_advisory_xact_lock(hashtextextended('ripple ' || item || ' ' || NEW.person_id, 0));\n    PERFORM 1 FROM reviewapp_rippleseen e WHERE e.item_id = item AND e.person_id = NEW.person_id;\n    IF FOUND THEN\n        RAISE EXCEPTION 'slot: its holder has seen what is hidden of the item'\n            USING ERRCODE = 'check_violation';\n    END IF;\n    PERFORM 1 FROM reviewapp_outcome o JOIN reviewapp_task t ON t.id = o.task_id\n        WHERE t.ripple_id = item AND o.adjudicator_id = NEW.person_id;\n    IF FOUND THEN\n        RAISE EXCEPTION 'slot: its holder adjudicated the item' USING ERRCODE = 'check_violation';\n    END IF;\n    IF NEW.stage = 'closure' THEN\n        SELECT count(*) INTO seats FROM reviewapp_slot s WHERE s.task_id = NEW.task_id\n            AND s.round = NEW.round AND s.state = 'committed' AND s.stage = 'blind' AND NOT EXISTS (SELECT 1 FROM reviewapp_slot later WHERE later.replaces_id = s.id);\n        PERFORM 1 FROM reviewapp_slot s WHERE s.task_id = NEW.task_id AND s.round = NEW.round\n            AND s.state = 'committed' AND s.person_id = NEW.person_id AND s.number = NEW.number\n            AND s.stage = 'blind' AND NOT EXISTS (SELECT 1 FROM reviewapp_slot later WHERE later.replaces_id = s.id);\n        IF NOT FOUND OR seats <> 2 THEN\n            RAISE EXCEPTION 'slot: the closure opens for the two whose blind returns are in'\n                USING ERRCODE = 'check_violation';\n        END IF;\n    END IF;\n    RETURN NEW;\n    END;\n",
                            hash="5fea3ae5bf7afe5daa417f803be4e4e232151364",
                            operation="INSERT OR UPDATE",
                            pgid="pgtrigger_slot_of_ripple_8412a",
                            table="reviewapp_slot",
                            when="BEFORE",
                        ),
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="CollisionPlan",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("policy", models.CharField(max_length=12)),
                ("share", models.FloatField(default=0)),
                ("seed", models.BigIntegerField()),
                ("model", models.TextField(blank=True)),
                ("prompt_version", models.TextField(blank=True)),
                ("reveal", models.BooleanField(default=True)),
                (
                    "campaign",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="collision_plan",
                        to="reviewapp.campaign",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("policy__in", ["every", "all_but_hard", "share"])),
                        name="plan_policy_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("share__range", (0, 1))), name="plan_share_range"
                    ),
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="plan_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="d5bda5ef761042f6f304f1a48544d21b5b772aa3",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_plan_append_only_c99ce",
                            table="reviewapp_collisionplan",
                            when="BEFORE",
                        ),
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="CandidateAssignment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("assigned", models.BooleanField()),
                ("why", models.CharField(max_length=14)),
                ("number", models.FloatField()),
                (
                    "task",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="assignments",
                        to="reviewapp.task",
                    ),
                ),
                (
                    "candidate",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="assignments",
                        to="reviewapp.collisioncandidate",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("task", "candidate"), name="assignment_once"),
                    models.CheckConstraint(
                        condition=models.Q(("why__in", ["every", "not_said_hard", "drawn", "left_out"])),
                        name="assignment_why_known",
                    ),
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="assignment_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="208e0825030fefdbe70385806c7de93d86ca60bb",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_assignment_append_only_8490d",
                            table="reviewapp_candidateassignment",
                            when="BEFORE",
                        ),
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="CollisionStanding",
            fields=[
                (
                    "task",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="standing",
                        serialize=False,
                        to="reviewapp.task",
                    ),
                ),
                ("decisions", models.JSONField(default=dict)),
            ],
        ),
        migrations.CreateModel(
            name="CandidateDecision",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("round", models.PositiveSmallIntegerField()),
                ("phase", models.CharField(max_length=5)),
                ("sequence", models.PositiveSmallIntegerField(default=1)),
                ("decision", models.CharField(max_length=14)),
                ("rationale", models.TextField(blank=True)),
                ("evidence", models.JSONField(default=list)),
                ("revision_reason", models.TextField(blank=True)),
                ("decided_at", models.DateTimeField()),
                (
                    "guideline",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="reviewapp.guidelineversion",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "slot",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="reviewapp.slot"
                    ),
                ),
                (
                    "task",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="candidate_decisions",
                        to="reviewapp.task",
                    ),
                ),
                (
                    "candidate",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="decisions",
                        to="reviewapp.collisioncandidate",
                    ),
                ),
                (
                    "shown",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.BigIntegerField(), default=list, size=None
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("task", "round", "person", "candidate", "phase", "sequence"),
                        name="candidate_decision_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("decision__in", ["conflict", "hard_negative", "false_negative", "cannot_tell"])
                        ),
                        name="candidate_decision_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("phase__in", ["first", "final"])), name="candidate_decision_phase"
                    ),
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="candidate_decision_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="064e56686db40d7724219079ed5a0771428e1ddc",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_candidate_decision_append_only_fba5b",
                            table="reviewapp_candidatedecision",
                            when="BEFORE",
                        ),
                    ),
                    pgtrigger.compiler.Trigger(
                        name="candidate_decision_is_lawful",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="\n    PERFORM 1 FROM reviewapp_slot s JOIN reviewapp_candidateassignment a ON a.task_id = s.task_id\n        WHERE s.id = NEW.slot_id AND s.task_id = NEW.task_id AND s.person_id = NEW.person_id\n        AND s.round = NEW.round AND s.state IN ('claimed', 'committed')\n        AND a.candidate_id = NEW.candidate_id AND a.assigned;\n    IF NOT FOUND THEN\n        RAISE EXCEPTION 'candidate decision: its author holds no slot of a task with that candidate'\n            USING ERRCODE = 'check_violation';\n    END IF;\n    RETURN NEW;\n",
                            hash="fb9d75722e0d7a3467361cd8582e6537077cbff2",
                            operation="INSERT",
                            pgid="pgtrigger_candidate_decision_is_lawful_ff3c2",
                            table="reviewapp_candidatedecision",
                            when="BEFORE",
                        ),
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("verb", models.CharField(max_length=40)),
                ("old", models.JSONField(null=True)),
                ("new", models.JSONField(null=True)),
                (
                    "actor",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="reviewapp.campaign",
                    ),
                ),
                (
                    "item",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="reviewapp.evidenceitem",
                    ),
                ),
                (
                    "task",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="reviewapp.task",
                    ),
                ),
                (
                    "ripple",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="reviewapp.rippleitem",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["campaign", "-id"], name="event_campaign_when"),
                    models.Index(
                        condition=models.Q(("verb", "lapse")), fields=["campaign", "-id"], name="event_lapses"
                    ),
                    models.Index(
                        condition=models.Q(("ripple__isnull", False)),
                        fields=["ripple", "-id"],
                        name="event_ripple",
                    ),
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="event_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="d333bf1b66e2c81cfd91bfd18cfa55152cd953ee",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_event_append_only_03b6c",
                            table="reviewapp_event",
                            when="BEFORE",
                        ),
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("stage", models.CharField(max_length=16)),
                ("tab", models.CharField(max_length=24)),
                ("ends", models.BooleanField(default=False)),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "task",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="heartbeats",
                        to="reviewapp.task",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["person", "at"], name="heartbeat_person_when"),
                    models.Index(fields=["task", "person", "at"], name="heartbeat_task_when"),
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="heartbeat_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="27354bdccbc3a2f83ac24ae3a64bdd1e371973b2",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_heartbeat_append_only_5653a",
                            table="reviewapp_heartbeat",
                            when="BEFORE",
                        ),
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Question",
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
                ("body", models.TextField()),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "asker",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="questions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="questions",
                        to="reviewapp.campaign",
                    ),
                ),
                (
                    "task",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="questions",
                        to="reviewapp.task",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["campaign", "-id"], name="question_campaign_when"),
                    models.Index(fields=["task", "asker", "-id"], name="question_thread"),
                    models.Index(
                        condition=models.Q(("author", models.F("asker"))),
                        fields=["-id"],
                        name="question_asked",
                    ),
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="question_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="62f9cceb8f8460ecd95ce4589d51a366f39a19a3",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_question_append_only_eb772",
                            table="reviewapp_question",
                            when="BEFORE",
                        ),
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Return",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "code",
                    models.CharField(default=reviewapp.rules.codes.new_code, editable=False, max_length=12),
                ),
                ("stage", models.CharField(max_length=16)),
                ("round", models.PositiveSmallIntegerField()),
                ("sequence", models.PositiveSmallIntegerField(default=1)),
                ("decision", models.CharField(max_length=24)),
                ("reason", models.CharField(blank=True, max_length=40)),
                ("domain", models.TextField(blank=True)),
                ("note", models.TextField(blank=True)),
                ("body", models.JSONField(default=dict)),
                ("active_seconds", models.FloatField(default=0)),
                ("committed_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "campaign",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="returns",
                        to="reviewapp.campaign",
                    ),
                ),
                (
                    "guideline",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="reviewapp.guidelineversion",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="returns",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "supersedes",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="successor",
                        to="reviewapp.return",
                    ),
                ),
                (
                    "slot",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="returns",
                        to="reviewapp.slot",
                    ),
                ),
                (
                    "task",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="returns",
                        to="reviewapp.task",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["person", "-committed_at"], name="return_person_when"),
                    models.Index(fields=["campaign", "-committed_at"], name="return_campaign_when"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("code",), name="return_code_once"),
                    models.UniqueConstraint(fields=("slot", "sequence"), name="return_once_a_slot"),
                    models.UniqueConstraint(
                        condition=models.Q(("supersedes__isnull", True)),
                        fields=("task", "stage", "person"),
                        name="return_one_chain_a_reviewer",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("stage__regex", "^[a-z][a-z_]*$")), name="return_stage_named"
                    ),
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="return_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="9546c75733d7a9fcf55267d7ce00b7a83d95f431",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_return_append_only_def6a",
                            table="reviewapp_return",
                            when="BEFORE",
                        ),
                    ),
                    pgtrigger.compiler.Trigger(
                        name="return_is_lawful",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="\n    PERFORM 1 FROM reviewapp_slot s JOIN reviewapp_campaign c ON c.id = s.campaign_id\n        WHERE s.id = NEW.slot_id AND s.task_id = NEW.task_id AND s.campaign_id = NEW.campaign_id\n        AND s.stage = NEW.stage AND s.round = NEW.round\n        AND (s.number BETWEEN 1 AND c.overlap OR c.kind = 'ripple')\n        AND s.person_id = NEW.person_id AND s.state IN ('claimed', 'committed');\n    IF NOT FOUND THEN\n        RAISE EXCEPTION 'return: its author holds no such slot of the task' USING ERRCODE = 'check_violation';\n    END IF;\n    PERFORM 1 FROM reviewapp_outcome o WHERE o.task_id = NEW.task_id AND o.adjudicator_id = NEW.person_id;\n    IF FOUND THEN\n        RAISE EXCEPTION 'return: the adjudicator of a task cannot review it'\n            USING ERRCODE = 'check_violation';\n    END IF;\n    IF NEW.supersedes_id IS NOT NULL THEN\n        PERFORM 1 FROM reviewapp_return r WHERE r.id = NEW.supersedes_id AND r.task_id = NEW.task_id\n            AND r.person_id = NEW.person_id AND r.stage = NEW.stage;\n        IF NOT FOUND THEN\n            RAISE EXCEPTION 'return: it supersedes a return that is not its author''s own'\n                USING ERRCODE = 'check_violation';\n        END IF;\n    END IF;\n    RETURN NEW;\n",
                            hash="b08dbe81cfb08388b718953c00a46eddb338b9ef",
                            operation="INSERT",
                            pgid="pgtrigger_return_is_lawful_dab1e",
                            table="reviewapp_return",
                            when="BEFORE",
                        ),
                    ),
                    pgtrigger.compiler.Trigger(
                        name="return_has_all_finals",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            condition="WHEN (NEW.\"stage\" = 'collision')",
                            func="\n    -- a decision is on a candidate that its task assigns, so that counting is enough\n    IF (SELECT count(*) FROM reviewapp_candidateassignment WHERE task_id = NEW.task_id AND assigned)\n        <> (SELECT count(DISTINCT candidate_id) FROM reviewapp_candidatedecision\n            WHERE task_id = NEW.task_id AND round = NEW.round AND person_id = NEW.person_id\n                AND phase = 'final') THEN\n        RAISE EXCEPTION 'return: a candidate of its item has no final decision'\n            USING ERRCODE = 'check_violation';\n    END IF;\n    RETURN NEW;\n",
                            hash="d79add0a900d2fcf351496a5c9f8d26676db1385",
                            operation="INSERT",
                            pgid="pgtrigger_return_has_all_finals_741db",
                            table="reviewapp_return",
                            when="BEFORE",
                        ),
                    ),
                    pgtrigger.compiler.Trigger(
                        name="return_of_ripple",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            condition="WHEN (NEW.stage IN ('blind', 'closure'))",
                            func="\n    IF NEW.supersedes_id IS NOT NULL THEN\n        RAISE EXCEPTION 'return: of ripple review it is final' USING ERRCODE = 'check_violation';\n    END IF;\n    IF NEW.stage = 'blind' THEN\n        PERFORM 1 FROM reviewapp_slot r WHERE r.replaces_id = NEW.slot_id;\n        IF FOUND THEN\n            RAISE EXCEPTION 'return: its author was replaced' USING ERRCODE = 'check_violation';\n        END IF;\n        RETURN NEW;\n    END IF;\n    IF (SELECT count(DISTINCT person_id) < 2 OR NOT coalesce(bool_or(person_id = NEW.person_id), false)\n        FROM reviewapp_return r\n        WHERE r.task_id = NEW.task_id AND r.round = NEW.round AND r.stage = 'blind') THEN\n        RAISE EXCEPTION 'return: the closure is judged after both blind returns, by their authors'\n            USING ERRCODE = 'check_violation';\n    END IF;\n    RETURN NEW;\n",
                            hash="bab263ba3708bc4ba1c4af8f5977fd75f3b3e9ea",
                            operation="INSERT",
                            pgid="pgtrigger_return_of_ripple_53b98",
                            table="reviewapp_return",
                            when="BEFORE",
                        ),
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Draft",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("stage", models.CharField(max_length=16)),
                ("round", models.PositiveSmallIntegerField(default=1)),
                ("version", models.IntegerField(default=1)),
                ("body", models.JSONField()),
                ("is_late", models.BooleanField(default=False)),
                ("saved_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="drafts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "revises",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="reviewapp.return",
                    ),
                ),
                (
                    "task",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="drafts",
                        to="reviewapp.task",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["person", "task"], name="draft_person")],
                "constraints": [
                    models.UniqueConstraint(fields=("task", "stage", "round", "person"), name="draft_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Disagreement",
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
                ("round", models.PositiveSmallIntegerField(default=1)),
                (
                    "fields",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=12), size=None
                    ),
                ),
                ("state", models.CharField(default="open", max_length=10)),
                ("opened_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("lease_until", models.DateTimeField(null=True)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="disagreements",
                        to="reviewapp.campaign",
                    ),
                ),
                (
                    "claimed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "task",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="disagreements",
                        to="reviewapp.task",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "open")),
                        fields=["campaign", "id"],
                        name="disagreement_open",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "open")), fields=("task",), name="disagreement_one_open"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["open", "decided", "dissolved"])),
                        name="disagreement_state_known",
                    ),
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="disagreement_moves",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            condition="WHEN ((OLD.\"state\", NEW.\"state\") IN (('decided', 'open'), ('decided', 'dissolved'), ('dissolved', 'open'), ('dissolved', 'decided')))",
                            func="\n            RAISE EXCEPTION '% cannot go from % to %', TG_TABLE_NAME, OLD.state, NEW.state\n                USING ERRCODE = 'check_violation';\n        ",
                            hash="91147d03f021148826b3310bbe711fdf54d64ad7",
                            operation="UPDATE",
                            pgid="pgtrigger_disagreement_moves_81d18",
                            table="reviewapp_disagreement",
                            when="BEFORE",
                        ),
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Outcome",
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
                ("decision", models.CharField(max_length=24)),
                ("reason", models.CharField(blank=True, max_length=40)),
                ("domain", models.TextField(blank=True)),
                ("rationale", models.TextField()),
                ("active_seconds", models.FloatField(default=0)),
                ("decided_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "adjudicator",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="outcomes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="outcomes",
                        to="reviewapp.campaign",
                    ),
                ),
                (
                    "disagreement",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="outcome",
                        to="reviewapp.disagreement",
                    ),
                ),
                (
                    "guideline",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="reviewapp.guidelineversion",
                    ),
                ),
                (
                    "task",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="outcomes",
                        to="reviewapp.task",
                    ),
                ),
                ("body", models.JSONField(default=dict)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["task", "adjudicator"], name="outcome_task_adjudicator"),
                    models.Index(fields=["campaign", "-decided_at"], name="outcome_campaign_when"),
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="outcome_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="756332bc2b6a18f455f4d2ffba28cef3afe286a9",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_outcome_append_only_d96bf",
                            table="reviewapp_outcome",
                            when="BEFORE",
                        ),
                    ),
                    pgtrigger.compiler.Trigger(
                        name="outcome_is_lawful",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="\n    PERFORM 1 FROM reviewapp_return r WHERE r.task_id = NEW.task_id AND r.person_id = NEW.adjudicator_id;\n    IF FOUND THEN\n        RAISE EXCEPTION 'outcome: a reviewer of a task cannot adjudicate it'\n            USING ERRCODE = 'check_violation';\n    END IF;\n    RETURN NEW;\n",
                            hash="ba8b54b829493f1d20bf60494327009748963de5",
                            operation="INSERT",
                            pgid="pgtrigger_outcome_is_lawful_3153c",
                            table="reviewapp_outcome",
                            when="BEFORE",
                        ),
                    ),
                    pgtrigger.compiler.Trigger(
                        name="outcome_of_ripple",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="\n    DECLARE\n        item bigint;\n        task_round integer;\n    BEGIN\n    SELECT ripple_id, round INTO item, task_round FROM reviewapp_task WHERE id = NEW.task_id;\n    IF item IS NULL THEN\n        RETURN NEW;\n    END IF;\n    PERFORM 1 FROM reviewapp_slot s WHERE s.task_id = NEW.task_id AND s.person_id = NEW.adjudicator_id;\n    IF FOUND THEN\n        RAISE EXCEPTION 'outcome: a reviewer of an item cannot adjudicate it'\n            USING ERRCODE = 'check_violation';\n    END IF;\n    PERFORM 1 FROM reviewapp_rippleseen e WHERE e.item_id = item AND e.person_id = NEW.adjudicator_id\n        AND e.what <> 'adjudication';\n    IF FOUND THEN\n        RAISE EXCEPTION 'outcome: its author has seen what is hidden of the item'\n            USING ERRCODE = 'check_violation';\n    END IF;\n    IF (SELECT count(*) FROM reviewapp_slot b JOIN reviewapp_slot c ON c.task_id = b.task_id\n            AND c.round = b.round AND c.stage = 'closure' AND c.number = b.number AND c.state = 'committed'\n        WHERE b.task_id = NEW.task_id AND b.round = task_round AND b.state = 'committed'\n            AND b.stage = 'blind' AND NOT EXISTS (SELECT 1 FROM reviewapp_slot later WHERE later.replaces_id = b.id)) <> 2 THEN\n        RAISE EXCEPTION 'outcome: both closure returns come first' USING ERRCODE = 'check_violation';\n    END IF;\n    RETURN NEW;\n    END;\n",
                            hash="6847dd14587b17be0da65dab06323431acbfada3",
                            operation="INSERT",
                            pgid="pgtrigger_outcome_of_ripple_7470f",
                            table="reviewapp_outcome",
                            when="BEFORE",
                        ),
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RippleComment",
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
                ("body", models.TextField()),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "task",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="ripple_comments",
                        to="reviewapp.task",
                    ),
                ),
            ],
            options={
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="ripple_comment_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="3bec0f6b7096a236673bccd0d154f7027efa8209",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_ripple_comment_append_only_e8528",
                            table="reviewapp_ripplecomment",
                            when="BEFORE",
                        ),
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="RippleAssent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("assents", models.BooleanField()),
                ("note", models.TextField(blank=True)),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "outcome",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="assents",
                        to="reviewapp.outcome",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("outcome", "person"), name="ripple_assent_once")
                ],
                "triggers": [
                    pgtrigger.compiler.Trigger(
                        name="ripple_assent_append_only",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                            hash="54fb85928c9ba680574be9f36a20107e56760b58",
                            operation="UPDATE OR DELETE",
                            pgid="pgtrigger_ripple_assent_append_only_e707c",
                            table="reviewapp_rippleassent",
                            when="BEFORE",
                        ),
                    ),
                    pgtrigger.compiler.Trigger(
                        name="ripple_assent_is_lawful",
                        sql=pgtrigger.compiler.UpsertTriggerSql(
                            func="\n    PERFORM 1 FROM reviewapp_return r JOIN reviewapp_outcome o ON o.task_id = r.task_id\n        WHERE o.id = NEW.outcome_id AND r.person_id = NEW.person_id AND r.stage = 'closure';\n    IF NOT FOUND THEN\n        RAISE EXCEPTION 'assent: it is for the two reviewers of the item' USING ERRCODE = 'check_violation';\n    END IF;\n    RETURN NEW;\n",
                            hash="71b306e70ce13549bb735ccf3e48872be4ed78a9",
                            operation="INSERT",
                            pgid="pgtrigger_ripple_assent_is_lawful_1461b",
                            table="reviewapp_rippleassent",
                            when="BEFORE",
                        ),
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="campaign",
            name="guideline",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="reviewapp.guidelineversion",
            ),
        ),
        # --- What no model says -------------------------------------------------------------------------
        # The sequence by which free slots are ordered.
        migrations.RunSQL(
            "CREATE SEQUENCE reviewapp_queue_key; "
            "ALTER TABLE reviewapp_slot ALTER COLUMN queue_key SET DEFAULT nextval('reviewapp_queue_key')",
            "ALTER TABLE reviewapp_slot ALTER COLUMN queue_key DROP DEFAULT; DROP SEQUENCE reviewapp_queue_key",
        ),
        migrations.RunPython(make_groups, migrations.RunPython.noop),
        # Compressing what is written once and read all the time costs an import more than the disk is worth.
        migrations.RunSQL(
            "ALTER TABLE reviewapp_evidenceitem ALTER query SET STORAGE EXTERNAL, "
            "ALTER answer SET STORAGE EXTERNAL; "
            "ALTER TABLE reviewapp_document ALTER text SET STORAGE EXTERNAL",
            migrations.RunSQL.noop,
        ),
    ]
