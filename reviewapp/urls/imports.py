"""URLs of imports."""

from django.urls import path

from reviewapp.bank import views as imports

urlpatterns = [
    path("", imports.imports, name="imports"),
    path("source/", imports.source, name="source"),
    path("new/<str:kind>/", imports.upload, name="upload"),
    path("checked/<str:code>/", imports.upload_checked, name="upload_checked"),
    path("checked/<str:code>/import/", imports.upload_import, name="upload_import"),
]
