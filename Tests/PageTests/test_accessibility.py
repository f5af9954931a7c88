"""The accessibility tree of examples as a whole, and their use by keyboard alone. Needs the SDK."""

import os
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(__file__))
from running_app import RunningAppTest  # noqa: E402


class AccessibilityTest(RunningAppTest):
    def tree(self, *wanted):
        """The tree once it has these lines."""
        found = []
        for _ in range(100):
            try:
                found = self.tab.accessible("#accessibility")
            except RuntimeError:  # The page replaced an element while the browser read the tree.
                found = []
            if found and all(any(line.startswith(want) for line in found) for want in wanted):
                return found
            time.sleep(0.1)
        self.fail(f"{wanted} not in\n" + "\n".join(found))

    def reached(self):
        """The names of what Tab reaches, from the first element on."""
        self.tab.run("document.getElementById('help-button').focus()")
        names = []
        while len(names) < 100:
            self.tab.key("Tab", number=9)
            name = self.tab.run("document.activeElement.closest('#accessibility') && (document.activeElement.getAttribute('aria-label') ?? '')")
            if name is None:
                if names:
                    return names
                continue
            names.append(name)
        return names

    def usable(self):
        """The names of the elements that a keyboard should reach."""
        return self.tab.run("""[...document.querySelectorAll('#accessibility [role]')]
          .filter((e) => /^(button|switch|slider|spinbutton|textbox|searchbox|radio|tab|link)$/.test(e.role)
            && !e.ariaDisabled && e.tabIndex !== -1).map((e) => e.getAttribute('aria-label') ?? '')""")

    def assertAllReached(self):
        # During a transition the tree changes: wait until it has been the same for longer than one takes.
        wanted, same = self.usable(), 0
        for _ in range(100):
            if same == 5:
                break
            time.sleep(0.2)
            before, wanted = wanted, self.usable()
            same = same + 1 if wanted == before else 0
        self.assertEqual(same, 5, "the elements do not come to rest")
        self.assertTrue(wanted)
        self.assertEqual(self.reached(), wanted)


class ColorPickerAccessibilityTest(AccessibilityTest):
    project, target = "Examples/ColorPicker", "DelegateColorPicker"

    def test_every_control_is_reached_and_used_by_the_keyboard(self):
        self.tree("button")
        self.assertAllReached()


class NotesAccessibilityTest(AccessibilityTest):
    project, target = "Examples/Notes", "NotesNullify"

    def test_rows_are_reached_and_opened_and_the_back_button_is_first(self):
        self.assertEqual(self.tree("button Garden"), [
            "button Edit focusable", "heading Categories level=1", "button Import focusable", "button Add focusable",
            "list ", "listitem ", "button Garden, 2 focusable", "listitem ", "button House, 1 focusable", "listitem ",
            "button Ideas, 0 focusable", "tablist ", "tab Categories selected=true focusable", "tab All Notes focusable"])
        self.assertAllReached()
        self.tab.run("document.querySelector('#accessibility [aria-label^=Garden]').focus()")
        self.tab.key("Enter", number=13)
        self.assertEqual(self.tree("button Categories")[0], "button Categories focusable")


class ControlsAccessibilityTest(AccessibilityTest):
    project, target = "Examples/Controls", "ControlCatalog"

    def test_every_control_is_reached_by_the_keyboard(self):
        self.assertEqual(self.tree("button Slider"), ["heading Controls level=1", "list "] + [
            line for name in ("Button", "Menu Button", "Switch", "Slider", "Stepper", "Segmented Control", "Page Control",
                              "Text Field", "Date Picker") for line in ("listitem ", f"button {name} focusable")])
        self.assertAllReached()
        for page in ("Switch", "Slider", "Stepper", "Segmented Control", "Text Field"):
            self.tab.run(f"document.querySelector('#accessibility [aria-label=\"{page}\"]').focus()")
            self.tab.key("Enter", number=13)
            self.tree("button Controls")
            self.assertAllReached()
            if page == "Slider":
                self.use("slider", "ArrowUp", 38, "getAttribute('aria-valuenow')")
            if page == "Switch":
                self.use("switch", " ", 32, "getAttribute('aria-checked')")
            self.tab.run("document.querySelector('#accessibility [tabindex=\"0\"]').focus()")
            self.tab.key("Escape", number=27)
            self.tree(f"button {page}", "heading Controls")

    def use(self, role, key, number, state):
        """Presses a key on the first element with a role, and waits until its state is another one."""
        element = f"document.querySelector('#accessibility [role={role}]')"
        self.tab.until(f"{element} !== null")
        before = self.tab.run(f"{element}.{state}")
        self.tab.run(f"{element}.focus()")
        self.tab.key(key, number=number)
        self.tab.until(f"{element}.{state} !== {before!r}")


if __name__ == "__main__":
    unittest.main()
