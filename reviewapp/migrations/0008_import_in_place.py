import django.db.models.constraints
import django.db.models.deletion
import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("reviewapp", "0007_token_salt"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="evidenceitem",
            name="item_item_id_once",
        ),
        migrations.RemoveConstraint(
            model_name="itemdocument",
            name="item_document_once",
        ),
        migrations.AlterField(
            model_name="itemdocument",
            name="document",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="item_documents",
                to="reviewapp.document",
            ),
        ),
        migrations.AlterField(
            model_name="itemdocument",
            name="item",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="item_documents",
                to="reviewapp.evidenceitem",
            ),
        ),
        migrations.AlterField(
            model_name="itemwords",
            name="item",
            field=models.OneToOneField(
                db_constraint=False,
                on_delete=django.db.models.deletion.PROTECT,
                primary_key=True,
                related_name="search",
                serialize=False,
                to="reviewapp.evidenceitem",
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="evidenceitem",
            trigger=pgtrigger.compiler.Trigger(
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
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="evidenceitem",
            trigger=pgtrigger.compiler.Trigger(
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
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="itemdocument",
            trigger=pgtrigger.compiler.Trigger(
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
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="itemdocument",
            trigger=pgtrigger.compiler.Trigger(
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
        ),
        migrations.AddConstraint(
            model_name="evidenceitem",
            constraint=models.UniqueConstraint(
                deferrable=django.db.models.constraints.Deferrable["IMMEDIATE"],
                fields=("item_id",),
                name="item_item_id_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="itemdocument",
            constraint=models.UniqueConstraint(fields=("document", "item"), name="item_document_once"),
        ),
    ]
