"""Returns stay within the overlap, whoever writes them; a task's beats are found without walking over others."""

import django.db.models.deletion
import pgtrigger.compiler
import pgtrigger.migrations
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("reviewapp", "0005_staff_lists"),
    ]

    operations = [
        pgtrigger.migrations.RemoveTrigger(
            model_name="return",
            name="return_is_lawful",
        ),
        migrations.AlterField(
            model_name="heartbeat",
            name="person",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="heartbeat",
            name="task",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="heartbeats",
                to="reviewapp.task",
            ),
        ),
        migrations.AddIndex(
            model_name="heartbeat",
            index=models.Index(fields=["task", "person", "at"], name="heartbeat_task_when"),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="return",
            trigger=pgtrigger.compiler.Trigger(
                name="return_is_lawful",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="\n    PERFORM 1 FROM reviewapp_slot s JOIN reviewapp_campaign c ON c.id = s.campaign_id\n        WHERE s.id = NEW.slot_id AND s.task_id = NEW.task_id AND s.campaign_id = NEW.campaign_id\n        AND s.stage = NEW.stage AND s.round = NEW.round AND s.number BETWEEN 1 AND c.overlap\n        AND s.person_id = NEW.person_id AND s.state IN ('claimed', 'committed');\n    IF NOT FOUND THEN\n        RAISE EXCEPTION 'return: its author holds no such slot of the task' USING ERRCODE = 'check_violation';\n    END IF;\n    PERFORM 1 FROM reviewapp_outcome o WHERE o.task_id = NEW.task_id AND o.adjudicator_id = NEW.person_id;\n    IF FOUND THEN\n        RAISE EXCEPTION 'return: the adjudicator of a task cannot review it'\n            USING ERRCODE = 'check_violation';\n    END IF;\n    IF NEW.supersedes_id IS NOT NULL THEN\n        PERFORM 1 FROM reviewapp_return r WHERE r.id = NEW.supersedes_id AND r.task_id = NEW.task_id\n            AND r.person_id = NEW.person_id AND r.stage = NEW.stage;\n        IF NOT FOUND THEN\n            RAISE EXCEPTION 'return: it supersedes a return that is not its author''s own'\n                USING ERRCODE = 'check_violation';\n        END IF;\n    END IF;\n    RETURN NEW;\n",
                    hash="800aee76a4810e329e5dbc213cd7952d14faf9e2",
                    operation="INSERT",
                    pgid="pgtrigger_return_is_lawful_dab1e",
                    table="reviewapp_return",
                    when="BEFORE",
                ),
            ),
        ),
    ]
