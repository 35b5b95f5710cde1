"""The workflows that are installed: shared code asks here, by the kind of a campaign or task.

Each app's ``workflows.WORKFLOWS`` names its workflows by dotted path, as ``tasks.JOBS`` names its jobs. They
are imported at the first question, so that a workflow may use what it is asked by.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module

from django.apps import apps
from django.utils.module_loading import import_string, module_has_submodule

from reviewapp.models import Campaign, Task
from reviewapp.work.workflow import Workflow


class UnknownWorkflow(ValueError):
    """No installed app knows this kind of review."""

    def __init__(self, kind: str) -> None:
        super().__init__(f"no installed app knows the kind of review {kind!r}")


@lru_cache(maxsize=1)
def registered() -> dict[str, Workflow]:
    """Return the workflows of all installed apps by kind, in the order in which pages name them."""
    paths = [
        path
        for config in apps.get_app_configs()
        if config.module and module_has_submodule(config.module, "workflows")
        for path in getattr(import_module(f"{config.name}.workflows"), "WORKFLOWS", ())
    ]
    workflows: list[Workflow] = [import_string(path) for path in paths]
    return {workflow.kind: workflow for workflow in workflows}


def workflows() -> Iterator[Workflow]:
    """Yield every workflow."""
    yield from registered().values()


def workflow_of(kind: str) -> Workflow:
    """Return the workflow of that kind.

    :raises UnknownWorkflow: if there is none.
    """
    try:
        return registered()[kind]
    except KeyError:
        raise UnknownWorkflow(kind) from None


def is_of(row: Campaign | Task, kind: str) -> bool:
    """Say whether a campaign or task is of that kind of review: elsewhere its pages do not exist."""
    return row.kind == kind


def stages_in_order() -> list[str]:
    """Return the stages of all workflows, each workflow's in its order."""
    return [stage for workflow in workflows() for stage in workflow.stages]
