"""A drive on the page, and the notifications that it raises, with a real app in a real browser."""

import time
import unittest

from running_app import RunningAppTest


class DriveTest(RunningAppTest):
    project = "Examples/Geofences"
    target = "GeofencesArchive"

    def click(self, selector):
        self.tab.until(f"document.querySelector({selector!r})?.getBoundingClientRect().width > 0")
        x, y = self.tab.run(f"""(() => {{ const r = document.querySelector({selector!r}).getBoundingClientRect();
          return [r.x + r.width / 2, r.y + r.height / 2]; }})()""")
        self.tab.click(x, y)

    def tap(self, label):
        self.tab.click(*self.place(label))

    def choose(self, selector, value):
        self.tab.run(f"""(() => {{ const menu = document.querySelector({selector!r}); menu.value = {value!r};
          menu.dispatchEvent(new Event('change')); }})()""")

    def put(self, latitude, longitude):
        """As a user who types the place into the panel's fields."""
        self.tab.run(f"""(() => {{
          document.getElementById('latitude').value = '{latitude}';
          document.getElementById('longitude').value = '{longitude}';
          document.getElementById('place-form').requestSubmit(); }})()""")
        self.tab.until(f"document.getElementById('location-now').textContent.startsWith('{latitude}')")

    def wait(self, script, seconds=60):
        """Waits for what takes longer than a call to the browser may."""
        end = time.monotonic() + seconds
        while not self.tab.run(script):
            if time.monotonic() > end:
                self.tab.run("(() => { const f = document.getElementById('filter'); f.value = ''; f.dispatchEvent(new Event('input')); })()")
                time.sleep(0.5)
                self.fail(f"waited in vain for {script}\n" + self.tab.run(
                    "[...document.querySelectorAll('#rows .row')].slice(-25).map((row) => row.textContent).join('\\n')"))
            time.sleep(0.1)

    def event(self, name, count=1):
        """Waits for so many lines of this name in the list of events."""
        self.tab.run(f"""(() => {{ const filter = document.getElementById('filter'); filter.value = {name!r};
          filter.dispatchEvent(new Event('input')); }})()""")
        self.wait(f"[...document.querySelectorAll('#rows .name')].filter((e) => e.textContent === {name!r}).length >= {count}")

    def test_a_drive_raises_the_alert_and_the_bell_lists_what_came_behind(self):
        self.tab.loaded()
        self.click("#location-button")
        self.put(52.5163, 13.3777)
        self.tab.until("document.getElementById('map').dataset.ground === 'read'")
        # L-290: a tap on the switch changes the picture of the prompt.
        picture = "document.querySelector('[role=alertdialog] img').src"
        self.place("Precise: On")
        before = self.tab.run(picture)
        self.tap("Precise: On")
        self.place("Precise: Off")
        self.assertNotEqual(self.tab.run(picture), before)
        self.tap("Precise: Off")
        self.place("Precise: On")
        self.tap("Allow While Using App")
        self.tap("Add")
        self.tap("Note")
        self.tab.insert("Buy bread")
        self.tap("Save")
        self.event("monitor 1")
        self.tap("Allow")
        self.choose("#places", "file:Play/Drive.gpx")
        self.tab.until("document.getElementById('way-name').textContent === 'Play/Drive.gpx'")
        # L-50: it counts when the device has been away for twenty seconds.
        self.event("region 1 exited")
        # L-122: at the first event that needs always the user is asked whether to keep it.
        self.tap("Change to Always Allow")
        # To the end of the drive, where it rests.
        self.click("#way-play")
        self.tab.until("document.getElementById('way-play').dataset.shows === 'play'")
        self.tab.run("""(() => { const scrub = document.getElementById('way-scrub'); scrub.value = scrub.max;
          scrub.dispatchEvent(new Event('input')); scrub.dispatchEvent(new Event('change')); })()""")
        self.event("region 1 entered")
        self.tap("OK")
        # Behind, a notification reminds; the bell lists it, and a click brings the app to the front.
        self.click("[data-action=home]")
        self.tab.until("document.documentElement.dataset.phase === 'suspended'")
        self.put(52.5163, 13.35)
        # Each crossing has two lines of this name: the device's and the app's.
        self.event("region 1 exited", 3)
        self.put(52.5163, 13.3777)
        self.wait("!document.getElementById('bell').hidden")
        # The banner is away after five seconds, the list stays.
        self.wait("!document.querySelector('.banner-card')")
        self.click("#bell")
        card = ".notifications .center .face"
        self.tab.until(f"document.querySelector({card!r})")
        self.assertIn("Buy bread", self.tab.run(f"document.querySelector({card!r}).textContent"))
        self.click(card)
        self.tab.until("document.documentElement.dataset.phase === 'running'")
        self.tab.until("document.getElementById('bell').hidden")
        self.assertEqual(self.tab.problems(), [])


if __name__ == "__main__":
    unittest.main()
