"""Drags, pinches and hovering on the page, as the app's recognizers see them."""

import re
import unittest

from running_app import RunningAppTest

ALT = 1


class GesturesTest(RunningAppTest):
    project = "Examples/Gestures"
    target = "GestureCatalog"

    def show(self, gesture):
        """Opens a gesture's screen; the pane's left, top, width and height on the page, and its points' size there."""
        self.tab.click(*self.place(gesture))
        self.place("Pane")
        left, top, width, height = self.tab.run("""(() => {
          const r = document.querySelector('.layer[data-label=Pane]').getBoundingClientRect();
          return [r.x, r.y, r.width, r.height]; })()""")
        return left, top, width, height, width / 393

    def back(self):
        self.tab.click(*self.place("Gestures"))
        self.place("Tap")

    def said(self, pattern):
        """Waits until the app writes what matches, and gives its numbers."""
        labels = ("[...document.querySelectorAll('.layer[data-label]')]"
                  ".map(e => e.dataset.label).find(t => /^%s$/.test(t))" % pattern)
        return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", self.tab.until(labels))]

    def fingers(self, kind, *points):
        self.tab.call("Input.dispatchTouchEvent", type=kind,
                      touchPoints=[{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)])

    def test_a_mouse_drags_pinches_with_the_option_key_and_hovers(self):
        left, top, width, height, point = self.show("Pan")
        x, y = left + width / 2, top + height / 2
        self.tab.mouse("mousePressed", x, y)
        for step in range(1, 6):
            self.tab.mouse("mouseMoved", x + 20 * step * point, y + 8 * step * point)
        self.tab.mouse("mouseReleased", x + 100 * point, y + 40 * point)
        across, down = self.said(r"ended moved -?\d+, -?\d+")
        self.assertAlmostEqual(across, 100, delta=2)
        self.assertAlmostEqual(down, 40, delta=2)
        # A wheel that turns moves the content up, and ends when it rests.
        self.tab.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=90 * point)
        across, down = self.said(r"ended moved 0, -\d+")
        self.assertAlmostEqual(down, -90, delta=3)
        self.back()

        # The second finger is opposite the first, about the middle of the screen.
        left, top, width, height, point = self.show("Pinch")
        y = top + height * 0.4
        self.tab.mouse("mousePressed", left + width * 0.4, y, modifiers=ALT)
        for step in range(1, 8):
            self.tab.mouse("mouseMoved", left + width * (0.4 - 0.04 * step), y, modifiers=ALT)
        self.tab.mouse("mouseReleased", left + width * 0.12, y, modifiers=ALT)
        self.assertGreater(self.said(r"ended scale \d+\.\d")[0], 1.5)
        self.back()

        left, top, width, height, point = self.show("Hover")
        self.tab.call("Input.dispatchMouseEvent", type="mouseMoved", x=left + 100 * point, y=top + 50 * point)
        self.said(r"began at \d+, \d+")
        self.tab.call("Input.dispatchMouseEvent", type="mouseMoved", x=left + 120 * point, y=top + 80 * point)
        across, down = self.said(r"changed at \d+, \d+")
        self.assertAlmostEqual(across, 120, delta=2)
        self.assertAlmostEqual(down, 80, delta=2)
        self.tab.call("Input.dispatchMouseEvent", type="mouseMoved", x=1, y=1)
        self.said(r"ended at -?\d+, -?\d+")
        self.assertEqual(self.tab.problems(), [])

    def test_two_fingers_of_a_touch_screen_pinch(self):
        self.tab.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)
        left, top, width, height, point = self.show("Pinch")
        x, y = left + width / 2, top + height / 2
        self.fingers("touchStart", (x - 40 * point, y))
        self.fingers("touchStart", (x - 40 * point, y), (x + 40 * point, y))
        for way in range(50, 121, 10):
            self.fingers("touchMove", (x - way * point, y), (x + way * point, y))
        self.fingers("touchEnd")
        # From 80 points apart to 240; the first moves are spent before the pinch begins.
        scale = self.said(r"ended scale \d+\.\d")[0]
        self.assertGreater(scale, 1.5)
        self.assertLessEqual(scale, 3.0)
        self.assertEqual(self.tab.problems(), [])


if __name__ == "__main__":
    unittest.main()
