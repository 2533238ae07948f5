from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0008_news_of_followed_pairs")]

    operations = [
        migrations.AddField(
            model_name="evidence",
            name="deal_number",
            field=models.PositiveSmallIntegerField(null=True),
        ),
    ]
