"""The form in a real browser: typed into, composed, selected, copied and pasted."""

import unittest

from running_app import RunningAppTest


class TextInputTest(RunningAppTest):
    project = "Examples/TextInput"
    target = "TextInput"

    def value(self, label, text):
        """Waits until the element with this label says this text."""
        self.tab.until("""[...document.querySelectorAll('#accessibility [aria-label]')].some(e =>
          e.getAttribute('aria-label') === %r && e.textContent === %s)""" % (label, text))

    def test_text_is_typed_composed_selected_copied_and_pasted(self):
        tab = self.tab
        tab.grant("clipboardReadWrite", "clipboardSanitizedWrite")
        tab.click(*self.place("Name"))
        # The keys on the screen, once they have slid in.
        tab.click(*self.place("A"))
        for letter in "da":
            tab.call("Input.dispatchKeyEvent", type="keyDown", key=letter, text=letter)
            tab.call("Input.dispatchKeyEvent", type="keyUp", key=letter)
        self.value("Name", "'Ada'")
        tab.call("Input.imeSetComposition", text="´", selectionStart=1, selectionEnd=1)
        self.value("Name", "'Ada´'")
        tab.insert("é")
        self.value("Name", "'Adaé'")
        tab.key("a", modifiers=2, number=65)
        tab.key("c", modifiers=2, number=67)
        tab.until("(navigator.clipboard.readText().then((text) => { window.copied = text; }), window.copied === 'Adaé')")
        tab.click(*self.place("Your letter"))
        tab.run("navigator.clipboard.writeText('Dear Ada')")
        tab.call("Input.dispatchKeyEvent", type="keyDown", key="v", code="KeyV", modifiers=2, windowsVirtualKeyCode=86,
                 commands=["paste"])
        self.value("Your letter", "'Dear Ada'")
        tab.key("ArrowLeft", modifiers=10, number=37)
        tab.key("x", modifiers=2, number=88)
        self.value("Your letter", "'Dear '")
        tab.key("z", modifiers=2, number=90)
        self.value("Your letter", "'Dear Ada'")


if __name__ == "__main__":
    unittest.main()
