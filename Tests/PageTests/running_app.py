"""An example that `carob run` serves, in a real browser."""

import os
import re
import subprocess
import time
import unittest

from devtools import Browser

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))


class RunningAppTest(unittest.TestCase):
    """Runs `project` with its `target` for each test."""

    project = target = None

    def setUp(self):
        self.start()
        self.addCleanup(self.stop)
        self.browser = Browser()
        self.addCleanup(self.browser.close)
        self.tab = self.browser.open(self.address)

    def start(self, port=0):
        """Starts `carob run` and waits until it is ready."""
        target = ["--target", self.target] if self.target else []
        self.device = subprocess.Popen(
            [os.environ.get("CAROB", os.path.join(ROOT, "carob")), "run", self.project, *target, "--port", str(port),
             "--no-open"],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.address = None
        said = []
        for line in self.device.stdout:
            said.append(line)
            found = re.match(r"ready: (http://127\.0\.0\.1:\d+/\w+/)$", line)
            if found:
                self.address = found.group(1)
                break
        self.assertIsNotNone(self.address, "carob run was not ready:\n" + "".join(said))

    def stop(self):
        self.device.terminate()
        self.device.stdout.close()
        self.device.wait(timeout=20)

    def place(self, label):
        """The middle of the element with this label, once it is there and has come to rest."""
        # Layers first, because an element is where it will be, while its layer still moves.
        find = """(() => { const of = (all, name) => [...document.querySelectorAll(all)]
          .filter(e => e.getAttribute(name) === %r && e.getBoundingClientRect().width > 0).pop();
          const e = of('.layer[data-label]', 'data-label') ?? of('#accessibility [aria-label]', 'aria-label');
          if (!e) return null; const r = e.getBoundingClientRect();
          return [r.x + r.width / 2, r.y + r.height / 2]; })()""" % label
        before = None
        for _ in range(100):
            found = self.tab.run(find)
            if found and found == before:
                return found
            before = found
            time.sleep(0.1)
        self.fail("there is no element " + label)
