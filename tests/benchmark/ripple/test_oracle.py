"""The oracle: exactly the closure changes, each edge is necessary, and a broken plan is found out."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from benchmark.construction.ripple.nodes import Node, values_of
from benchmark.construction.ripple.oracle import failures, prove
from benchmark.construction.ripple.plan import AFFECTED, EDITED, Plan
from benchmark.construction.ripple.schedule import TABLE_4
from benchmark.construction.ripple.tokens import tokens_of

from .records import plan


def changed(one: Plan, name: str, **changes: Any) -> Plan:
    """Return a plan with one node changed."""
    nodes: Mapping[str, Node] = MappingProxyType({**one.nodes, name: replace(one.nodes[name], **changes)})
    return replace(one, nodes=nodes)


def node_with(operation: str) -> tuple[Plan, str]:
    """Return a plan that has an affected node of an operation, and that node's name."""
    for number in range(60):
        for shape in TABLE_4:
            one = plan(shape, number)
            for node in one.chain:
                if node.operation == operation:
                    return one, node.name
    raise AssertionError(f"no plan with {operation}")


@pytest.mark.parametrize("shape", TABLE_4)
@pytest.mark.parametrize("number", range(4))
def test_exactly_the_closure_changes(shape: str, number: int) -> None:
    one = plan(shape, number)
    proof = prove(one)
    assert failures(one, proof) == []
    assert proof.changed == {slot.name for slot in one.slots if slot.role in (EDITED, AFFECTED)}


@pytest.mark.parametrize("shape", TABLE_4)
def test_the_values_of_a_plan_are_those_of_its_expressions(shape: str) -> None:
    one = plan(shape)
    given = {node.name: one.before[node.name] for node in one.nodes.values() if not node.parents}
    assert values_of(list(one.nodes.values()), given) == dict(one.before)
    after = values_of(list(one.nodes.values()), {**given, "n0": one.after["n0"]})
    assert after == dict(one.after)


def test_a_threshold_that_the_edit_does_not_cross_is_found_out() -> None:
    one, name = node_with("threshold")
    params = dict(one.nodes[name].params) | {"limits": [10_000_000]}
    found = failures(one, prove(changed(one, name, params=params)))
    assert f"affected:{name} does not change" in found


def test_a_rounding_that_swallows_the_edit_is_found_out() -> None:
    one, name = node_with("per")
    broken = changed(one, name, params={"c": 10_000_000})
    assert f"affected:{name} does not change" in failures(broken, prove(broken))


def test_a_bystander_that_follows_from_the_edit_is_found_out() -> None:
    one = plan("chain_with_branch")
    broken = changed(
        one,
        "b1",
        operation="add",
        params={"c": 5},
        parents=("n0",),
        standing=None,
        type="number",
        facet=one.nodes["b0"].facet,
    )
    assert "bystander:b1 changes outside of the closure" in failures(broken, prove(broken))


def test_an_idle_edge_of_a_merge_is_found_out() -> None:
    one, name = node_with("sum")
    first = one.nodes[name].parents[0]
    broken = changed(one, name, operation="add", params={"c": 5}, parents=(first, one.nodes[name].parents[1]))
    found = failures(broken, prove(broken))
    assert f"{name} does not need {broken.nodes[name].parents[1]}" in found


@pytest.mark.parametrize("shape", TABLE_4)
def test_limits_lie_strictly_between_the_values_where_there_is_room(shape: str) -> None:
    for number in range(4):
        one = plan(shape, number)
        for node in one.chain:
            if node.operation == "threshold":
                low, high = sorted((float(one.before[node.parents[0]]), float(one.after[node.parents[0]])))
                assert low < node.params["limits"][0] < high


@pytest.mark.parametrize("shape", TABLE_4)
def test_a_rule_tells_no_value_of_a_parent(shape: str) -> None:
    for number in range(4):
        one = plan(shape, number)
        texts = prove(one).before
        for node in one.chain[1:]:
            said = set(tokens_of(texts[f"rule:{node.name}"]))
            for parent in node.parents:
                for values in (one.before, one.after):
                    value = values[parent]
                    if not isinstance(value, str):
                        assert f"{value:,.0f}" not in said
