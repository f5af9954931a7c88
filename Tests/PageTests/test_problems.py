"""An app that hangs, one that crashes, and a command that is started anew, in a real browser. Needs the SDK."""

import os
import shutil
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(__file__))
from running_app import RunningAppTest  # noqa: E402

APP = """import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = Screen()
    window?.makeKeyAndVisible()
    return true
  }
}

class Screen: UIViewController {
  private let numbers: [Int] = []
  private var isWaiting = true

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    let actions = [("Wait", #selector(wait)), ("Third", #selector(third))]
    for (index, (title, action)) in actions.enumerated() {
      let button = UIButton(type: .system)
      button.setTitle(title, for: .normal)
      button.frame = CGRect(x: 40, y: 120 + 80 * index, width: 200, height: 44)
      button.addTarget(self, action: action, for: .touchUpInside)
      view.addSubview(button)
    }
  }

  @objc private func wait() {
    while isWaiting {}
  }

  @objc private func third() {
    print("looking")
    print(numbers[3])
  }
}
"""


def line(text):
    return next(number for number, one in enumerate(APP.splitlines(), 1) if text in one)


class ProblemsTest(RunningAppTest):
    def setUp(self):
        folder = tempfile.mkdtemp(prefix="carob-problems-")
        self.addCleanup(shutil.rmtree, folder)
        self.project = os.path.join(folder, "Problems")
        os.mkdir(self.project)
        with open(os.path.join(self.project, "App.swift"), "w") as file:
            file.write(APP)
        super().setUp()

    # The report of a crash comes when the Swift runtime has read the debug information, which a busy machine takes its time for.
    def phase(self, wanted, timeout=60):
        self.tab.until(f"document.documentElement.dataset.phase === '{wanted}'", timeout)

    def picture(self, name):
        if folder := os.environ.get("PAGE_PICTURES"):
            self.tab.screenshot(os.path.join(folder, name + ".png"))

    def test_a_hang_a_crash_and_a_new_run(self):
        # A handler that does not return: the page says so, and names it.
        self.phase("running")
        self.tab.click(*self.place("Wait"))
        self.phase("stalled")
        self.assertEqual(self.tab.run("document.getElementById('status').textContent"), "Not answering")
        self.assertEqual(self.tab.run("document.getElementById('waiting').textContent"),
                         f"Not answering, inside Screen#1.wait (App.swift:{line('func wait')})")
        self.picture("problem-hang")
        self.tab.run("document.querySelector('.tools [data-action=relaunch]').click()")
        self.phase("running")

        # A crash: a red row with the cause, the user's line first with its source, and the focus on the card.
        self.tab.click(*self.place("Third"))
        self.phase("crashed")
        self.tab.until("!document.getElementById('report').hidden")
        self.assertEqual(self.tab.run("document.querySelector('#report .place').textContent"),
                         f"App.swift:{line('numbers[3]')}")
        self.assertEqual(self.tab.run("document.querySelector('#report .excerpt').textContent"), "print(numbers[3])")
        self.assertIn("Index out of range", self.tab.run("document.querySelector('#report .message').textContent"))
        self.assertTrue(self.tab.run("document.getElementById('report').contains(document.activeElement)"))
        self.tab.until("document.querySelector('.row.crash')")
        self.assertIn("Index out of range", self.tab.run("document.querySelector('.row.crash .outcome').textContent"))
        self.assertNotEqual(self.tab.run("getComputedStyle(document.querySelector('.row.crash')).backgroundColor"),
                            self.tab.run("getComputedStyle(document.querySelector('.row:not(.crash)')).backgroundColor"))
        self.picture("problem-crash")

        # The command is started anew: the page that was left open takes up the new run.
        address, port = self.address, self.address.split(":")[2].split("/")[0]
        self.stop()
        self.tab.until("document.documentElement.dataset.connection !== 'open'")
        self.start(port)
        self.wait_until_ready()
        self.assertEqual(self.address, address)
        self.phase("running")
        self.tab.until("document.documentElement.dataset.connection === 'open'")
        self.place("Wait")
        self.assertTrue(self.tab.run("document.getElementById('report').hidden"))
        self.tab.click(*self.place("Wait"))
        self.phase("stalled")


if __name__ == "__main__":
    unittest.main()
