"""The page in a real headless Chromium, against a fake screen. Run by script/test-page."""

import json
import os
import struct
import sys
import tempfile
import unittest
import zlib
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate

sys.path.insert(0, os.path.dirname(__file__))
from devtools import Browser, Fixture, Profile  # noqa: E402

PROGRAM = os.environ.get("PAGE_FIXTURE", ".build/debug/PageFixture")
# Where pictures for people go; none are kept without it.
PICTURES = os.environ.get("PAGE_PICTURES")
if PICTURES:
    os.makedirs(PICTURES, exist_ok=True)

ALT = 1
SHIFT = 8


def pixels(png):
    """Width, height and a function from x, y to (r, g, b) of a PNG as Chromium writes it (8 bit RGB or RGBA)."""
    position, data, width, height, channels = 8, b"", 0, 0, 0
    while position < len(png):
        length, kind = struct.unpack(">I4s", png[position:position + 8])
        body = png[position + 8:position + 8 + length]
        if kind == b"IHDR":
            width, height, depth, color = struct.unpack(">IIBB", body[:10])
            assert depth == 8 and color in (2, 6)
            channels = 3 if color == 2 else 4
        elif kind == b"IDAT":
            data += body
        position += length + 12
    raw, stride, rows, previous = zlib.decompress(data), width * channels, [], bytes(width * channels)
    for y in range(height):
        start = y * (stride + 1)
        kind, row = raw[start], bytearray(raw[start + 1:start + 1 + stride])
        # The filters that Chromium uses most: the difference from the left, and from above.
        if kind == 1:
            for channel in range(channels):
                row[channel::channels] = bytes(accumulate(row[channel::channels], lambda a, b: (a + b) & 255))
        elif kind == 2:
            row = bytearray((a + b) & 255 for a, b in zip(row, previous))
        for x in range(stride if kind > 2 else 0):
            left = row[x - channels] if x >= channels else 0
            up = previous[x]
            corner = previous[x - channels] if x >= channels else 0
            if kind == 3:
                row[x] = (row[x] + (left + up) // 2) & 255
            elif kind == 4:
                guess = left + up - corner
                nearest = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))[2]
                row[x] = (row[x] + nearest) & 255
        rows.append(row)
        previous = row
    return width, height, lambda x, y: tuple(rows[y][x * channels:x * channels + 3])


class PageTest(unittest.TestCase):
    def setUp(self):
        self.profile = Profile()
        self.addCleanup(self.profile.close)
        self.fixture = Fixture(PROGRAM)
        self.addCleanup(self.fixture.close)

    def open(self, suffix="", **options):
        tab = self.profile.open(self.fixture.address + suffix, **options)
        tab.loaded()
        return tab

    def picture(self, tab, name):
        if PICTURES:
            tab.screenshot(os.path.join(PICTURES, name + ".png"))

    def place(self, tab, x, y):
        """A point of the screen as a point of the window."""
        box = tab.run("(() => { const b = document.getElementById('display').getBoundingClientRect();"
                      "return [b.left, b.top, b.width, b.height]; })()")
        return box[0] + x / 393 * box[2], box[1] + y / 852 * box[3]

    def frame(self, tab, layer):
        """Where a layer is, in screen points."""
        return tab.run(f"""(() => {{
          const d = document.getElementById('display').getBoundingClientRect();
          const b = document.getElementById('layer-{layer}').getBoundingClientRect();
          const f = 393 / d.width;
          return [b.left - d.left, b.top - d.top, b.width, b.height].map((v) => Math.round(v * f * 100) / 100);
        }})()""")

    def assertNear(self, found, expected, within):
        self.assertEqual(len(found), len(expected))
        for a, b in zip(found, expected):
            self.assertLessEqual(abs(a - b), within, f"{found} is not {expected}")

    # Layers

    def test_layers_are_elements_at_their_places(self):
        tab = self.open()
        self.assertNear(self.frame(tab, 11), [40, 180, 313, 50], 0.1)
        self.assertNear(self.frame(tab, 12), [100, 193, 193, 24], 0.1)
        # A bounds origin moves the sublayers: 640 - 30 + 40.
        # Content scrolls by whole pixels of the window.
        self.assertNear(self.frame(tab, 24), [120, 650, 60, 60], 0.7)
        # A square of 60 turned by 15 degrees about its centre.
        self.assertNear(self.frame(tab, 22), [13.26, 633.26, 73.48, 73.48], 0.1)
        self.assertEqual(
            tab.run("[...document.querySelectorAll('#layer-2 > .layer')].map((e) => e.dataset.class).join(' ')"),
            "UILabel UIButton UISwitch GradientView CardView UITextField UIView UIScrollView UIVisualEffectView")
        self.assertEqual(tab.problems(), [])

    def test_a_window_of_another_size_moves_nothing_on_the_screen(self):
        tab = self.open()
        for size in ((1200, 900), (700, 1000), (400, 700), (1800, 1200)):
            tab.resize(size)
            tab.until(f"innerWidth === {size[0]} && new Promise((done) => requestAnimationFrame(() => done(true)))")
            self.assertNear(self.frame(tab, 11), [40, 180, 313, 50], 0.3)
            self.assertLessEqual(tab.run("document.documentElement.scrollWidth"), size[0])

    def test_lines_are_on_whole_pixels_at_every_scale(self):
        # NB: an emulated scale draws thin lines three pixels thick.
        scales = (1, 1.5, 2)
        with ThreadPoolExecutor() as pool:
            browsers = list(pool.map(lambda scale: Browser(scale=scale), scales))
        for browser in browsers:
            self.addCleanup(browser.close)
        for scale, browser in zip(scales, browsers):
            tab = browser.open(self.fixture.address, size=None)
            tab.loaded()
            for size in ((1200, 700), (1200, 777), (1200, 901)):
                tab.size_window(*size)
                for offset in (0, 7.3, 100.6):
                    self.fixture.tell(f"lines {offset}")
                    tab.until(f"document.querySelector('#layer-70 > .sublayers')?.style.translate.includes('px') || {offset} === 0")
                    tab.until("document.getElementById('layer-117')")
                    tab.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
                    left, top, width, height = tab.run(
                        "(() => { const b = document.getElementById('display').getBoundingClientRect();"
                        "return [b.left, b.top, b.width, b.height].map(Math.round); })()")
                    # A narrow strip, because pixels are decoded here.
                    _, tall, at = pixels(tab.screenshot(clip=(left + width // 2, top + height // 8, 4, height * 3 // 4)))
                    dark, lines = [], []
                    for y in range(tall):
                        color = at(2, y)[0]
                        if color < 255:
                            dark.append(color)
                        elif dark:
                            lines.append(tuple(dark))
                            dark = []
                    self.assertGreater(len(lines), 10)
                    self.assertLessEqual(set(lines), {(0,), (0, 0)}, f"scale {scale}, {size}, scrolled to {offset}")

    def test_pixels_have_the_colours_of_the_layers(self):
        tab = self.open("#bare", size=(393, 852), scale=2)
        # The spinner and the decoding of images aside, nothing moves.
        width, height, at = pixels(tab.screenshot())
        self.assertEqual((width, height), (786, 1704))
        point = lambda x, y: at(int(x * 2), int(y * 2))
        self.assertNear(point(5, 820), [255, 255, 255], 0)
        self.assertNear(point(60, 190), [0, 122, 255], 1)
        # The corner is round: outside it is the background.
        self.assertNear(point(41, 181), [255, 255, 255], 2)
        self.assertNear(point(50, 360), [255, 77, 85], 2)
        self.assertNear(point(196, 360), [255, 204, 0], 2)
        self.assertNear(point(330, 270), [51, 199, 89], 1)
        self.assertNear(point(357, 270), [255, 255, 255], 1)
        self.assertNear(point(150, 645), [230, 230, 235], 1)
        self.assertNear(point(150, 680), [51, 199, 89], 1)
        # The scroll view clips.
        self.assertNear(point(150, 705), [255, 255, 255], 1)
        # A border lies inside its layer's edge and over what is in it.
        self.assertNear(point(196, 560.5), [199, 199, 204], 2)
        self.assertNear(point(50, 670), [255, 59, 48], 1)
        # The shadow is below the card.
        shade = point(196, 536)
        self.assertTrue(180 < shade[0] < 250, shade)

    def test_the_page_and_the_headless_picture_agree(self):
        for scale in (1, 2, 3):
            fixture = Fixture(PROGRAM)
            self.addCleanup(fixture.close)
            tab = self.profile.open(fixture.address + "#bare", size=(393, 852), scale=scale)
            tab.loaded()
            fixture.tell("features")
            tab.until("document.getElementById('layer-1000')")
            # 400 of 1000 seconds into the sheet's animations.
            tab.run("""Promise.all(document.getAnimations().map((a) => {
              a.pause(); a.currentTime = 400_000; return a.ready; })).then(() => 0)""")
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(PICTURES or folder, f"features-{scale}.png")
                tab.screenshot(path)
                fixture.drain()
                fixture.tell(f"compare 400 {path}")
                answer = fixture.line(60)
            self.assertTrue(answer.startswith("difference: "), answer)
            self.assertLess(float(answer.split()[1]), 0.005, f"scale {scale}")
            self.assertEqual(tab.problems(), [])

    def test_images_are_drawn_in_their_layers(self):
        tab = self.open("#bare", size=(393, 852), scale=1)
        _, _, at = pixels(tab.screenshot())
        dark = sum(at(x, y)[0] < 100 for x in range(20, 250) for y in range(100, 140))
        self.assertGreater(dark, 800)
        self.assertEqual(tab.run("document.querySelectorAll('img.contents').length"), 4)
        self.assertTrue(tab.run("[...document.querySelectorAll('img.contents')].every((i) => i.complete && i.naturalWidth > 0)"))

    def test_assistive_technology_sees_the_apps_elements(self):
        tab = self.open()
        tab.until("document.querySelectorAll('#accessibility > *').length === 7")
        self.assertEqual(tab.accessible("#accessibility"), [
            "heading Color Picker level=1", "button Open Color Picker description=Opens the picker focusable",
            "button Share description=Action of Open Color Picker focusable", "switch Sound checked=true focusable",
            "slider Volume value=50 focusable", "textbox Name value= focusable", "button Locked disabled=true",
        ])
        # The layers behind are not seen a second time.
        self.assertEqual(tab.accessible("#composition"), [])
        self.assertEqual(tab.problems(), [])

    def test_an_alert_is_a_dialog_that_hides_what_is_behind_and_takes_the_focus(self):
        tab = self.open()
        tab.until("document.querySelector('#accessibility [aria-label=Sound]')")
        tab.run("document.querySelector('#accessibility [aria-label=Sound]').focus()")
        self.fixture.tell("alert")
        tab.until("document.querySelector('#accessibility [role=alertdialog]')")
        self.assertEqual(tab.accessible("#accessibility"), [
            "alertdialog Delete? description=It cannot be undone. modal=true", "button Cancel focusable"])
        self.assertEqual(tab.run("document.activeElement.getAttribute('aria-label')"), "Cancel")
        self.fixture.drain()
        tab.key("Enter", number=13)
        self.assertEqual(self.fixture.input(), "activate 61 Cancel")
        tab.until("!document.querySelector('#accessibility [role=alertdialog]')")

    def test_an_announcement_is_spoken(self):
        tab = self.open()
        self.fixture.tell("announce")
        tab.until("document.getElementById('announcer').textContent === 'Saved'")
        self.assertEqual(tab.run("document.getElementById('announcer').getAttribute('aria-live')"), "assertive")

    # Frames

    def paced(self, calls):
        """What a pacer shows, frame by frame, when commits come by these calls before the first frame."""
        tab = self.open()
        tab.run("""(async () => {
          const { Pacer } = await import(new URL('frames.js', document.baseURI).href);
          let frame = 0;
          const shown = [];
          const count = () => { frame += 1; requestAnimationFrame(count); };
          await new Promise(requestAnimationFrame);
          requestAnimationFrame(count);
          const pacer = new Pacer((name) => shown.push([name, frame]));
          const add = (name, isAwaited = false) => pacer.add(name, isAwaited);
          %s
          setTimeout(() => { window.shown = shown; }, 400);
        })()""" % calls)
        tab.until("window.shown")
        return tab.run("window.shown")

    def test_commits_that_come_together_are_shown_in_a_frame_each(self):
        (a, first), (b, second), (c, third) = self.paced("add('a'); add('b'); add('c');")
        self.assertEqual([a, b, c], ["a", "b", "c"])
        self.assertLess(first, second)
        self.assertLess(second, third)

    def test_no_more_than_two_commits_wait(self):
        shown = self.paced("for (const name of 'abcde') add(name);")
        self.assertEqual([name for name, _ in shown], list("abcde"))
        frames = [frame for _, frame in shown]
        self.assertEqual(frames[:3], [frames[0]] * 3)
        self.assertLess(frames[2], frames[3])
        self.assertLess(frames[3], frames[4])

    def test_what_answers_the_user_waits_for_nothing(self):
        shown = self.paced("add('a'); add('b'); add('c', true);")
        self.assertEqual(shown, [[name, shown[0][1]] for name in "abc"])

    # Motion

    def test_what_moves_has_a_picture_of_its_own_until_it_rests(self):
        tab = self.open()
        tab.run("""(() => {
          window.seen = [];
          new MutationObserver((list) => {
            for (const { target } of list) if (target.classList.contains('moving')) {
              const sheet = target.querySelector(':scope > .sheet')?.style;
              seen.push([target.className, target.parentElement.id, sheet?.left, sheet?.top, sheet?.width, sheet?.height]);
            }
          }).observe(document.getElementById('composition'), { subtree: true, attributeFilter: ['class'] });
        })()""")
        self.fixture.tell("scroll 31")
        tab.until("document.documentElement.dataset.commit === '2'")
        self.assertEqual(tab.run("window.seen"), [], "one move alone is a change like any other")
        for offset in (32, 33, 34):
            self.fixture.tell(f"scroll {offset}")
        tab.until("document.documentElement.dataset.commit === '5'")
        tab.until("window.seen.length > 0")
        # The sheet is under all sublayers, of which there is one: 60 × 60 at (0, 40), in steps of 1024.
        self.assertEqual(tab.run("window.seen[0]"), ["sublayers moving", "layer-23", "0px", "0px", "1024px", "1024px"])
        self.assertNear(self.frame(tab, 24), [120, 646, 60, 60], 0.7)
        tab.until("!document.querySelector('.moving, .sheet')")
        self.assertNear(self.frame(tab, 24), [120, 646, 60, 60], 0.7)
        self.assertEqual(tab.run("document.querySelector('#layer-23 > .sublayers').children.length"), 1)

    # Animations

    def test_an_animation_runs_on_the_devices_clock_and_ends_at_the_model(self):
        tab = self.open()
        # Sampled at times of its own rather than the test's: the animation is stopped and asked.
        self.fixture.tell("move")
        tab.until("document.getElementById('layer-22').getAnimations().length === 2")
        places = []
        for progress in (0, 0.25, 0.5, 1):
            tab.run(f"""document.getElementById('layer-22').getAnimations().forEach((a) => {{
              a.pause(); a.currentTime = {progress} * 999.99; }})""")
            places.append(self.frame(tab, 22))
        # The position goes from 50 to 330 in the middle of a width that goes from 60 to 100.
        self.assertNear(places[0], [20, 640, 60, 60], 0.1)
        self.assertNear(places[1], [85, 640, 70, 60], 0.1)
        self.assertNear(places[2], [150, 640, 80, 60], 0.1)
        self.assertNear(places[3], [280, 640, 100, 60], 0.1)
        tab.run("document.getElementById('layer-22').getAnimations().forEach((a) => a.finish())")
        tab.until("document.getElementById('layer-22').getAnimations().length === 0")
        self.assertNear(self.frame(tab, 22), [280, 640, 100, 60], 0.1)
        self.assertEqual(tab.problems(), [])

    def test_a_repeating_animation_goes_on_after_a_reload(self):
        tab = self.open()
        tab.call("Page.addScriptToEvaluateOnNewDocument", source="""
          window.WebSocket = class extends WebSocket {
            constructor(...all) { window.connected = performance.now(); super(...all); }
          };""")
        starts = []
        for _ in range(2):
            tab.run("window.isOld = true")
            tab.call("Page.reload")
            # The page knows the device's clock from a message. It was sent after the page connected and had arrived
            # when the animation was there, so the start that the page computes is late by at most this time.
            starts.append(tab.until("""(() => {
              const [animation] = document.getElementById('layer-17').getAnimations();
              if (window.isOld) return null;
              const late = performance.now() - window.connected;
              return [animation.startTime + performance.timeOrigin, late]; })()"""))
        (first, first_late), (second, second_late) = starts
        self.assertLessEqual(first - second, first_late + 1)
        self.assertLessEqual(second - first, second_late + 1)

    # Input

    def test_a_click_is_a_touch_at_the_same_point(self):
        for size in ((1200, 900), (600, 800)):
            tab = self.open(size=size)
            self.fixture.drain()
            tab.click(*self.place(tab, 100, 200))
            inputs = [self.fixture.input().split() for _ in range(2)]
            self.assertEqual([word[1] for word in inputs], ["began", "ended"])
            self.assertEqual(inputs[0][0], inputs[1][0])
            for word in inputs:
                self.assertNear([float(word[2]), float(word[3])], [100, 200], 0.6)
            tab.until("getComputedStyle(document.getElementById('layer-2')).backgroundColor === 'rgb(0, 255, 255)'")
            self.fixture.tell("relaunch")
            tab.call("Page.close")
            self.fixture.close()
            self.fixture = Fixture(PROGRAM)
            self.addCleanup(self.fixture.close)

    def test_a_drag_keeps_its_finger_outside_the_screen(self):
        tab = self.open()
        self.fixture.drain()
        tab.mouse("mousePressed", *self.place(tab, 50, 300))
        tab.mouse("mouseMoved", *self.place(tab, 60, 310))
        tab.mouse("mouseMoved", *self.place(tab, -30, 310))
        tab.mouse("mouseReleased", *self.place(tab, -30, 310))
        words = [self.fixture.input().split() for _ in range(4)]
        self.assertEqual([word[1] for word in words], ["began", "moved", "moved", "ended"])
        self.assertEqual(len({word[0] for word in words}), 1)
        self.assertNear([float(words[2][2]), float(words[2][3])], [-30, 310], 0.6)

    def test_the_option_key_adds_a_second_finger_opposite_the_first(self):
        tab = self.open()
        self.fixture.drain()
        tab.mouse("mousePressed", *self.place(tab, 100, 300), modifiers=ALT)
        tab.mouse("mouseReleased", *self.place(tab, 100, 300), modifiers=ALT)
        first, second = [part.split() for part in self.fixture.input().split(", ")]
        self.assertNear([float(first[2]), float(first[3])], [100, 300], 0.6)
        self.assertNear([float(second[2]), float(second[3])], [293, 552], 0.6)
        self.assertNotEqual(first[0], second[0])

    def test_touches_of_a_touch_screen_are_fingers_of_their_own(self):
        tab = self.open()
        tab.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
        self.fixture.drain()
        one, two = self.place(tab, 100, 300), self.place(tab, 200, 400)
        point = lambda at, number: {"x": at[0], "y": at[1], "id": number}
        tab.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[point(one, 1)])
        tab.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[point(one, 1), point(two, 2)])
        tab.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        words = [self.fixture.input().split() for _ in range(4)]
        self.assertEqual([word[1] for word in words], ["began", "began", "ended", "ended"])
        self.assertEqual(len({word[0] for word in words}), 2)

    def test_typing_reaches_the_app_and_comes_back(self):
        tab = self.open()
        tab.click(*self.place(tab, 100, 800))
        self.fixture.inputs(2)
        for letter in "Hi":
            tab.call("Input.dispatchKeyEvent", type="keyDown", key=letter, text=letter)
            tab.call("Input.dispatchKeyEvent", type="keyUp", key=letter)
        self.assertEqual(self.fixture.inputs(4), ["key H  down", "key H  up", "key i  down", "key i  up"])
        tab.insert("né 你好")
        self.assertEqual(self.fixture.input(), "text né 你好")
        tab.key("Backspace", number=8)
        self.assertEqual(self.fixture.inputs(2), ["key delete  down", "key delete  up"])
        tab.key("Enter", number=13)
        self.assertEqual(self.fixture.inputs(2), ["key return  down", "key return  up"])
        tab.key("ArrowLeft", modifiers=8, number=37)
        self.assertEqual(self.fixture.inputs(2), ["key left shift down", "key left shift up"])
        tab.until("document.querySelector('#accessibility [aria-label=Name]').textContent === 'Hiné 你'")
        self.assertEqual(tab.problems(), [])

    def test_keys_have_places_modifiers_are_keys_and_what_is_held_goes_up_when_the_page_is_left(self):
        tab = self.open()
        tab.click(*self.place(tab, 100, 800))
        self.fixture.inputs(2)
        tab.call("Input.dispatchKeyEvent", type="keyDown", key="Shift", code="ShiftRight", modifiers=8)
        tab.call("Input.dispatchKeyEvent", type="keyDown", key="Q", code="KeyA", text="Q", modifiers=8)
        tab.call("Input.dispatchKeyEvent", type="keyDown", key="Q", code="KeyA", text="Q", modifiers=8, autoRepeat=True)
        self.assertEqual(self.fixture.inputs(3), ["key shift shift down at ShiftRight", "key Q shift down at KeyA",
                                                  "key Q shift down at KeyA again"])
        # Shift goes up first: the key is the one that it was.
        tab.call("Input.dispatchKeyEvent", type="keyUp", key="Shift", code="ShiftRight")
        tab.call("Input.dispatchKeyEvent", type="keyUp", key="q", code="KeyA")
        self.assertEqual(self.fixture.inputs(2), ["key shift  up at ShiftRight", "key Q  up at KeyA"])
        tab.call("Input.dispatchKeyEvent", type="keyDown", key="x", code="KeyX", text="x")
        self.assertEqual(self.fixture.input(), "key x  down at KeyX")
        tab.run("document.getElementById('keyboard').blur()")
        self.assertEqual(self.fixture.input(), "key x  up at KeyX")
        tab.until("document.querySelector('#accessibility [aria-label=Name]').textContent === 'QQx'")
        self.assertEqual(tab.problems(), [])

    def test_a_wheel_and_a_trackpad_scroll_in_points_of_the_screen(self):
        tab = self.open()
        self.fixture.drain()
        x, y = self.place(tab, 100, 300)
        size = tab.run("document.getElementById('display').getBoundingClientRect().width") / 393
        for dx, dy, modifiers in ((0, 120 * size, 0), (-30 * size, 0, 0), (0, 60 * size, SHIFT)):
            tab.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=dx, deltaY=dy, modifiers=modifiers)
        words = [self.fixture.input().split() for _ in range(3)]
        self.assertEqual({word[0] for word in words}, {"scroll"})
        for word, way in zip(words, ((0, -120), (30, 0), (-60, 0))):
            self.assertNear([float(number) for number in word[1:5]], [100, 300, *way], 1.2)
        self.assertEqual(tab.problems(), [])

    def test_an_input_method_sends_what_it_has_composed_so_far_and_then_the_text(self):
        tab = self.open()
        tab.click(*self.place(tab, 100, 800))
        self.fixture.inputs(2)
        tab.call("Input.imeSetComposition", text="に", selectionStart=1, selectionEnd=1)
        tab.call("Input.imeSetComposition", text="にほ", selectionStart=2, selectionEnd=2)
        self.assertEqual(self.fixture.inputs(2), ["compose に 1,0", "compose にほ 2,0"])
        tab.until("document.querySelector('#accessibility [aria-label=Name]').textContent === 'にほ'")
        tab.insert("日本")
        self.assertEqual(self.fixture.inputs(2), ["compose 日本 2,0", "text 日本"])
        tab.insert("!")
        self.assertEqual(self.fixture.input(), "text !")
        tab.call("Input.imeSetComposition", text="´", selectionStart=1, selectionEnd=1)
        tab.call("Input.imeSetComposition", text="", selectionStart=0, selectionEnd=0)
        self.assertEqual(self.fixture.inputs(2), ["compose ´ 1,0", "compose  0,0"])
        tab.insert("?")
        self.assertEqual(self.fixture.input(), "text ?")
        self.assertEqual(tab.problems(), [])

    def test_what_the_app_copies_is_on_the_browsers_clipboard_and_what_is_there_can_be_pasted(self):
        tab = self.open()
        tab.grant("clipboardReadWrite", "clipboardSanitizedWrite")
        tab.click(*self.place(tab, 100, 800))
        self.fixture.inputs(2)
        tab.insert("Carob")
        tab.key("c", modifiers=2, number=67)
        self.assertEqual(self.fixture.inputs(3), ["text Carob", "key c command down", "key c command up"])
        tab.until("(navigator.clipboard.readText().then((text) => { window.copied = text; }), window.copied === 'Carob')")
        tab.run("navigator.clipboard.writeText(' tree')")
        tab.call("Input.dispatchKeyEvent", type="keyDown", key="v", code="KeyV", modifiers=2, windowsVirtualKeyCode=86,
                 commands=["paste"])
        self.assertEqual(self.fixture.input(), "paste  tree")
        tab.until("document.querySelector('#accessibility [aria-label=Name]').textContent === 'Carob tree'")
        tab.call("Input.dispatchKeyEvent", type="keyUp", key="v", code="KeyV", modifiers=2, windowsVirtualKeyCode=86)
        self.assertEqual(tab.problems(), [])

    def test_shortcuts_of_editing_reach_the_app_and_control_moves_by_words(self):
        tab = self.open()
        tab.click(*self.place(tab, 100, 800))
        self.fixture.inputs(2)
        for key, number, modifiers, name in (("a", 65, 2, "a command"), ("z", 90, 2, "z command"),
                                             ("Z", 90, 10, "Z shift+command"), ("ArrowLeft", 37, 10, "left shift+option")):
            tab.key(key, modifiers=modifiers, number=number)
            self.assertEqual(self.fixture.inputs(2), [f"key {name} down", f"key {name} up"])

    def test_the_keyboard_alone_reaches_and_uses_every_element_and_leaves_the_device(self):
        tab = self.open()
        tab.until("document.querySelectorAll('#accessibility > *').length === 7")
        tab.run("document.getElementById('help-button').focus()")
        reached = []
        for _ in range(5):
            tab.key("Tab", number=9)
            reached.append(tab.run("document.activeElement.getAttribute('aria-label')"))
        self.assertEqual(reached, ["Open Color Picker", "Share", "Sound", "Volume", "Name"])
        self.fixture.drain()
        focus = lambda name: tab.run(f"document.querySelector('#accessibility [aria-label=\"{name}\"]').focus()")
        uses = (("Open Color Picker", "Enter", 13, "activate 11 Open Color Picker"),
                ("Share", "Enter", 13, 'action("Share") 11 Open Color Picker'), ("Sound", " ", 32, "activate 13 Sound"),
                ("Volume", "ArrowUp", 38, "increment 50 Volume"), ("Volume", "ArrowLeft", 37, "decrement 50 Volume"),
                ("Sound", "PageDown", 34, 'scroll("up") 13 Sound'), ("Sound", "Escape", 27, "press escape"))
        for name, key, number, wanted in uses:
            focus(name)
            tab.key(key, number=number)
            self.assertEqual(self.used(), wanted)
        # A letter begins the editing, and arrives.
        focus("Name")
        tab.call("Input.dispatchKeyEvent", type="keyDown", key="a", code="KeyA", text="a")
        tab.call("Input.dispatchKeyEvent", type="keyUp", key="a", code="KeyA")
        self.assertEqual([self.used() for _ in range(3)],
                         ["activate 18 Name", "key a  down at KeyA", "key a  up at KeyA"])
        tab.until("document.querySelector('#accessibility [aria-label=Name]').textContent === 'a'")
        self.assertEqual(tab.run("document.activeElement.id"), "keyboard")
        tab.key("Escape", number=27)
        tab.key("Tab", number=9)
        tab.until("document.activeElement.id !== 'keyboard'")
        self.assertEqual(tab.problems(), [])

    def used(self):
        """The next input that is not only the focus."""
        while True:
            line = self.fixture.input()
            if not line.startswith("focus "):
                return line

    def test_the_toolbar_works_the_device(self):
        tab = self.open()
        self.fixture.drain()
        press = lambda name: tab.run(f"document.querySelector('.tools [data-action={name}]').click()")
        press("home")
        self.assertEqual(self.fixture.input(), "press home")
        tab.until("!document.getElementById('home').hidden")
        tab.run("document.getElementById('home-icon').click()")
        self.assertEqual(self.fixture.input(), "press icon")
        tab.until("document.getElementById('home').hidden")
        press("lock")
        self.assertEqual(self.fixture.input(), "press lock")
        tab.until("!document.getElementById('lockscreen').hidden")
        press("lock")
        self.assertEqual(self.fixture.input(), "press unlock")
        tab.until("document.getElementById('lockscreen').hidden")
        press("appearance")
        self.assertEqual(self.fixture.input(), "appearance dark")
        tab.until("getComputedStyle(document.getElementById('layer-2')).backgroundColor === 'rgb(0, 0, 0)'")
        self.picture(tab, "appearance")
        press("rotate")
        self.assertEqual(self.fixture.input(), "rotate landscapeLeft")
        tab.until("(() => { const b = document.getElementById('display').getBoundingClientRect(); return b.width > b.height; })()")
        press("rotate")
        self.assertEqual(self.fixture.input(), "rotate portraitUpsideDown")
        # The app stays as it was, and so does the screen.
        tab.until("document.getElementById('phone').dataset.held === 'portraitUpsideDown'")
        self.assertEqual(tab.run("document.getElementById('phone').dataset.orientation"), "landscapeLeft")
        press("rotate")
        self.assertEqual(self.fixture.input(), "rotate landscapeRight")
        tab.until("document.getElementById('phone').dataset.orientation === 'landscapeRight'")
        press("relaunch")
        self.assertEqual(self.fixture.input(), "relaunch")

    # Location

    def test_places_and_ways_are_chosen_and_the_way_is_stopped_jumped_along_and_hurried(self):
        tab = self.open()
        self.fixture.tell("files")
        self.fixture.drain()
        tab.click(*tab.run("""(() => { const b = document.getElementById('location-button').getBoundingClientRect();
          return [b.x + b.width / 2, b.y + b.height / 2]; })()"""))
        tab.until("!document.getElementById('location').hidden && document.activeElement.id === 'places'")
        self.assertEqual(
            tab.run("[...document.querySelectorAll('#places optgroup')].map((group) => group.label).join(', ')"),
            "Routes, GPX files of the project, Places")
        choose = lambda menu, value: tab.run(f"""(() => {{ const menu = document.getElementById('{menu}');
          menu.value = '{value}'; menu.dispatchEvent(new Event('change')); }})()""")
        for value, said in (("city:Berlin", "location place 52.52 13.405"), ("unknown", "location unknown"),
                            ("file:Drive.gpx", 'location file("Drive.gpx")'), ("route:cityRun", 'location route("cityRun")')):
            choose("places", value)
            self.assertIn(said.split("(")[0], self.fixture.input())
        tab.until("!document.getElementById('way').hidden && document.getElementById('way-name').textContent === 'City Run'")
        self.picture(tab, "location")
        play = "document.getElementById('way-play')"
        tab.run(f"{play}.click()")
        self.assertIn("pause", self.fixture.input())
        tab.until(f"{play}.getAttribute('aria-label') === 'Play'")
        tab.run(f"{play}.click()")
        self.assertIn("resume", self.fixture.input())
        tab.run("document.getElementById('way-scrub').focus()")
        tab.key("End", number=35)
        self.assertIn("seek(600.0)", self.fixture.input())
        tab.until("document.getElementById('way-time').textContent === '10:00 of 10:00'")
        choose("way-rate", "20")
        self.assertIn("rate(20.0)", self.fixture.input())
        tab.run("document.getElementById('longitude').focus()")
        tab.run("document.getElementById('latitude').value = '-33.5'; document.getElementById('longitude').value = '151.25'")
        tab.run("document.getElementById('place-form').requestSubmit()")
        self.assertEqual(self.fixture.input(), "location place -33.5 151.25")
        tab.until("document.getElementById('way').hidden")
        tab.key("Escape", number=27)
        tab.until("document.getElementById('location').hidden && document.activeElement.id === 'location-button'")
        self.assertEqual(tab.problems(), [])

    def test_a_click_on_the_small_map_sets_the_place_a_drag_moves_the_map_and_arrow_keys_move_the_place(self):
        tab = self.open()
        self.fixture.drain()
        tab.run("document.getElementById('location-button').click()")
        tab.until("document.getElementById('map').width > 0")
        box = tab.run("(() => { const b = document.getElementById('map').getBoundingClientRect(); return [b.x, b.y, b.width, b.height]; })()")
        middle = (box[0] + box[2] / 2, box[1] + box[3] / 2)
        tab.click(*middle)
        # The whole world, a little north of the equator.
        kind, word, latitude, longitude = self.fixture.input().split()
        self.assertEqual((kind, word), ("location", "place"))
        self.assertAlmostEqual(float(longitude), 0, delta=1)
        self.assertLess(abs(float(latitude)), 60)
        tab.until("document.getElementById('location-now').textContent !== ''")
        tab.run("document.getElementById('map').focus()")
        tab.key("ArrowRight", number=39)
        _, _, same, moved = self.fixture.input().split()
        self.assertAlmostEqual(float(same), float(latitude), delta=0.1)
        self.assertGreater(float(moved), float(longitude))
        tab.mouse("mousePressed", *middle)
        tab.mouse("mouseMoved", middle[0] + 60, middle[1])
        tab.mouse("mouseReleased", middle[0] + 60, middle[1])
        tab.click(*middle)
        self.assertLess(float(self.fixture.input().split()[3]), float(longitude) - 5)
        self.assertEqual(tab.problems(), [])

    # Notifications

    def test_a_banner_is_tapped_and_the_list_is_opened_acted_on_and_closed_by_the_keyboard(self):
        tab = self.open()
        self.fixture.tell("notify")
        tab.until("document.querySelector('.banner-card .face')")
        self.fixture.drain()
        tab.run("document.querySelector('.banner-card .face').click()")
        self.assertEqual(self.fixture.input(), "notification 2 tap")
        tab.run("document.getElementById('bell').click()")
        tab.until("document.querySelectorAll('.center [role=listitem]').length === 2 && !document.querySelector('.banner-card')")
        # No card covers the next, or another's buttons.
        tops = tab.run("""[...document.querySelectorAll('.center .card')].map((card) => {
          const [box, last] = [card.getBoundingClientRect(), card.lastElementChild.getBoundingClientRect()];
          return [box.top, Math.max(box.bottom, last.bottom)]; })""")
        self.assertLessEqual(tops[0][1], tops[1][0])
        self.picture(tab, "notifications")
        self.assertEqual(tab.run("document.activeElement.className"), "face")
        tab.key("Escape", number=27)
        tab.until("!document.querySelector('.center') && document.activeElement.id === 'bell'")
        tab.run("document.activeElement.click()")
        tab.until("document.querySelector('.center .destructive')")
        tab.run("document.querySelector('.center .destructive').click()")
        self.assertEqual(self.fixture.input(), 'notification 2 action("delete", text: nil)')
        tab.until("!document.querySelector('.center')")
        self.assertEqual(tab.problems(), [])

    # Connection

    def test_a_reload_shows_the_same_screen(self):
        tab = self.open()
        tab.click(*self.place(tab, 100, 200))
        tab.until("getComputedStyle(document.getElementById('layer-2')).backgroundColor === 'rgb(0, 255, 255)'")
        before = tab.run("document.getElementById('composition').innerHTML.replace(/blob:[^\"]*/g, '')")
        tab.call("Page.reload")
        tab.until("performance.getEntriesByType('navigation')[0].type === 'reload' && document.documentElement.dataset.commit")
        self.assertEqual(
            tab.run("document.getElementById('composition').innerHTML.replace(/blob:[^\"]*/g, '')"), before)
        tab.until("document.querySelectorAll('.row').length > 3")

    def test_two_pages_show_the_same(self):
        first, second = self.open(), self.open()
        first.click(*self.place(first, 100, 200))
        for tab in (first, second):
            tab.until("getComputedStyle(document.getElementById('layer-2')).backgroundColor === 'rgb(0, 255, 255)'")

    def test_a_lost_device_is_shown_and_found_again(self):
        tab = self.open()
        port = self.fixture.address.split(":")[2].split("/")[0]
        token = self.fixture.address.split("/")[3]
        tab.run("window.isOld = true")
        self.fixture.close()
        tab.until("!document.getElementById('banner').hidden")
        self.assertIn("Disconnected", tab.run("document.getElementById('banner').textContent"))
        self.picture(tab, "disconnected")
        self.fixture = Fixture(PROGRAM, port, token)
        self.addCleanup(self.fixture.close)
        # The page loads the files of the new run.
        tab.until("!window.isOld && document.documentElement.dataset.commit && document.documentElement.dataset.connection === 'open'")
        self.fixture.drain()
        tab.click(*self.place(tab, 100, 200))
        self.assertIn("began", self.fixture.input())

    # What is beside and over the screen

    def test_the_list_shows_events_under_their_causes(self):
        tab = self.open()
        tab.click(*self.place(tab, 100, 800))
        tab.until("document.querySelectorAll('.row').length === 7")
        rows = tab.run("[...document.querySelectorAll('.row')].map((r) => [r.querySelector('.name').textContent,"
                       "r.querySelector('.what').style.paddingLeft, r.querySelector('.tag').textContent])")
        self.assertEqual(rows[2], ["viewDidLoad()", "24px", "appearance"])
        self.assertEqual(rows[6], ["buttonPressed:", "12px", "control"])
        self.assertIn("no responder in the chain", tab.run("document.querySelector('.row.unhandled .outcome').textContent"))

    def test_an_event_shows_its_details_and_its_cause_chain(self):
        tab = self.open()
        tab.until("document.querySelectorAll('.row').length === 5")
        tab.run("document.getElementById('event-3').click()")
        self.assertEqual(
            tab.run("[...document.querySelectorAll('.chain button')].map((b) => b.textContent)"),
            ["AppDelegate#1 application(_:didFinishLaunchingWithOptions:)",
             "SceneDelegate#1 scene(_:willConnectTo:options:)", "ViewController#1 viewDidLoad()"])
        tab.run("document.querySelector('.chain button').click()")
        self.assertEqual(tab.run("document.querySelector('.details h3').textContent"),
                         "application(_:didFinishLaunchingWithOptions:)")

    def test_many_events_cost_few_elements_and_can_be_filtered(self):
        tab = self.open()
        self.fixture.tell("many")
        tab.until("document.getElementById('event-count').textContent === '5005'")
        self.assertLess(tab.run("document.querySelectorAll('.row').length"), 100)
        tab.run("(() => { const f = document.getElementById('filter'); f.value = 'SCENE life'; f.dispatchEvent(new Event('input')); })()")
        tab.until("document.getElementById('event-count').textContent === '2 of 5005'")
        self.assertEqual(tab.run("document.querySelectorAll('.row').length"), 2)

    def test_a_paused_list_stands_still_and_catches_up(self):
        tab = self.open()
        tab.until("document.querySelectorAll('.row').length === 5")
        tab.run("document.getElementById('pause').click()")
        tab.click(*self.place(tab, 100, 800))
        tab.until("document.getElementById('event-count').textContent === '5, 2 waiting'")
        tab.run("document.getElementById('pause').click()")
        tab.until("document.getElementById('event-count').textContent === '7'")

    def test_a_selected_event_stays_in_sight_and_a_button_leads_back_to_the_end(self):
        tab = self.open()
        self.fixture.tell("many")
        tab.until("document.getElementById('event-count').textContent === '5005'")
        tab.until("document.getElementById('event-5005')")
        tab.run("document.getElementById('event-5000').click()")
        self.fixture.tell("many")
        tab.until("document.getElementById('newer').textContent === '5000 new'")
        self.assertTrue(tab.run("document.getElementById('event-5000')?.isConnected === true"))
        tab.run("document.getElementById('newer').click()")
        tab.until("document.getElementById('event-10005')")
        self.assertTrue(tab.run("document.getElementById('newer').hidden"))

    def test_the_list_says_what_is_gone_and_clear_holds_after_a_reload(self):
        tab = self.open()
        for _ in range(5):
            self.fixture.tell("many")
        tab.until("!document.getElementById('dropped').hidden", 30)
        here = tab.run("document.getElementById('dropped').textContent")
        self.assertRegex(here, r"^[0-9,]+ earlier events are not kept any more; the last 20,000 are\.$")
        tab.call("Page.reload")
        tab.loaded()
        tab.until("!document.getElementById('dropped').hidden", 30)
        tab.run("document.getElementById('clear').click()")
        tab.until("document.getElementById('event-count').textContent === '0'")
        tab.call("Page.reload")
        tab.loaded()
        tab.until("document.getElementById('event-count').textContent === '0'")
        self.assertTrue(tab.run("document.getElementById('dropped').hidden"))

    def test_rows_keep_their_width_and_have_their_whole_text(self):
        for size in ((390, 844), (800, 900), (1280, 800), (1920, 1080)):
            for dark in (False, True):
                tab = self.open(size=size, dark=dark)
                self.picture(tab, f"phone-{size[0]}-{'dark' if dark else 'light'}")
                if size[0] <= 820:
                    tab.run("document.querySelector('.views [data-view=events]').click()")
                tab.until("document.querySelectorAll('.row').length >= 5")
                self.picture(tab, f"events-{size[0]}-{'dark' if dark else 'light'}")
                self.assertLessEqual(tab.run("document.documentElement.scrollWidth"), size[0])
                self.assertLessEqual(
                    tab.run("document.getElementById('list').scrollWidth - document.getElementById('list').clientWidth"), 0)
                self.assertIn("SceneDelegate#1", tab.run("document.getElementById('event-2').title"))
                tab.call("Page.close")

    def test_an_app_that_does_not_answer_is_named_with_its_method(self):
        tab = self.open()
        self.fixture.tell("stall")
        tab.until("document.getElementById('status').textContent === 'Not answering'")
        self.assertEqual(tab.run("document.getElementById('waiting').textContent"),
                         "Not answering, inside ViewController#1.buttonPressed: (ViewController.swift:12)")
        self.picture(tab, "stalled")

    def test_the_device_menu_and_the_help(self):
        tab = self.open()
        self.fixture.drain()
        tab.run("document.getElementById('device-button').click()")
        self.picture(tab, "device-menu")
        for action, wanted in (("shake", "press shake"), ("memoryWarning", "press memoryWarning"),
                               ("rotateRight", "rotate landscapeRight")):
            tab.run(f"document.querySelector('.device-menu [data-action={action}]').click()")
            self.assertEqual(self.used(), wanted)
        tab.run("""(() => { const s = document.getElementById('text-size'); s.value = 'accessibilityLarge';
                   s.dispatchEvent(new Event('change')); document.getElementById('voice-over').click();
                   document.getElementById('url').value = 'carob://x';
                   document.querySelector('#url-form button').click(); })()""")
        self.assertEqual([self.used() for _ in range(3)],
                         ["textSize accessibilityLarge", "voiceOver true", "openURL carob://x"])
        size = tab.run("fetch('screenshot.png').then((r) => r.blob()).then(createImageBitmap).then((i) => [i.width, i.height])")
        self.assertIn(size, ([1179, 2556], [2556, 1179]))
        tab.run("document.getElementById('help-button').click()")
        self.assertTrue(tab.run("document.getElementById('help').open"))
        self.picture(tab, "help")
        tab.key("Escape", number=27)
        tab.until("!document.getElementById('help').open")
        self.assertEqual(tab.problems(), [])

    def test_four_fast_turns_are_four_quarters(self):
        tab = self.open()
        self.fixture.drain()
        tab.run("for (let i = 0; i < 4; i += 1) document.querySelector('.tools [data-action=rotate]').click()")
        self.assertEqual([self.used() for _ in range(4)], [
            "rotate landscapeLeft", "rotate portraitUpsideDown", "rotate landscapeRight", "rotate portrait"])

    def test_a_pinch_on_a_trackpad_is_two_fingers_that_are_lifted_when_it_pauses(self):
        tab = self.open()
        x, y = self.place(tab, 200, 300)
        self.fixture.drain()
        for _ in range(3):
            tab.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=-20, modifiers=2)
        fingers = [[part.split() for part in self.fixture.input().split(", ")]]
        while fingers[-1][0][1] != "ended":
            fingers.append([part.split() for part in self.fixture.input().split(", ")])
        self.assertEqual([pair[0][1] for pair in fingers], ["began", "moved", "moved", "moved", "ended"])
        spread = [float(pair[1][2]) - float(pair[0][2]) for pair in fingers]
        self.assertEqual(spread, sorted(spread))
        self.assertGreater(spread[-1], 1.5 * spread[0])
        self.assertEqual(tab.run("visualViewport.scale"), 1)

    def test_a_swipe_from_the_bottom_edge_goes_home_and_cancels_the_touch(self):
        tab = self.open()
        self.fixture.drain()
        tab.mouse("mousePressed", *self.place(tab, 200, 846))
        for y in (800, 760, 720, 660):
            tab.mouse("mouseMoved", *self.place(tab, 200, y))
        tab.mouse("mouseReleased", *self.place(tab, 200, 660))
        found = [self.fixture.input()]
        while found[-1] != "press home":
            found.append(self.fixture.input())
        self.assertEqual(found[-2].split()[1], "cancelled")
        tab.until("!document.getElementById('home').hidden")

    def test_a_refused_orientation_is_explained(self):
        tab = self.open()
        tab.run("document.querySelector('.tools [data-action=rotate]').click()")
        tab.run("document.querySelector('.tools [data-action=rotate]').click()")
        tab.until("document.getElementById('notices').textContent.includes('upside-down')")

    def test_the_dark_button_shows_its_state_and_filtered_rows_are_not_indented(self):
        tab = self.open()
        colors = "getComputedStyle(document.querySelector('.tools [data-action=appearance]')).backgroundColor"
        light = tab.run(colors)
        tab.run("document.querySelector('.tools [data-action=appearance]').click()")
        tab.until("document.querySelector('.tools [data-action=appearance]').ariaPressed === 'true'")
        tab.until(f"{colors} !== {json.dumps(light)}")
        tab.until("document.querySelectorAll('.row').length >= 5")
        tab.run("(() => { const f = document.getElementById('filter'); f.value = 'viewDidLoad'; f.dispatchEvent(new Event('input')); })()")
        tab.until("document.querySelectorAll('.row').length === 1")
        tab.until("document.querySelector('.row .what').style.paddingLeft === '0px'")

    def test_texts_and_borders_have_enough_contrast(self):
        for dark in (False, True):
            tab = self.open(dark=dark)
            tab.until("document.querySelectorAll('.row').length >= 5")
            tab.run("document.getElementById('event-3').click()")
            tab.until("document.querySelector('.row[aria-selected=true]')")
            weak = tab.run("""(() => {
              const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
              const rgb = (color) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1);
                return [...canvas.getImageData(0, 0, 1, 1).data]; };
              const light = ([r, g, b]) => { const f = (v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
                return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b); };
              const ratio = (a, b) => { const [x, y] = [light(rgb(a)), light(rgb(b))]; return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05); };
              const behind = (e) => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor; if (rgb(c)[3] === 255) return c; } return 'white'; };
              const weak = [];
              for (const e of document.querySelectorAll('.row span, .tools span, .events-head *, .details *')) {
                if (![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())) continue;
                const r = ratio(getComputedStyle(e).color, behind(e));
                if (r < 4.5) weak.push(`${e.className || e.tagName}: ${r.toFixed(2)}`);
              }
              const filter = document.getElementById('filter');
              const holder = ratio(getComputedStyle(filter, '::placeholder').color, behind(filter));
              if (holder < 4.5) weak.push(`placeholder: ${holder.toFixed(2)}`);
              for (const e of document.querySelectorAll('#filter, .events-head button')) {
                const r = ratio(getComputedStyle(e).borderTopColor, behind(e.parentElement));
                if (r < 3) weak.push(`${e.id} border: ${r.toFixed(2)}`);
              }
              return [...new Set(weak)];
            })()""")
            self.assertEqual(weak, [])

    def test_the_address_of_another_run_says_so(self):
        tab = self.profile.open(self.fixture.address.rsplit("/", 2)[0] + "/0123/")
        tab.until("document.querySelector('h1')?.textContent === 'This run has ended'")

    def test_a_page_of_a_run_that_has_ended_says_so_and_stops_trying(self):
        tab = self.open()
        port = self.fixture.address.split(":")[2].split("/")[0]
        self.fixture.close()
        self.fixture = Fixture(PROGRAM, port, "f" * 32)
        self.addCleanup(self.fixture.close)
        tab.until("document.documentElement.dataset.connection === 'over'", 20)
        self.assertIn("This run has ended", tab.run("document.getElementById('banner').textContent"))

    def test_build_errors_are_shown_over_the_phone(self):
        tab = self.open()
        self.fixture.tell("buildErrors")
        tab.until("!document.getElementById('report').hidden")
        text = tab.run("document.getElementById('report').textContent")
        self.assertIn("Sources/ColorPicker/ViewController.swift:17:11", text)
        self.assertIn("cannot find 'colour' in scope", text)
        # One caret for each, and nothing to relaunch.
        self.assertEqual(text.count("^"), 2)
        self.assertTrue(tab.run("document.querySelector('.report .primary').hidden"))
        self.picture(tab, "build-errors")

    def test_a_crash_is_shown_with_its_place_and_can_be_relaunched(self):
        tab = self.open()
        self.fixture.tell("crash")
        tab.until("!document.getElementById('report').hidden")
        text = tab.run("document.getElementById('report').textContent")
        self.assertIn("ViewController.swift:41", text)
        self.assertIn("Index out of range", text)
        self.assertLess(text.index("ViewController.swift:41"), text.index("Fatal error"))
        self.assertIn("let color = colors[index]", text)
        self.assertTrue(tab.run("document.getElementById('report').contains(document.activeElement)"))
        self.picture(tab, "crash")
        self.fixture.drain()
        tab.run("document.querySelector('.report [data-action=relaunch]').click()")
        self.assertEqual(self.fixture.input(), "relaunch")
        tab.until("document.getElementById('report').hidden")

    def test_the_page_is_dark_when_the_system_is(self):
        tab = self.open(dark=True)
        self.assertEqual(tab.run("getComputedStyle(document.body).backgroundColor"), "rgb(14, 16, 20)")
        self.picture(tab, "dark")

    def test_the_page_loads_nothing_from_elsewhere(self):
        tab = self.open()
        origin = tab.run("location.origin")
        names = tab.run("performance.getEntriesByType('resource').map((entry) => entry.name)")
        self.assertTrue(names)
        for name in names:
            self.assertTrue(name.startswith((origin, "blob:" + origin, "data:image/png;")), name)
        self.assertEqual(tab.problems(), [])

    # How fast

    def test_the_time_from_input_to_page_is_measured(self):
        tab = self.open()
        at = self.place(tab, 347, 270)
        for _ in range(30):
            for kind in ("mousePressed", "mouseReleased"):
                count = tab.run("carobMetrics.applied.length")
                tab.mouse(kind, *at)
                tab.until(f"carobMetrics.applied.length > {count}")
        tab.until("carobMetrics.painted.length >= 60")
        summary = tab.run("carobMetrics.summary()")
        print("\ninput to page:", json.dumps(summary), file=sys.stderr)
        self.assertGreaterEqual(summary["applied"]["count"], 60)
        self.picture(tab, "light")


if __name__ == "__main__":
    unittest.main()
