"""What ends the token of a person's programs, and nothing else of theirs; the tokens of before end with it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("reviewapp", "0006_ripple_imported")]

    operations = [
        migrations.AddField(
            model_name="person",
            name="token_salt",
            field=models.CharField(blank=True, default="", editable=False, max_length=12),
        ),
    ]
