"""Runs the page's tests in several processes, because most of their time is waiting. Run by script/test-page.

usage: run.py [NAME…]   NAME is a module, a class or a test, as for unittest; without it all tests run.

Each process has one browser for all its tests. The tests that take longest begin first.
"""

import json
import os
import subprocess
import sys
import threading
import time
import unittest

# Tests of running apps wait for the apps' time; most tests of the page alone are short and fill the gaps.
MODULES = ("test_location", "test_watch", "test_problems", "test_accessibility", "test_gestures", "test_text_input",
           "test_color_picker", "test_page")
LONG = ("test_location", "test_watch", "test_problems", "test_the_page_and_the_headless_picture_agree",
        "test_every_control", "test_lines_are", "test_pixels_have")
PROCESSES = 3


def names(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from names(test)
        else:
            yield test.id()


def work():
    """Runs the tests whose names come on standard input, and prints a line of JSON for each."""
    output = os.fdopen(os.dup(1), "w")
    # What tests print goes to the report.
    os.dup2(2, 1)
    for line in sys.stdin:
        name, start = line.strip(), time.monotonic()
        result = unittest.TestResult()
        unittest.defaultTestLoader.loadTestsFromName(name).run(result)
        problems = [text for _, text in result.failures + result.errors]
        problems += ["the test passed unexpectedly"] * len(result.unexpectedSuccesses)
        problems += ["nothing was run"] * (result.testsRun == 0)
        print(json.dumps({"seconds": time.monotonic() - start, "problems": problems,
                          "skipped": [reason for _, reason in result.skipped]}), file=output, flush=True)


class Run:
    def __init__(self, tests):
        self.waiting = list(tests)
        self.lock = threading.Lock()
        self.reported = 0
        self.failed = []

    def next(self):
        with self.lock:
            return self.waiting.pop(0) if self.waiting else None

    def report(self, name, seconds, problems, skipped=()):
        with self.lock:
            self.reported += 1
            verdict = "FAIL" if problems else f"skipped ({skipped[0]})" if skipped else "ok"
            print(f"{name} … {verdict} ({seconds:.1f} s)", file=sys.stderr)
            for problem in problems:
                print(problem, file=sys.stderr)
            sys.stderr.flush()
            if problems:
                self.failed.append(name)

    def lane(self):
        worker = None
        while name := self.next():
            if worker is None:
                worker = subprocess.Popen([sys.executable, __file__, "--work"], stdin=subprocess.PIPE,
                                          stdout=subprocess.PIPE, text=True)
            try:
                worker.stdin.write(name + "\n")
                worker.stdin.flush()
                answer = worker.stdout.readline()
            except OSError:
                answer = ""
            if answer:
                self.report(name, **json.loads(answer))
            else:
                self.report(name, 0, [f"the process of this test ended with status {worker.wait()}"])
                worker = None
        if worker:
            worker.stdin.close()
            worker.wait()
            worker.stdout.close()


def main():
    tests = list(names(unittest.defaultTestLoader.loadTestsFromNames(sys.argv[1:] or MODULES)))
    tests.sort(key=lambda name: next((place for place, word in enumerate(LONG) if word in name), len(LONG)))
    start = time.monotonic()
    run = Run(tests)
    lanes = [threading.Thread(target=run.lane) for _ in range(min(PROCESSES, len(tests)))]
    for lane in lanes:
        lane.start()
    for lane in lanes:
        lane.join()
    print(f"{len(tests)} tests in {time.monotonic() - start:.0f} s", file=sys.stderr)
    for name in run.failed:
        print(f"failed: {name}", file=sys.stderr)
    if run.reported != len(tests):
        print(f"{len(tests) - run.reported} tests were not reported", file=sys.stderr)
    return 1 if run.failed or not tests or run.reported != len(tests) else 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--work"]:
        work()
    else:
        sys.exit(main())
