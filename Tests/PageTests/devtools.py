"""A headless Chromium, driven over its DevTools protocol through a pipe. Standard library only."""

import atexit
import base64
import json
import os
import queue
import shutil
import subprocess
import tempfile
import threading
import time


def find_chromium():
    for name in (os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome"):
        path = name and shutil.which(name)
        if path:
            return path
    return None


class ScriptError(Exception):
    """The page's JavaScript threw."""


class Browser:
    """One browser process; `open` gives a tab."""

    _starting = threading.Lock()

    def __init__(self, size=(1200, 900), scale=1):
        self.folder = tempfile.mkdtemp(prefix="carob-chromium-")
        to_browser, self.write_end = os.pipe()
        self.read_end, from_browser = os.pipe()
        # The browser reads its commands from descriptor 3 and answers on 4. Both may be taken just now, and the ones from which
        # they are copied are the same for all browsers.
        with Browser._starting:
            high = [os.dup2(end, 100 + index) for index, end in enumerate((to_browser, from_browser))]

            def arrange():
                os.dup2(high[0], 3)
                os.dup2(high[1], 4)

            self.process = subprocess.Popen(
                [
                    find_chromium(), "--headless=new", "--no-sandbox", "--remote-debugging-pipe", "--disable-gpu",
                    "--hide-scrollbars", "--no-first-run", "--disable-extensions", "--disable-background-networking",
                    "--force-color-profile=srgb", f"--user-data-dir={self.folder}",
                    f"--window-size={size[0]},{size[1]}", f"--force-device-scale-factor={scale}", "about:blank",
                ],
                preexec_fn=arrange, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                start_new_session=True)
            for end in (to_browser, from_browser, *high):
                os.close(end)
        self.answers = {}
        self.events = []
        self.condition = threading.Condition()
        self.number = 0
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        rest = b""
        while True:
            chunk = os.read(self.read_end, 1 << 20)
            if not chunk:
                break
            *messages, rest = (rest + chunk).split(b"\0")
            with self.condition:
                for text in messages:
                    message = json.loads(text)
                    if "id" in message:
                        self.answers[message["id"]] = message
                    else:
                        self.events.append(message)
                self.condition.notify_all()

    def call(self, method, session=None, timeout=30, **parameters):
        with self.condition:
            self.number += 1
            number = self.number
        message = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        with self.condition:
            if not self.condition.wait_for(lambda: number in self.answers, timeout):
                raise TimeoutError(f"{method}: no answer from the browser in {timeout} s")
            answer = self.answers.pop(number)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def forget(self):
        """Forgets the events of closed tabs."""
        with self.condition:
            self.events.clear()

    def open(self, address, size=(1200, 900), scale=1, dark=False):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        tab = Tab(self, target, session)
        for domain in ("Page", "Runtime", "Log"):
            tab.call(f"{domain}.enable")
        # Without a size the window keeps its own, and the browser's scale.
        if size:
            tab.resize(size, scale)
        tab.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        tab.call("Page.navigate", url=address)
        return tab

    def close(self):
        try:
            self.call("Browser.close", timeout=5)
        except (RuntimeError, TimeoutError, OSError):
            pass
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Profile:
    """Tabs of the browser that all tests of this process share: its start takes longer than most tests.

    When it is closed, nothing is left for the next one: no tab, no storage of the pages' origins, no permission. (A browser
    context for each test would need a window each, which costs twice a tab.)
    """

    _browser = None

    def __init__(self):
        if Profile._browser is None:
            Profile._browser = Browser()
            atexit.register(Profile._browser.close)
        self.browser = Profile._browser
        self.tabs = []

    def open(self, address, **options):
        tab = self.browser.open(address, **options)
        self.tabs.append((tab, address))
        return tab

    def close(self):
        for tab, address in self.tabs:
            origin = "/".join(address.split("/")[:3])
            try:
                tab.call("Storage.clearDataForOrigin", origin=origin, storageTypes="all")
                self.browser.call("Target.closeTarget", targetId=tab.target)
            except RuntimeError:  # The test has closed the tab.
                pass
        self.browser.call("Browser.resetPermissions")
        self.browser.forget()


class Tab:
    def __init__(self, browser, target, session):
        self.browser = browser
        self.target = target
        self.session = session
        self.number = 0

    def call(self, method, **parameters):
        return self.browser.call(method, session=self.session, **parameters)

    def resize(self, size, scale=1):
        self.call(
            "Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=scale, mobile=False)

    def grant(self, *permissions):
        self.browser.call("Browser.grantPermissions", permissions=permissions)

    def size_window(self, width, height):
        """Sizes the real window; `resize` emulates a size and a scale."""
        window = self.browser.call("Browser.getWindowForTarget", targetId=self.target)["windowId"]
        self.browser.call("Browser.setWindowBounds", windowId=window, bounds={"width": width, "height": height})
        self.until(f"innerWidth === {width}")

    def run(self, script, timeout=30):
        """The value of a JavaScript expression; a promise is waited for."""
        result = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True, timeout=timeout)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise ScriptError(details.get("exception", {}).get("description") or details["text"])
        return result["result"].get("value")

    def until(self, script, timeout=10):
        """Waits for an expression to be true, looking more than once a frame; returns its value."""
        wait = f"""new Promise((done, fail) => {{
          const start = performance.now();
          const look = () => {{
            let value = null;
            try {{ value = ({script}); }} catch (error) {{ }}
            if (value) return done(value);
            if (performance.now() - start > {timeout * 1000}) return fail(new Error('waited in vain for: ' + {json.dumps(script)}));
            setTimeout(look, 8);
          }};
          look();
        }})"""
        try:
            return self.run(wait, timeout + 20)
        except RuntimeError:
            # The page went to another document meanwhile.
            return self.run(wait, timeout + 20)

    def settled(self, script, rest=0.1, timeout=10):
        """The value of an expression once it is something and has not changed for `rest` seconds."""
        self.number += 1
        return self.until(f"""(() => {{
          const key = {self.number};
          const value = ({script});
          const text = JSON.stringify(value ?? null);
          const seen = window.carobSettled?.key === key ? window.carobSettled : null;
          if (seen?.text !== text) window.carobSettled = {{ key, text, since: performance.now() }};
          return value && performance.now() - window.carobSettled.since >= {rest * 1000} ? value : null;
        }})()""", timeout)

    def loaded(self):
        self.until("document.documentElement.dataset.commit")

    def mouse(self, kind, x, y, modifiers=0, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=0 if kind == "mouseReleased" else 1,
                  clickCount=1, modifiers=modifiers, **more)

    def click(self, x, y, modifiers=0):
        self.mouse("mousePressed", x, y, modifiers)
        self.mouse("mouseReleased", x, y, modifiers)

    def key(self, key, code=None, modifiers=0, number=0):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=code or key, modifiers=modifiers,
                      windowsVirtualKeyCode=number)

    def insert(self, text):
        self.call("Input.insertText", text=text)

    def accessible(self, selector):
        """The accessibility tree below an element, a line an element in reading order: role, name and what is known of it."""
        document = self.call("DOM.getDocument")["root"]["nodeId"]
        node = self.call("DOM.querySelector", nodeId=document, selector=selector)["nodeId"]
        top = self.call("DOM.describeNode", nodeId=node)["node"]["backendNodeId"]
        tree = {entry["nodeId"]: entry for entry in self.call("Accessibility.getFullAXTree")["nodes"]}
        lines = []

        def visit(entry):
            role = entry["role"]["value"] if "role" in entry else "none"
            inner = role not in ("StaticText", "InlineTextBox")
            if not entry["ignored"] and inner and entry.get("backendDOMNodeId") != top and role not in ("generic", "none"):
                known = {item["name"]: item["value"].get("value") for item in entry.get("properties", [])}
                words = [role, entry.get("name", {}).get("value", "")]
                if "value" in entry:
                    words.append(f"value={entry['value'].get('value', '')}")
                elif role == "textbox":
                    words.append("value=")
                words += [f"{name}={str(known[name]).lower() if isinstance(known[name], bool) else known[name]}"
                          for name in ("level", "checked", "pressed", "selected", "valuetext", "disabled", "modal")
                          if known.get(name) not in (None, "", False) and (name != "level" or role == "heading")]
                described = entry.get("description", {}).get("value")
                if described:
                    words.insert(2, f"description={described}")
                if known.get("focusable") and role != "alertdialog":
                    words.append("focusable")
                lines.append(" ".join(words))
            elif role == "StaticText" and entry.get("parentId") and not entry["ignored"]:
                parent = tree[entry["parentId"]]
                if parent["role"]["value"] in ("generic", "none"):
                    lines.append("text " + entry["name"]["value"])
            for child in entry.get("childIds", []):
                if child in tree:
                    visit(tree[child])

        start = next((entry for entry in tree.values() if entry.get("backendDOMNodeId") == top), None)
        if start:
            visit(start)
        return lines

    def screenshot(self, path=None, clip=None):
        parameters = {"format": "png"}
        if clip:
            parameters["clip"] = dict(zip(("x", "y", "width", "height"), clip), scale=1)
        data = base64.b64decode(self.call("Page.captureScreenshot", **parameters)["data"])
        if path:
            with open(path, "wb") as file:
                file.write(data)
        return data

    def problems(self):
        """What the page wrote to its console as warnings and errors, and what it threw."""
        found = []
        with self.browser.condition:
            events = [event for event in self.browser.events if event.get("sessionId") == self.session]
        for event in events:
            method, parameters = event["method"], event["params"]
            if method == "Runtime.exceptionThrown":
                details = parameters["exceptionDetails"]
                found.append(details.get("exception", {}).get("description") or details["text"])
            elif method == "Log.entryAdded" and parameters["entry"]["level"] in ("warning", "error"):
                found.append(parameters["entry"]["text"] + " " + parameters["entry"].get("url", ""))
            elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("warning", "error"):
                found.append(" ".join(str(argument.get("value", argument.get("description", ""))) for argument in parameters["args"]))
        return found


class Fixture:
    """The program that serves the fake screen."""

    def __init__(self, program, *arguments):
        self.process = subprocess.Popen(
            [program, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.lines = queue.Queue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        first = self.line()
        if not first.startswith("ready: "):
            raise RuntimeError(first)
        self.address = first.removeprefix("ready: ")

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def line(self, timeout=10):
        return self.lines.get(timeout=timeout)

    def input(self, timeout=10):
        """The next input that arrived at the screen."""
        return self.line(timeout).removeprefix("input: ")

    def inputs(self, count):
        return [self.input() for _ in range(count)]

    def drain(self):
        while not self.lines.empty():
            self.lines.get()

    def tell(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()

    def close(self):
        if self.process.poll() is None:
            self.process.stdin.close()
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self.reader.join()
            self.process.stdout.close()
