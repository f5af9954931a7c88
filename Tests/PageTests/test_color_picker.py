"""The segue color picker in a real browser: real mouse events, and the colour read from the page."""

import time
import unittest

from running_app import RunningAppTest


class ColorPickerTest(RunningAppTest):
    project = "Examples/ColorPicker"
    target = "SegueColorPicker"

    def background(self):
        return self.tab.run("""(() => getComputedStyle(document.querySelector(
          '.layer[data-class=UIWindow] .layer[data-class=UIView]')).backgroundColor)()""")

    def test_the_colour_chosen_with_the_mouse_comes_back_with_the_unwind_segue(self):
        start = self.place("Open Color Picker")
        self.assertNotEqual(self.background(), "rgb(255, 255, 0)")
        self.tab.click(*start)
        done = self.place("Done")
        picker = self.tab.run("""(() => { const r = [...document.querySelectorAll('.layer')]
          .find(e => e.dataset.class === 'UISegmentedControl').getBoundingClientRect();
          return [r.x + r.width * 5 / 6, r.y + r.height / 2]; })()""")
        self.tab.click(*picker)
        self.tab.click(*done)
        for _ in range(100):
            if self.background() == "rgb(255, 255, 0)":
                return
            time.sleep(0.1)
        self.fail("the main screen is " + str(self.background()) + " and not yellow")


if __name__ == "__main__":
    unittest.main()
