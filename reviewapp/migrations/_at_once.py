"""How the first migration of each app is applied: over one rendering of its models."""

from __future__ import annotations

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import Migration
from django.db.migrations.operations.base import Operation
from django.db.migrations.operations.fields import FieldOperation
from django.db.migrations.operations.models import IndexOperation
from django.db.migrations.state import ProjectState


class AtOnce(Migration):
    """A migration that makes each table as it is at its end, and takes it away as a whole.

    Django renders the models anew for each table that a migration makes, all related ones with it. For our
    tables that would be most of a start on an empty folder; here they are rendered once.
    """

    def mutate_state(self, project_state: ProjectState, preserve: bool = True) -> ProjectState:
        at_the_end = project_state.clone() if preserve else project_state
        vars(at_the_end).pop("apps", None)  # what is not rendered is not rendered again with each table
        for operation in self.operations:
            operation.state_forwards(self.app_label, at_the_end)
        return at_the_end

    def apply(
        self, project_state: ProjectState, schema_editor: BaseDatabaseSchemaEditor, collect_sql: bool = False
    ) -> ProjectState:
        at_the_end = self.mutate_state(project_state)
        for operation in self._whole_operations(collect_sql):
            operation.database_forwards(self.app_label, schema_editor, project_state, at_the_end)
        return at_the_end

    def unapply(
        self, project_state: ProjectState, schema_editor: BaseDatabaseSchemaEditor, collect_sql: bool = False
    ) -> ProjectState:
        at_the_end = self.mutate_state(project_state)
        for operation in reversed(self._whole_operations(collect_sql)):
            operation.database_backwards(self.app_label, schema_editor, at_the_end, project_state)
        return project_state

    def _whole_operations(self, collect_sql: bool) -> list[Operation]:
        """Leave out what adds to a table that is made here: the table as it is at the end has it already."""
        return [
            operation
            for operation in self.operations
            if not isinstance(operation, FieldOperation | IndexOperation)
            and (operation.reduces_to_sql or not collect_sql)
        ]
