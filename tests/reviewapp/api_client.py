"""How the tests speak to the API: as a person, with their token."""

from django.urls import reverse
from rest_framework.test import APIClient

HOSTILE = [
    "👩‍🔬 e\u0301",
    "שלום\u202e",
    "a\r\nb\rc\n",
    "x\u2028y\u2029z\u0085\ufeff",
    " \t ",
    "<b>&amp;\\\"'",
]


def client_of(person):
    client = APIClient(enforce_csrf_checks=True)
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {person.token}")
    return client


def send(person, method, name, *args, data=None, **query):
    url = reverse(f"api_{name}", args=args, query=query)
    return getattr(client_of(person), method)(url, data, format="json")
