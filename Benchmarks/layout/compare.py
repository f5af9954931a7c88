#!/usr/bin/env python3
"""Solves the systems written by LayoutBenchmark with kiwisolver (PyPI), and prints both times and their ratio.

    pip install kiwisolver && python3 compare.py systems.json

kiwisolver has three strengths below required and adds them up with weights, so priorities map to weak and medium by
their range; if two constraints of one strength compete, a value may differ. The time includes adding the constraints
and reading the values, not building the Python objects.
"""
import json
import sys
import time

import kiwisolver as kiwi


def strength(priority):
    if priority >= 1000:
        return "required"
    # Far enough apart that the sums respect the order of priorities in these systems.
    return kiwi.strength.create(0, 2 ** (priority - 745), 0) if priority >= 500 else kiwi.strength.create(0, 0, priority)


def main():
    for system in json.load(open(sys.argv[1])):
        variables = [kiwi.Variable(str(i)) for i in range(system["variables"])]
        constraints = []
        for c in system["constraints"]:
            expression = kiwi.Expression([kiwi.Term(variables[int(v)], k) for v, k in c["terms"]], c["constant"])
            relation = ["==", "<=", ">="][c["relation"]]
            constraints.append(kiwi.Constraint(expression, relation, strength(c["priority"])))
        times = []
        for _ in range(20):
            solver = kiwi.Solver()
            start = time.perf_counter()
            for constraint in constraints:
                solver.addConstraint(constraint)
            solver.updateVariables()
            times.append((time.perf_counter() - start) * 1e6)
        times.sort()
        # kiwisolver cannot change a constant; instead it uses an edit variable in place of the constraint.
        solver = kiwi.Solver()
        edited = system["edited"]
        for i, constraint in enumerate(constraints):
            if i != edited:
                solver.addConstraint(constraint)
        variable = variables[int(system["constraints"][edited]["terms"][0][0])]
        value = -system["constraints"][edited]["constant"]
        solver.addEditVariable(variable, kiwi.strength.create(900, 0, 0))
        edits = []
        for step in range(2000):
            start = time.perf_counter()
            solver.suggestValue(variable, value + (step + 1) % 40)
            solver.updateVariables()
            edits.append((time.perf_counter() - start) * 1e6)
        edits.sort()
        solver.suggestValue(variable, value)
        solver.updateVariables()
        off = max(abs(a.value() - b) for a, b in zip(variables, system["values"]))
        print(
            f"{system['name']}: from scratch {system['scratch']:.0f} µs, kiwisolver {times[10]:.0f} µs "
            f"({times[10] / system['scratch']:.1f}×); edit {system['edit']:.1f} µs, kiwisolver {edits[1000]:.1f} µs "
            f"({edits[1000] / system['edit']:.1f}×); largest difference of a value {off:.2g}"
        )


main()
