"""Ripple review: items and what is hidden of them, two reviewers a stage, and moves that the database holds."""

import django.db.models.deletion
import django.db.models.functions.datetime
import pgtrigger.compiler
import pgtrigger.migrations
from django.conf import settings
from django.db import migrations, models

import reviewapp.rules.codes
import reviewapp.rules.protocol
import reviewapp.workflows.ripple.rules.words


class Migration(migrations.Migration):
    dependencies = [
        ("reviewapp", "0004_what_was_shown_and_stands"),
    ]

    operations = [
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
            ],
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
            ],
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
            ],
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
            ],
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
                (
                    "state",
                    models.CharField(default=reviewapp.rules.protocol.ItemState["PROPOSED"], max_length=12),
                ),
                ("record_sha256", models.CharField(max_length=64)),
                ("place", models.TextField()),
                ("imported_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
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
            ],
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name="return",
            name="return_is_lawful",
        ),
        migrations.RemoveConstraint(
            model_name="campaign",
            name="campaign_kind_known",
        ),
        migrations.RemoveConstraint(
            model_name="return",
            name="return_stage_known",
        ),
        migrations.RemoveConstraint(
            model_name="slot",
            name="slot_stage_known",
        ),
        migrations.RemoveConstraint(
            model_name="task",
            name="task_kind_known",
        ),
        migrations.AddField(
            model_name="slot",
            name="replaces",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="reviewapp.slot",
            ),
        ),
        migrations.AlterField(
            model_name="task",
            name="item",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="tasks",
                to="reviewapp.evidenceitem",
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="disagreement",
            trigger=pgtrigger.compiler.Trigger(
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
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="outcome",
            trigger=pgtrigger.compiler.Trigger(
                name="outcome_of_ripple",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="\n    DECLARE\n        item bigint;\n        task_round integer;\n    BEGIN\n    SELECT ripple_id, round INTO item, task_round FROM reviewapp_task WHERE id = NEW.task_id;\n    IF item IS NULL THEN\n        RETURN NEW;\n    END IF;\n    PERFORM 1 FROM reviewapp_slot s WHERE s.task_id = NEW.task_id AND s.person_id = NEW.adjudicator_id;\n    IF FOUND THEN\n        RAISE EXCEPTION 'outcome: a reviewer of an item cannot adjudicate it'\n            USING ERRCODE = 'check_violation';\n    END IF;\n    PERFORM 1 FROM reviewapp_rippleseen e WHERE e.item_id = item AND e.person_id = NEW.adjudicator_id\n        AND e.what <> 'adjudication';\n    IF FOUND THEN\n        RAISE EXCEPTION 'outcome: its author has seen what is hidden of the item'\n            USING ERRCODE = 'check_violation';\n    END IF;\n    IF (SELECT count(*) FROM reviewapp_slot b JOIN reviewapp_slot c ON c.task_id = b.task_id\n            AND c.round = b.round AND c.stage = 'closure' AND c.number = b.number AND c.state = 'committed'\n        WHERE b.task_id = NEW.task_id AND b.round = task_round AND b.stage = 'blind'\n            AND b.state = 'committed'\n            AND NOT EXISTS (SELECT 1 FROM reviewapp_slot r WHERE r.replaces_id = b.id)) <> 2 THEN\n        RAISE EXCEPTION 'outcome: both closure returns come first' USING ERRCODE = 'check_violation';\n    END IF;\n    RETURN NEW;\n    END;\n",
                    hash="f49e2dd77aecc2d03d9079cab192feef093517dd",
                    operation="INSERT",
                    pgid="pgtrigger_outcome_of_ripple_7470f",
                    table="reviewapp_outcome",
                    when="BEFORE",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="return",
            trigger=pgtrigger.compiler.Trigger(
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
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="return",
            trigger=pgtrigger.compiler.Trigger(
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
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="slot",
            trigger=pgtrigger.compiler.Trigger(
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
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="slot",
            trigger=pgtrigger.compiler.Trigger(
                name="slot_of_ripple",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    condition="WHEN (NEW.stage IN ('blind', 'closure'))",
                    func="\n    DECLARE\n        item bigint;\n        seats integer;\n    BEGIN\n    IF NEW.person_id IS NULL OR (TG_OP = 'UPDATE' AND OLD.person_id IS NOT DISTINCT FROM NEW.person_id) THEN\n        IF NEW.replaces_id IS NULL OR TG_OP = 'UPDATE' THEN\n            RETURN NEW;\n        END IF;\n    END IF;\n    IF NEW.replaces_id IS NOT NULL THEN\n        PERFORM 1 FROM reviewapp_slot s WHERE s.id = NEW.replaces_id AND s.task_id = NEW.task_id\n            AND s.stage = NEW.stage AND s.round = NEW.round AND s.state = 'committed';\n        IF NOT FOUND THEN\n            RAISE EXCEPTION 'slot: it replaces none that is committed' USING ERRCODE = 'check_violation';\n        END IF;\n    END IF;\n    IF NEW.person_id IS NULL THEN\n        RETURN NEW;\n    END IF;\n    SELECT ripple_id INTO item FROM reviewapp_task WHERE id = NEW.task_id;\n    -- whoever opens the hidden parts in this very moment waits here, or makes this one wait\n    PERFORM pg_advisory_xact_lock(hashtextextended('ripple ' || item || ' ' || NEW.person_id, 0));\n    PERFORM 1 FROM reviewapp_rippleseen e WHERE e.item_id = item AND e.person_id = NEW.person_id;\n    IF FOUND THEN\n        RAISE EXCEPTION 'slot: its holder has seen what is hidden of the item'\n            USING ERRCODE = 'check_violation';\n    END IF;\n    PERFORM 1 FROM reviewapp_outcome o JOIN reviewapp_task t ON t.id = o.task_id\n        WHERE t.ripple_id = item AND o.adjudicator_id = NEW.person_id;\n    IF FOUND THEN\n        RAISE EXCEPTION 'slot: its holder adjudicated the item' USING ERRCODE = 'check_violation';\n    END IF;\n    IF NEW.stage = 'closure' THEN\n        SELECT count(*) INTO seats FROM reviewapp_slot s WHERE s.task_id = NEW.task_id\n            AND s.round = NEW.round AND s.stage = 'blind' AND s.state = 'committed'\n            AND NOT EXISTS (SELECT 1 FROM reviewapp_slot r WHERE r.replaces_id = s.id);\n        PERFORM 1 FROM reviewapp_slot s WHERE s.task_id = NEW.task_id AND s.round = NEW.round\n            AND s.stage = 'blind' AND s.state = 'committed' AND s.person_id = NEW.person_id\n            AND s.number = NEW.number\n            AND NOT EXISTS (SELECT 1 FROM reviewapp_slot r WHERE r.replaces_id = s.id);\n        IF NOT FOUND OR seats <> 2 THEN\n            RAISE EXCEPTION 'slot: the closure opens for the two whose blind returns are in'\n                USING ERRCODE = 'check_violation';\n        END IF;\n    END IF;\n    RETURN NEW;\n    END;\n",
                    hash="ede2b2a69dc7f11dbb3dfcb27a850eea33ab18d2",
                    operation="INSERT OR UPDATE",
                    pgid="pgtrigger_slot_of_ripple_8412a",
                    table="reviewapp_slot",
                    when="BEFORE",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="task",
            trigger=pgtrigger.compiler.Trigger(
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
            ),
        ),
        migrations.AddConstraint(
            model_name="campaign",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        [
                            reviewapp.rules.protocol.Kind["SCREENING"],
                            reviewapp.rules.protocol.Kind["COLLISION"],
                            reviewapp.rules.protocol.Kind["RIPPLE"],
                        ],
                    )
                ),
                name="campaign_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="campaign",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", reviewapp.rules.protocol.Kind["RIPPLE"]), _negated=True),
                    ("overlap", 2),
                    _connector="OR",
                ),
                name="campaign_ripple_pairs",
            ),
        ),
        migrations.AddConstraint(
            model_name="return",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "stage__in",
                        [
                            reviewapp.rules.protocol.Stage["SCREENING"],
                            reviewapp.rules.protocol.Stage["COLLISION"],
                            reviewapp.rules.protocol.Stage["BLIND"],
                            reviewapp.rules.protocol.Stage["CLOSURE"],
                        ],
                    )
                ),
                name="return_stage_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="slot",
            constraint=models.UniqueConstraint(
                condition=models.Q(("replaces__isnull", False)),
                fields=("replaces",),
                name="slot_replaced_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="slot",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("number__in", (1, 2)),
                        ("replaces__isnull", True),
                        ("stage", reviewapp.rules.protocol.Stage["BLIND"]),
                    ),
                    models.Q(
                        ("number__gt", 2),
                        ("replaces__isnull", False),
                        ("stage", reviewapp.rules.protocol.Stage["BLIND"]),
                    ),
                    models.Q(
                        models.Q(("stage", reviewapp.rules.protocol.Stage["BLIND"]), _negated=True),
                        ("replaces__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="slot_ripple_seats",
            ),
        ),
        migrations.AddConstraint(
            model_name="slot",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "stage__in",
                        [
                            reviewapp.rules.protocol.Stage["SCREENING"],
                            reviewapp.rules.protocol.Stage["COLLISION"],
                            reviewapp.rules.protocol.Stage["BLIND"],
                            reviewapp.rules.protocol.Stage["CLOSURE"],
                        ],
                    )
                ),
                name="slot_stage_known",
            ),
        ),
        migrations.AddField(
            model_name="rippleassent",
            name="outcome",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="assents",
                to="reviewapp.outcome",
            ),
        ),
        migrations.AddField(
            model_name="rippleassent",
            name="person",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="ripplebatch",
            name="imported_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="ripplecomment",
            name="person",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="ripplecomment",
            name="task",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="ripple_comments",
                to="reviewapp.task",
            ),
        ),
        migrations.AddField(
            model_name="rippleexclusion",
            name="added_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
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
        ),
        migrations.AddField(
            model_name="rippleitem",
            name="batch",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="items", to="reviewapp.ripplebatch"
            ),
        ),
        migrations.AddField(
            model_name="event",
            name="ripple",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="events",
                to="reviewapp.rippleitem",
            ),
        ),
        migrations.AddField(
            model_name="task",
            name="ripple",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="tasks",
                to="reviewapp.rippleitem",
            ),
        ),
        migrations.AddIndex(
            model_name="event",
            index=models.Index(
                condition=models.Q(("ripple__isnull", False)), fields=["ripple", "-id"], name="event_ripple"
            ),
        ),
        migrations.AddIndex(
            model_name="task",
            index=models.Index(
                condition=models.Q(("ripple__isnull", False)), fields=["ripple"], name="task_ripple"
            ),
        ),
        migrations.AddConstraint(
            model_name="task",
            constraint=models.UniqueConstraint(
                condition=models.Q(
                    models.Q(("state", reviewapp.rules.protocol.TaskState["WITHDRAWN"]), _negated=True),
                    ("ripple__isnull", False),
                ),
                fields=("ripple",),
                name="task_one_live_ripple",
            ),
        ),
        migrations.AddConstraint(
            model_name="task",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        [
                            reviewapp.rules.protocol.Kind["SCREENING"],
                            reviewapp.rules.protocol.Kind["COLLISION"],
                            reviewapp.rules.protocol.Kind["RIPPLE"],
                        ],
                    )
                ),
                name="task_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="task",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("item__isnull", True),
                        ("kind", reviewapp.rules.protocol.Kind["RIPPLE"]),
                        ("ripple__isnull", False),
                    ),
                    models.Q(
                        models.Q(("kind", reviewapp.rules.protocol.Kind["RIPPLE"]), _negated=True),
                        ("item__isnull", False),
                        ("ripple__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="task_item_of_its_kind",
            ),
        ),
        migrations.AddField(
            model_name="rippleseen",
            name="item",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="seen",
                to="reviewapp.rippleitem",
            ),
        ),
        migrations.AddField(
            model_name="rippleseen",
            name="person",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddConstraint(
            model_name="rippleassent",
            constraint=models.UniqueConstraint(fields=("outcome", "person"), name="ripple_assent_once"),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="rippleassent",
            trigger=pgtrigger.compiler.Trigger(
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
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="rippleassent",
            trigger=pgtrigger.compiler.Trigger(
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
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="ripplebatch",
            trigger=pgtrigger.compiler.Trigger(
                name="ripple_batch_append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="f65538035c3c172989c96c5a0f4b52a3b45f5945",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_ripple_batch_append_only_9449d",
                    table="reviewapp_ripplebatch",
                    when="BEFORE",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="ripplecomment",
            trigger=pgtrigger.compiler.Trigger(
                name="ripple_comment_append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="3bec0f6b7096a236673bccd0d154f7027efa8209",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_ripple_comment_append_only_e8528",
                    table="reviewapp_ripplecomment",
                    when="BEFORE",
                ),
            ),
        ),
        migrations.AddConstraint(
            model_name="rippleexclusion",
            constraint=models.UniqueConstraint(fields=("source_id", "list"), name="ripple_exclusion_once"),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="rippleexclusion",
            trigger=pgtrigger.compiler.Trigger(
                name="ripple_exclusion_append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="299e645a06009a442c02efff78a67385be57f213",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_ripple_exclusion_append_only_64d65",
                    table="reviewapp_rippleexclusion",
                    when="BEFORE",
                ),
            ),
        ),
        migrations.AddIndex(
            model_name="ripplekey",
            index=models.Index(fields=["source_id"], name="ripple_source"),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="ripplekey",
            trigger=pgtrigger.compiler.Trigger(
                name="ripple_key_append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="a7f5858c196cac23470981dd36d3635551991bff",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_ripple_key_append_only_90624",
                    table="reviewapp_ripplekey",
                    when="BEFORE",
                ),
            ),
        ),
        migrations.AddIndex(
            model_name="rippleitem",
            index=models.Index(fields=["state", "id"], name="ripple_state_id"),
        ),
        migrations.AddConstraint(
            model_name="rippleitem",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "state__in",
                        [
                            reviewapp.rules.protocol.ItemState["PROPOSED"],
                            reviewapp.rules.protocol.ItemState["IN_REVIEW"],
                            reviewapp.rules.protocol.ItemState["ACCEPTED"],
                            reviewapp.rules.protocol.ItemState["REJECTED"],
                            reviewapp.rules.protocol.ItemState["WITHDRAWN"],
                        ],
                    )
                ),
                name="ripple_state_known",
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="rippleitem",
            trigger=pgtrigger.compiler.Trigger(
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
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="rippleitem",
            trigger=pgtrigger.compiler.Trigger(
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
        ),
        migrations.AddConstraint(
            model_name="rippleseen",
            constraint=models.UniqueConstraint(fields=("item", "person", "what"), name="ripple_seen_once"),
        ),
        migrations.AddConstraint(
            model_name="rippleseen",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "what__in",
                        [
                            reviewapp.workflows.ripple.rules.words.Seen["HIDDEN"],
                            reviewapp.workflows.ripple.rules.words.Seen["RELEASED"],
                            reviewapp.workflows.ripple.rules.words.Seen["ADJUDICATION"],
                        ],
                    )
                ),
                name="ripple_seen_known",
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="rippleseen",
            trigger=pgtrigger.compiler.Trigger(
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
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="rippleseen",
            trigger=pgtrigger.compiler.Trigger(
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
        ),
    ]
