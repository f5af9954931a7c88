"""The accessibility tree of examples as a whole, and their use by keyboard alone. Needs the SDK."""

import json
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


    def focus(self, role, name):
        """Moves the focus to the first element with this role, and with this name unless it is None."""
        wanted = "" if name is None else f"[aria-label={json.dumps(name)}]"
        element = f"document.querySelector({json.dumps(f'#accessibility [role={role}]{wanted}')})"
        self.tab.until(f"{element} !== null")
        self.tab.run(f"{element}.focus()")

    def press(self, role, name, key, number):
        self.focus(role, name)
        self.tab.key(key, number=number)


class ColorPickerAccessibilityTest(AccessibilityTest):
    project, target = "Examples/ColorPicker", "DelegateColorPicker"

    def test_a_color_is_chosen_by_the_keyboard_alone(self):
        self.assertEqual(self.tree("button"), ["text No color yet", "button Open Color Picker focusable"])
        self.assertAllReached()
        self.press("button", "Open Color Picker", "Enter", 13)
        self.assertEqual(self.tree("radio", "button Done"), [
            "dialog  modal=true", "radiogroup ", "radio Cyan checked=false focusable", "radio Magenta checked=false focusable",
            "radio Yellow checked=false focusable", "button Done focusable"])
        self.assertAllReached()
        # Arrow keys move along the segments.
        self.focus("radio", "Cyan")
        self.tab.key("ArrowRight", number=39)
        self.tab.key("Enter", number=13)
        self.tree("radio Magenta checked=true")
        self.press("button", "Done", "Enter", 13)
        self.assertEqual(self.tree("text Magenta", "button Open"), ["text Magenta", "button Open Color Picker focusable"])


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

    def test_every_control_is_reached_and_used_by_the_keyboard(self):
        self.assertEqual(self.tree("button Slider"), ["heading Controls level=1", "list "] + [
            line for name in ("Button", "Menu Button", "Switch", "Slider", "Stepper", "Segmented Control", "Page Control",
                              "Text Field", "Date Picker") for line in ("listitem ", f"button {name} focusable")])
        self.assertAllReached()
        # Each control by its role, its name, and a key that it answers to; the screen then lists the events.
        for page, role, name, key, number in (
                ("Button", "button", "Press Me", "Enter", 13), ("Menu Button", "button", "Choose", "Enter", 13),
                ("Switch", "switch", None, " ", 32), ("Slider", "slider", None, "ArrowUp", 38),
                ("Stepper", "button", "Increment", "Enter", 13), ("Segmented Control", "radio", "Middle", "Enter", 13),
                ("Page Control", "spinbutton", None, "ArrowRight", 39), ("Text Field", "textbox", "Type here", "Enter", 13),
                ("Date Picker", "button", "Next Month", "Enter", 13)):
            with self.subTest(page):
                self.press("button", page, "Enter", 13)
                self.assertEqual(self.tree("button Controls", "text no events yet")[1], f"heading {page} level=1")
                self.assertAllReached()
                self.press(role, name, key, number)
                if page == "Menu Button":
                    self.tab.until("document.querySelectorAll('#accessibility [tabindex=\"0\"]').length > 2"
                                   " && document.activeElement.closest('#accessibility')")
                    self.tab.key("Enter", number=13)
                elif page == "Date Picker":
                    self.tab.until("document.querySelector('#accessibility').textContent.includes('December 2026')")
                    self.press("button", "Friday, 4 December", "Enter", 13)
                elif page == "Text Field":
                    self.tab.key("a", code="KeyA", number=65)
                self.tab.until("!document.querySelector('#accessibility').textContent.includes('no events yet')")
                if page == "Text Field":
                    # Escape ends the typing, and Tab leaves the device's keyboard.
                    self.tab.key("Escape", number=27)
                self.press("button", "Controls", "Enter", 13)
                self.tree(f"button {page}", "heading Controls")


if __name__ == "__main__":
    unittest.main()
