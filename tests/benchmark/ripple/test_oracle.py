"""The oracle: exactly the closure changes, each edge is necessary, and a broken plan is found out."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from benchmark.construction.ripple.grammar.standings import STANDINGS
from benchmark.construction.ripple.nodes import Node, relation, values_of
from benchmark.construction.ripple.oracle import FROM_HELD, failures, proof_of, prove
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
    broken = changed(one, name, params=dict(one.nodes[name].params) | {"c": 10_000_000})
    assert f"affected:{name} does not change" in failures(broken, prove(broken))


def test_a_unit_that_should_hold_and_changes_is_found_out() -> None:
    one = plan("chain_with_branch")
    held = next(node for node in one.held if node.parents == ("n0",) and node.operation == "threshold")
    middle = (float(one.before["n0"]) + float(one.after["n0"])) / 2
    broken = changed(one, held.name, params=dict(held.params) | {"limits": [middle]})
    assert f"held:{held.name} changes outside of the closure" in failures(broken, prove(broken))


@pytest.mark.parametrize("shape", TABLE_4)
@pytest.mark.parametrize("number", range(4))
def test_units_that_hold_are_proved_to(shape: str, number: int) -> None:
    one = plan(shape, number)
    proof = prove(one)
    for node in one.held:
        found = proof_of(one, node)
        assert proof.before[f"held:{node.name}"] == proof.after[f"held:{node.name}"]
        assert found["value"] == found["value_after"]
        moved = any(before != after for before, after in found["inputs"])
        assert (found["reason"] != FROM_HELD) == moved


@pytest.mark.parametrize("shape", TABLE_4)
def test_units_hold_at_every_depth_and_below_both_kinds_of_parents(shape: str) -> None:
    one = plan(shape)
    depths = {node.depth for node in one.held}
    assert depths >= {2, 3, 4}
    assert len(one.held) >= one.coordinate.size + 2
    hanging = {one.nodes[name].changes for node in one.held for name in node.parents if name != "n0"}
    assert hanging == {True, False}


def test_an_idle_edge_of_a_merge_is_found_out() -> None:
    one = plan("diamond_with_tail")
    name = next(node.name for node in one.chain if len(set(node.parents) & {"n1", "n2"}) == 2)
    never = {"number": {"least": 10_000_000}, "class": {"among": []}}
    conditions = [never[one.nodes[parent].type] for parent in one.nodes[name].parents]
    params = {"labels": ["a", "b"], "conditions": conditions}
    standing = next(one for one in STANDINGS if len(one.labels) >= 2)
    broken = changed(one, name, operation="both", params=params, type="class", standing=standing, facet=None)
    found = failures(broken, prove(broken))
    assert {f"{name} does not need n1", f"{name} does not need n2"} <= set(found)


@pytest.mark.parametrize("shape", TABLE_4)
def test_limits_lie_strictly_between_the_values_where_there_is_room(shape: str) -> None:
    for number in range(4):
        one = plan(shape, number)
        for node in one.chain:
            if node.operation == "threshold":
                low, high = sorted((float(one.before[node.parents[0]]), float(one.after[node.parents[0]])))
                assert low < node.params["limits"][0] < high
            if node.operation == "band":
                low, high = sorted((float(one.before[node.parents[0]]), float(one.after[node.parents[0]])))
                assert any(low < limit < high for limit in node.params["limits"])


@pytest.mark.parametrize("shape", TABLE_4)
def test_a_rule_tells_no_value_of_a_parent(shape: str) -> None:
    for number in range(4):
        one = plan(shape, number)
        for node in list(one.nodes.values())[1:]:
            said = set(tokens_of(relation(node, one.nodes))) if node.operation != "rank" else set()
            for parent in node.parents:
                for values in (one.before, one.after):
                    value = values[parent]
                    if not isinstance(value, str):
                        assert not {f"{value:,.0f}", f"{value:.0f}"} & said
