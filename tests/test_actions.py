"""Every action is one transaction of its own: it has committed when it returns, or nothing has happened."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from functools import cache
from importlib import import_module
from inspect import isfunction
from typing import Any

import pytest
from django.db import transaction

import benchmark
import reviewapp
import scoring

REVIEWAPP = """
claim_disagreement resolve_disagreement release_open_tasks reassign_open_tasks create_campaign add_items
move_campaign publish_guidelines set_member requeue withdraw_item ask resume_claim skip_task resolve_collision
contest_decision decide_candidate keep_candidate revise_candidate commit_collision save_draft discard_draft
set_domain cancel_job retry_job claim_job end_job give_back_job resend_lost_jobs issue_link redeem_link
revoke_links invite_person set_groups deactivate_person reactivate_person change_password set_preferences
save_ripple_draft decide_ripple record_assent add_comment commit_blind commit_closure release_reviewer
withdraw_ripple withdraw_batch see_hidden see_campaign commit_screening request_job make_token end_token
undo_last store_upload start_import let_upload_go
"""
BENCHMARK = """
describe_source start_construction store_construction open_keys note_handed log_decision add_erratum freeze
freeze_ripple see_keys
"""
SCORING = """
store_run score_run start_baselines keep_comparison register_configuration open_board ask_for_controls
store_controls start_model_run note_request note_attempts replace_run store_ripple_run store_baseline
keep_scores
"""


@cache
def actions() -> dict[str, Callable[..., Any]]:
    """Return the public functions of all modules of actions, by name."""
    found = {}
    for app in (reviewapp, benchmark, scoring):
        for info in pkgutil.walk_packages(app.__path__, f"{app.__name__}."):
            if "actions" in info.name.split("."):
                module = import_module(info.name)
                own = {name: value for name, value in vars(module).items() if isfunction(value)}
                found |= {name: value for name, value in own.items() if value.__module__ == info.name}
    return found


@pytest.mark.django_db
@pytest.mark.parametrize("name", (REVIEWAPP + BENCHMARK + SCORING).split())
def test_an_action_commits_by_itself_and_runs_in_no_other_transaction(name: str) -> None:
    with transaction.atomic(), pytest.raises(RuntimeError, match="durable atomic block"):
        actions()[name]()
