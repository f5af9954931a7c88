"""An example that `carob run` serves, in a real browser."""

import os
import re
import subprocess
import unittest

from devtools import Profile, ScriptError

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))


class RunningAppTest(unittest.TestCase):
    """Runs `project` with its `target` for each test."""

    project = target = None

    def setUp(self):
        self.start()
        self.addCleanup(self.stop)
        # The browser of the process starts meanwhile.
        profile = Profile()
        self.addCleanup(profile.close)
        self.wait_until_ready()
        self.tab = profile.open(self.address)

    def start(self, port=0):
        """Starts `carob run`."""
        target = ["--target", self.target] if self.target else []
        self.device = subprocess.Popen(
            [os.environ.get("CAROB", os.path.join(ROOT, "carob")), "run", self.project, *target, "--port", str(port),
             "--no-open"],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def wait_until_ready(self):
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
        # Layers first, because an element is where it will be while its layer still moves.
        find = """(() => { const of = (all, name) => [...document.querySelectorAll(all)]
          .filter(e => e.getAttribute(name) === %r && e.getBoundingClientRect().width > 0).pop();
          const e = of('.layer[data-label]', 'data-label') ?? of('#accessibility [aria-label]', 'aria-label');
          if (!e) return null; const r = e.getBoundingClientRect();
          return [r.x + r.width / 2, r.y + r.height / 2]; })()""" % label
        try:
            return self.tab.settled(find)
        except ScriptError:
            self.fail("there is no element " + label)
