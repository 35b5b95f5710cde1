"""URLs of people: login, one-time links, one's own account, and the managers' pages."""

from django.urls import URLPattern, URLResolver, path

from reviewapp.people.views import account, people

urlpatterns: list[URLPattern | URLResolver] = [
    path("login", account.log_in, name="login"),
    path("logout", account.log_out, name="logout"),
    path("link/<slug:token>/", account.link, name="link"),
    path("account/", account.account, name="account"),
    path("account/password/", account.account_password, name="account_password"),
    path("account/token/", account.account_token, name="account_token"),
    path("account/token/end/", account.account_token_end, name="account_token_end"),
    path("people/", people.people, name="people"),
    path("people.csv", people.people_csv, name="people_csv"),
    path("people/invite/", people.person_invite, name="person_invite"),
    path("people/<slug:code>/", people.person, name="person"),
    path("people/<slug:code>/groups/", people.person_groups, name="person_groups"),
    path("people/<slug:code>/link/", people.person_link, name="person_link"),
    path("people/<slug:code>/link/revoke/", people.person_links_revoke, name="person_links_revoke"),
    path("people/<slug:code>/deactivate/", people.person_deactivate, name="person_deactivate"),
    path("people/<slug:code>/reactivate/", people.person_reactivate, name="person_reactivate"),
    path("people/<slug:code>/release/", people.person_release, name="person_release"),
    path("people/<slug:code>/reassign/", people.person_reassign, name="person_reassign"),
    path("people/<slug:code>/join/", people.person_join, name="person_join"),
    path("people/<slug:code>/leave/", people.person_leave, name="person_leave"),
]
