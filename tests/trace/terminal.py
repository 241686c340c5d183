"""terminal.py: a terminal for the tests: a program in it, keys that are pressed, and its screen."""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
import unicodedata

PATIENCE = 60  # seconds, on a busy machine


def set_columns(fd, columns):
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))


class Terminal:
    """A program in a terminal; lines() is its screen, row by row, as far as it has been written."""

    def __init__(self, command, columns=80, term="xterm"):
        self.columns, self.bytes, self.status = columns, b"", None
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            set_columns(0, columns)
            for number in (signal.SIGINT, signal.SIGQUIT):  # a test in the background ignores them
                signal.signal(number, signal.SIG_DFL)
            os.environ.pop("NO_COLOR", None)
            os.environ["TERM"] = term
            os.execvp(command[0], command)

    def read(self, seconds):
        """What comes within that time, and all that follows it at once."""
        while select.select([self.fd], [], [], seconds)[0]:
            try:
                data = os.read(self.fd, 65536)
            except OSError:  # all programs there have ended
                data = b""
            if not data:
                return time.sleep(0.01)
            self.bytes += data
            seconds = 0.01

    def lines(self):
        text = self.bytes.decode(errors="replace")
        rows, column = [[]], 0
        for part in re.findall(r"\x1b\[[0-9;]*[A-Za-z]|.", text, re.DOTALL):
            row = rows[-1]
            if part == "\r":
                column = 0
            elif part == "\n":
                rows.append([])
            elif part == "\x1b[K":
                del row[column:]
            elif part.startswith("\x1b["):
                continue
            else:
                width = 2 if unicodedata.east_asian_width(part) in "WF" else 1
                if column + width > self.columns:
                    rows.append([])
                    row, column = rows[-1], 0
                row.extend(" " * (column + width - len(row)))
                row[column:column + width] = [part] + [""] * (width - 1)
                column += width
        self.cursor = column
        return ["".join(row).rstrip() for row in rows]

    def shows(self, condition):
        """True as soon as the condition is true of the lines; False when that takes too long."""
        end = time.time() + PATIENCE
        while time.time() < end:
            if condition(self.lines()):
                return True
            self.read(0.2)
        return False

    def press(self, *keys):
        os.write(self.fd, "".join(keys).encode())

    def is_cooked(self):
        flags = termios.tcgetattr(self.fd)[3]
        both = termios.ICANON | termios.ECHO | termios.ISIG
        return flags & both == both

    def ends(self):
        """The status of the program, once it has ended."""
        end = time.time() + PATIENCE
        while time.time() < end:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid != 0:
                return status
            self.read(0.05)
        os.kill(self.pid, signal.SIGKILL)
        return None
