"""Firefox without a window, asked over Marionette, its own remote control: opens a page, presses keys,
evaluates JavaScript, and reads what the console shows."""
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time

KEYS = {"ArrowLeft": "\ue012", "ArrowRight": "\ue014", "End": "\ue010", "Home": "\ue011"}
OF_BROWSER = ("resource:", "chrome:", "moz-extension:")
PATIENCE = 120  # seconds for an answer


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Firefox:
    def __init__(self, program):
        self.folder, port = tempfile.mkdtemp(), free_port()
        with open(os.path.join(self.folder, "user.js"), "w", encoding="ascii") as prefs:
            prefs.write(f'user_pref("marionette.port", {port});\nuser_pref("network.proxy.type", 1);\n'
                        'user_pref("datareporting.policy.dataSubmissionEnabled", false);\n'
                        'user_pref("app.update.enabled", false);\n')
        self.process = subprocess.Popen(
            [program, "--headless", "--no-remote", "--marionette", "--remote-allow-system-access", "--profile", self.folder, "about:blank"],
            env={**os.environ, "HOME": self.folder, "MOZ_DISABLE_CONTENT_SANDBOX": "1"},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.socket, self.buffer, self.count = self.connected(port), b"", 0
        self.read()  # its greeting
        self.call("WebDriver:NewSession", capabilities={"alwaysMatch": {"acceptInsecureCerts": True}})

    def connected(self, port):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            try:
                connection = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
                return connection
            except OSError:
                time.sleep(0.2)
        raise TimeoutError("no answer from the browser")

    def more(self):
        data = self.socket.recv(1 << 16)
        if not data:
            raise EOFError("the browser has ended")
        self.buffer += data

    def read(self):
        while b":" not in self.buffer:
            self.more()
        size, self.buffer = self.buffer.split(b":", 1)
        while len(self.buffer) < int(size):
            self.more()
        message, self.buffer = self.buffer[:int(size)], self.buffer[int(size):]
        return json.loads(message)

    def call(self, method, **params):
        self.count += 1
        text = json.dumps([0, self.count, method, params]).encode()
        self.socket.sendall(str(len(text)).encode() + b":" + text)
        while True:
            answer = self.read()
            if answer[:2] == [1, self.count]:
                if answer[2]:
                    raise RuntimeError(f"{method}: {answer[2]['error']}: {answer[2]['message']}")
                result = answer[3]
                return result.get("value") if isinstance(result, dict) and "value" in result else result

    def open(self, path, width=1280):
        self.call("WebDriver:SetWindowRect", width=width, height=900)
        self.in_chrome("Services.console.reset()")
        self.call("WebDriver:Navigate", url="file://" + os.path.abspath(path))

    def js(self, text):
        return self.call("WebDriver:ExecuteScript", script="return " + text, args=[], sandbox="default")

    def in_chrome(self, text):
        self.call("Marionette:SetContext", value="chrome")
        try:
            return self.call("WebDriver:ExecuteScript", script="return " + text, args=[])
        finally:
            self.call("Marionette:SetContext", value="content")

    def press(self, key):
        self.call("WebDriver:PerformActions", actions=[{"type": "key", "id": "keys", "actions": [
            {"type": "keyDown", "value": KEYS[key]}, {"type": "keyUp", "value": KEYS[key]}]}])

    def messages(self):
        """What the console shows of the page: errors, refused loads, warnings. Not those of the browser's own
        scripts, which may name the page too."""
        found = self.in_chrome("Services.console.getMessageArray().map((m) => [m.message, "
                               "m instanceof Ci.nsIScriptError ? m.sourceName ?? '' : ''])")
        return [text for text, source in found if "file://" in text and not source.startswith(OF_BROWSER)]

    def screenshot(self):
        return self.call("WebDriver:TakeScreenshot", full=False, hash=False)

    def close(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
