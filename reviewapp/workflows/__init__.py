"""The kinds of review that the application brings: one folder each, none of which imports another.

``WORKFLOWS`` names them for the registry (reviewapp/work/registry.py), which imports them when first asked.
"""

WORKFLOWS = (
    "reviewapp.workflows.screening.workflow.SCREENING",
    "reviewapp.workflows.collision.workflow.COLLISION",
    "reviewapp.workflows.ripple.workflow.RIPPLE",
)
