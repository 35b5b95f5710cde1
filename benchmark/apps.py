from django.apps import AppConfig


class BenchmarkConfig(AppConfig):
    name = "benchmark"
    verbose_name = "Benchmark"
    default_auto_field = "django.db.models.BigAutoField"
