"""`carob run --watch`: after an edit the page is on the screen where it was."""

import os
import re
import shutil
import subprocess
import tempfile
import threading
import time
import unittest

from devtools import Profile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))


class WatchTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.mkdtemp(prefix="carob-watch-")
        self.addCleanup(shutil.rmtree, folder)
        self.project = os.path.join(folder, "ColorPicker")
        shutil.copytree(os.path.join(ROOT, "Examples", "ColorPicker"), self.project)
        self.device = subprocess.Popen(
            [os.environ.get("CAROB", os.path.join(ROOT, "carob")), "run", self.project, "--target", "SegueColorPicker",
             "--port", "0", "--no-open", "--watch"],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.addCleanup(self.stop)
        self.said = []
        self.ready = threading.Event()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        # The browser of the process starts meanwhile.
        profile = Profile()
        self.addCleanup(profile.close)
        self.assertTrue(self.ready.wait(120), "carob run was not ready:\n" + "".join(self.said))
        self.assertIsNotNone(self.address, "carob run ended:\n" + "".join(self.said))
        self.tab = profile.open(self.address)

    def read(self):
        self.address = None
        for line in self.device.stdout:
            self.said.append(line)
            found = re.match(r"ready: (http://127\.0\.0\.1:\d+/\w+/)$", line)
            if found:
                self.address = found.group(1)
                self.ready.set()
        self.ready.set()

    def stop(self):
        self.device.terminate()
        self.device.wait(timeout=20)
        self.reader.join(timeout=20)
        self.device.stdout.close()

    def wait(self, expression, what, seconds=60):
        """Until the expression is something; its value."""
        end = time.time() + seconds
        while time.time() < end:
            found = self.tab.run(expression)
            if found:
                return found
            time.sleep(0.05)
        self.fail(what + "\n" + "".join(self.said))

    def wait_said(self, text):
        end = time.time() + 20
        while time.time() < end and not any(text in line for line in self.said):
            time.sleep(0.05)
        self.assertIn(text, "".join(self.said))

    def place(self, label):
        return self.wait("""(() => { const e = [...document.querySelectorAll('#accessibility [aria-label]')]
          .filter(e => e.getAttribute('aria-label') === %r && e.getBoundingClientRect().width > 0).pop();
          if (!e || document.getAnimations().some(a => e.contains(a.effect.target) || a.effect.target.contains(e)))
            return null;
          const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()""" % label,
                         "there is no element " + label)

    def edit(self, old, new):
        path = os.path.join(self.project, "SegueColorPicker", "ColorPickerViewController.swift")
        with open(path) as file:
            text = file.read()
        self.assertIn(old, text)
        with open(path, "w") as file:
            file.write(text.replace(old, new))

    def test_an_edit_keeps_the_screen_an_error_keeps_the_app_and_a_crash_names_the_input(self):
        self.tab.click(*self.place("Open Color Picker"))
        self.place("Done")

        # The new build stands where the old one was.
        self.edit("super.viewDidLoad()", "super.viewDidLoad(); print(\"second build\")")
        self.wait("document.body.innerText.includes('second build')", "the second build does not run")
        self.wait("document.documentElement.dataset.phase === 'running'", "the second build does not show")
        self.place("Done")
        self.assertIn("carob: replayed 2 inputs\n", self.said)
        if folder := os.environ.get("PAGE_PICTURES"):
            self.tab.screenshot(os.path.join(folder, "watch.png"))

        # A mistake is shown, and what ran goes on running behind it.
        self.edit("print(\"second build\")", "print(second build)")
        self.wait("!document.getElementById('report').hidden", "the build error is not shown")
        self.assertIn("ColorPickerViewController.swift", self.tab.run("document.getElementById('report').innerText"))
        self.place("Done")

        # A crash on the way names the input.
        self.edit("print(second build)", "fatalError(\"third build\")")
        self.wait("document.documentElement.dataset.phase === 'crashed'", "the crash is not shown")
        report = self.wait("document.querySelector('#report .during')?.textContent", "the input is not named")
        self.assertIn("input 2 of 2: touch ended at", report)
        if folder := os.environ.get("PAGE_PICTURES"):
            self.tab.screenshot(os.path.join(folder, "watch-crash.png"))

        # Mended, the way is gone to its end, and the app lives.
        self.edit("fatalError(\"third build\")", "print(\"fourth build\")")
        self.wait("document.documentElement.dataset.phase === 'running'", "the fourth build does not show")
        self.tab.click(*self.place("Done"))
        self.place("Open Color Picker")

        # An app that never returns from its launch: the page says what the terminal says.
        self.edit("print(\"fourth build\")", "while view != nil {}")
        given_up = "the replay was given up at input 2 of 4"
        self.wait("document.body.innerText.includes(%r)" % given_up, "the page does not say that the app spins")
        self.wait_said(given_up)


if __name__ == "__main__":
    unittest.main()
