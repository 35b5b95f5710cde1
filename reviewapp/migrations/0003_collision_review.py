"""Collision review: candidates, verdicts, the draw, decisions; and what each kind of review says of an item."""

import django.db.models.deletion
import django.db.models.functions.datetime
import pgtrigger.compiler
import pgtrigger.migrations
from django.conf import settings
from django.db import migrations, models

import reviewapp.rules.protocol
import reviewapp.workflows.collision.rules.collisions


class Migration(migrations.Migration):
    dependencies = [
        ("reviewapp", "0002_queue_groups_storage"),
    ]

    operations = [
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
                ("decision", models.CharField(blank=True, max_length=14)),
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
            ],
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
            ],
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
            ],
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
            ],
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
            model_name="itemdocument",
            name="base_position",
            field=models.IntegerField(null=True),
        ),
        migrations.AddField(
            model_name="itemdocument",
            name="by_review",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="outcome",
            name="body",
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name="task",
            name="verdict",
            field=models.CharField(blank=True, db_default="", max_length=6),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="return",
            trigger=pgtrigger.compiler.Trigger(
                name="return_has_all_finals",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    condition="WHEN (NEW.\"stage\" = 'collision')",
                    func="\n    PERFORM 1 FROM reviewapp_candidateassignment a WHERE a.task_id = NEW.task_id AND a.assigned\n        AND NOT EXISTS (SELECT 1 FROM reviewapp_candidatedecision d WHERE d.task_id = NEW.task_id\n            AND d.round = NEW.round AND d.person_id = NEW.person_id AND d.candidate_id = a.candidate_id\n            AND d.phase = 'final');\n    IF FOUND THEN\n        RAISE EXCEPTION 'return: a candidate of its item has no final decision'\n            USING ERRCODE = 'check_violation';\n    END IF;\n    RETURN NEW;\n",
                    hash="8bda0d10db36d48cf2a8561a3c44117c1afc4ac7",
                    operation="INSERT",
                    pgid="pgtrigger_return_has_all_finals_741db",
                    table="reviewapp_return",
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
                        ],
                    )
                ),
                name="campaign_kind_known",
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
                        ],
                    )
                ),
                name="return_stage_known",
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
                        ],
                    )
                ),
                name="slot_stage_known",
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
                        ],
                    )
                ),
                name="task_kind_known",
            ),
        ),
        migrations.AddField(
            model_name="candidateassignment",
            name="task",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="assignments", to="reviewapp.task"
            ),
        ),
        migrations.AddField(
            model_name="candidatedecision",
            name="guideline",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="reviewapp.guidelineversion",
            ),
        ),
        migrations.AddField(
            model_name="candidatedecision",
            name="person",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="candidatedecision",
            name="slot",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to="reviewapp.slot"
            ),
        ),
        migrations.AddField(
            model_name="candidatedecision",
            name="task",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="candidate_decisions",
                to="reviewapp.task",
            ),
        ),
        migrations.AddField(
            model_name="collisioncandidate",
            name="document",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to="reviewapp.document"
            ),
        ),
        migrations.AddField(
            model_name="collisioncandidate",
            name="item",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="candidates",
                to="reviewapp.evidenceitem",
            ),
        ),
        migrations.AddField(
            model_name="candidatedecision",
            name="candidate",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="decisions",
                to="reviewapp.collisioncandidate",
            ),
        ),
        migrations.AddField(
            model_name="candidateassignment",
            name="candidate",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="assignments",
                to="reviewapp.collisioncandidate",
            ),
        ),
        migrations.AddField(
            model_name="collisionplan",
            name="campaign",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="collision_plan",
                to="reviewapp.campaign",
            ),
        ),
        migrations.AddField(
            model_name="collisionverdict",
            name="candidate",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="verdicts",
                to="reviewapp.collisioncandidate",
            ),
        ),
        migrations.AddConstraint(
            model_name="collisioncandidate",
            constraint=models.UniqueConstraint(fields=("item", "document"), name="candidate_once"),
        ),
        migrations.AddConstraint(
            model_name="collisioncandidate",
            constraint=models.UniqueConstraint(fields=("item", "rank"), name="candidate_rank_once"),
        ),
        migrations.AddConstraint(
            model_name="collisioncandidate",
            constraint=models.CheckConstraint(
                condition=models.Q(("rank__gte", 1)), name="candidate_rank_positive"
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="collisioncandidate",
            trigger=pgtrigger.compiler.Trigger(
                name="candidate_append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="ec56cd7e43e2af302490c68852161c09290d8231",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_candidate_append_only_573ad",
                    table="reviewapp_collisioncandidate",
                    when="BEFORE",
                ),
            ),
        ),
        migrations.AddConstraint(
            model_name="candidatedecision",
            constraint=models.UniqueConstraint(
                fields=("task", "round", "person", "candidate", "phase", "sequence"),
                name="candidate_decision_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="candidatedecision",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "decision__in",
                        [
                            reviewapp.workflows.collision.rules.collisions.CollisionDecision["CONFLICT"],
                            reviewapp.workflows.collision.rules.collisions.CollisionDecision["HARD_NEGATIVE"],
                            reviewapp.workflows.collision.rules.collisions.CollisionDecision[
                                "FALSE_NEGATIVE"
                            ],
                            reviewapp.workflows.collision.rules.collisions.CollisionDecision["CANNOT_TELL"],
                        ],
                    )
                ),
                name="candidate_decision_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="candidatedecision",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "phase__in",
                        [
                            reviewapp.workflows.collision.rules.collisions.Phase["FIRST"],
                            reviewapp.workflows.collision.rules.collisions.Phase["FINAL"],
                        ],
                    )
                ),
                name="candidate_decision_phase",
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="candidatedecision",
            trigger=pgtrigger.compiler.Trigger(
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
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="candidatedecision",
            trigger=pgtrigger.compiler.Trigger(
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
        ),
        migrations.AddConstraint(
            model_name="candidateassignment",
            constraint=models.UniqueConstraint(fields=("task", "candidate"), name="assignment_once"),
        ),
        migrations.AddConstraint(
            model_name="candidateassignment",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "why__in",
                        [
                            reviewapp.workflows.collision.rules.collisions.Why["EVERY"],
                            reviewapp.workflows.collision.rules.collisions.Why["NOT_SAID_HARD"],
                            reviewapp.workflows.collision.rules.collisions.Why["DRAWN"],
                            reviewapp.workflows.collision.rules.collisions.Why["LEFT_OUT"],
                        ],
                    )
                ),
                name="assignment_why_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="candidateassignment",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("decision", ""),
                    (
                        "decision__in",
                        [
                            reviewapp.workflows.collision.rules.collisions.CollisionDecision["CONFLICT"],
                            reviewapp.workflows.collision.rules.collisions.CollisionDecision["HARD_NEGATIVE"],
                            reviewapp.workflows.collision.rules.collisions.CollisionDecision[
                                "FALSE_NEGATIVE"
                            ],
                        ],
                    ),
                    _connector="OR",
                ),
                name="assignment_decision_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="collisionplan",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "policy__in",
                        [
                            reviewapp.workflows.collision.rules.collisions.Policy["EVERY"],
                            reviewapp.workflows.collision.rules.collisions.Policy["ALL_BUT_HARD"],
                            reviewapp.workflows.collision.rules.collisions.Policy["SHARE"],
                        ],
                    )
                ),
                name="plan_policy_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="collisionplan",
            constraint=models.CheckConstraint(
                condition=models.Q(("share__range", (0, 1))), name="plan_share_range"
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="collisionplan",
            trigger=pgtrigger.compiler.Trigger(
                name="plan_append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="d5bda5ef761042f6f304f1a48544d21b5b772aa3",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_plan_append_only_c99ce",
                    table="reviewapp_collisionplan",
                    when="BEFORE",
                ),
            ),
        ),
        migrations.AddConstraint(
            model_name="collisionverdict",
            constraint=models.UniqueConstraint(
                fields=("candidate", "model", "prompt_version"), name="verdict_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="collisionverdict",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("verdict__isnull", True),
                    (
                        "verdict__in",
                        [
                            reviewapp.workflows.collision.rules.collisions.CollisionDecision["CONFLICT"],
                            reviewapp.workflows.collision.rules.collisions.CollisionDecision["HARD_NEGATIVE"],
                            reviewapp.workflows.collision.rules.collisions.CollisionDecision[
                                "FALSE_NEGATIVE"
                            ],
                        ],
                    ),
                    _connector="OR",
                ),
                name="verdict_known",
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="collisionverdict",
            trigger=pgtrigger.compiler.Trigger(
                name="verdict_append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="373caf3588c2226b8035625427c10f86fe8b5bb5",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_verdict_append_only_e508d",
                    table="reviewapp_collisionverdict",
                    when="BEFORE",
                ),
            ),
        ),
    ]
