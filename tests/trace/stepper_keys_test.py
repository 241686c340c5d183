"""stepper_keys_test.py PROGRAM: presses keys in a terminal, and looks at what it shows."""
import os
import signal
import sys
import time

from terminal import PATIENCE, Terminal, set_columns

LEFT, RIGHT, UP, DOWN, HOME, END, DELETE = (
    "\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B", "\x1b[H", "\x1b[F", "\x1b[3~")
BACKSPACE = "\x7f"


def control(letter):
    return chr(ord(letter) & 0x1F)


def check(name, condition, found=""):
    print(f"PASS keys: {name}" if condition else f"FAIL keys: {name}: {found}")


def last(text):
    return lambda lines: lines[-1] == text


def has(text):
    return lambda lines: any(text in line for line in lines)


def prompt_after(text):
    """A new prompt below a line that has the text."""
    return lambda lines: lines[-1] == ">" and any(text in line for line in lines)


program = sys.argv[1]


def session(*arguments, **options):
    terminal = Terminal([program, *arguments], **options)
    terminal.shows(prompt_after("stepper: 10 steps"))
    return terminal


def typed(name, keys, wanted, terminal):
    """What is after the prompt after these keys; the line is emptied again."""
    terminal.press(*keys)
    check(name, terminal.shows(last(wanted)), terminal.lines()[-1])
    terminal.press(control("e"), control("u"))
    terminal.shows(last(">"))


# ---- moving, and the history ----

t = session()
t.press(RIGHT)
check("right in an empty line is a step", t.shows(prompt_after("1/10  #0 leaf x  3")), t.lines())
t.press(RIGHT)
t.shows(prompt_after("2/10"))
t.press(LEFT)
check("left in an empty line is a step back",
      t.shows(lambda lines: lines[-3:] == ["> b", "1/10  #0 leaf x  3", ">"]), t.lines())
t.press("\x1b[6~")
check("Page Down is an operation", t.shows(prompt_after("2/10")), t.lines())
t.press("\x1b[5~")
check("Page Up is one back", t.shows(lambda lines: lines[-3:] == ["> p", "1/10  #0 leaf x  3", ">"]), t.lines())
t.press("p x\r")
t.shows(prompt_after("#0 x: leaf"))
t.press("l\r")
t.shows(prompt_after("grad 0: nothing"))
t.press("l\r")
t.press("wh", UP)
check("up is the line before", t.shows(last("> l")), t.lines()[-1])
t.press(UP)
check("a line that was typed twice is there once, and steps by arrows are not",
      t.shows(last("> p x")), t.lines()[-1])
t.press(UP, UP, DOWN, DOWN)
check("down leads back to what was being typed", t.shows(last("> wh")), t.lines()[-1])
t.press(UP, UP, BACKSPACE, "größe\r")
check("a line of before can be edited", t.shows(prompt_after("#1 größe: leaf")), t.lines())
t.press(UP)
check("and is the newest then", t.shows(last("> p größe")), t.lines()[-1])
t.press(control("c"))

# ---- editing ----

typed("left and right move in a line", ["p ab", LEFT, LEFT, "c", RIGHT, "d"], "> p cadb", t)
typed("Home, End, Ctrl-A, Ctrl-E", ["bc", HOME, "a", END, "d", control("a"), "0", control("e"), "e"],
      "> 0abcde", t)
typed("Backspace and Delete", ["abcd", LEFT, BACKSPACE, HOME, DELETE], "> bd", t)
typed("Ctrl-U erases what is in front", ["abcd", LEFT, control("u")], "> d", t)
typed("Ctrl-K erases the rest", ["abcd", LEFT, LEFT, control("k")], "> ab", t)
typed("Ctrl-W erases a word", ["why  größe  ", control("w"), "x"], "> why  x", t)
typed("Ctrl-D erases a character of a line", ["abc", HOME, control("d")], "> bc", t)
typed("letters of several bytes are letters", ["größe", LEFT, LEFT, BACKSPACE, "数", DELETE], "> gr数e", t)
t.press("数数", LEFT)
t.shows(last("> 数数"))
check("the cursor is where it should be, however wide the letters are", t.cursor == 4, t.cursor)
t.press(RIGHT, control("u"))
typed("what no key sends does nothing", ["a", "\x1b[15~", "\x1bOP", control("t"), "b"], "> ab", t)
t.press("p ", "x" * 1200, "\r")
check("a line that is too long says so", t.shows(prompt_after("1202 bytes")), t.lines()[-2:])

# ---- Escape, and bytes that are no characters ----

t.press("p ")
t.press("\x1b")
t.press("x\r")
check("Escape takes no key with it", t.shows(prompt_after("#0 x: leaf")), t.lines()[-3:])
t.press("p x")
t.shows(last("> p x"))
shown = len(t.bytes)
t.press("\x1b")
t.shows(lambda lines: len(t.bytes) > shown)  # the line is written again: nothing has followed
t.press("[", LEFT, "z")
check("nor after a while", t.shows(last("> p xz[")), t.lines()[-1])
t.press(control("c"))
os.write(t.fd, b"p \xe4x\r")  # an a with dots in Latin-1
check("a byte that is no character takes no key with it", t.shows(prompt_after("> p x")), t.lines()[-3:])
before = len(t.bytes)
t.press("p \x9b31m\u202e\u2066x")
t.shows(lambda lines: lines[-1].endswith("x"))
sent = t.bytes[before:]
check("control characters and those that turn a text are never shown",
      t.lines()[-1] == "> p 31mx" and not any(c.encode() in sent for c in "\x9b\u202e\u2066"), sent)
t.press(control("c"))
t.press("p ", "x" * 1200, LEFT, "\r")
check("a line that was too long is so after a key that moves",
      t.shows(lambda lines: sum("1202 bytes" in line for line in lines) == 2), t.lines()[-2:])
t.press("x" * 2500, UP, control("e"), control("u"), "p x\r")
check("but not one that is brought back", t.shows(prompt_after("#0 x: leaf")), t.lines()[-2:])

# ---- the window ----

t.press("p ", "0123456789" * 9)
check("a line that is wider than the window is moved",
      t.shows(lambda lines: lines[-1].endswith("456789") and 70 < len(lines[-1]) < 80), t.lines()[-1])
t.press(HOME)
check("Home shows its beginning", t.shows(lambda lines: lines[-1].startswith("> p 0123")), t.lines()[-1])
t.bytes, t.columns = b"", 30
set_columns(t.fd, 30)
check("in a window with another width it is drawn again",
      t.shows(lambda lines: lines[-1].startswith("> p 0123") and 20 < len(lines[-1]) < 30), t.lines())
t.press(control("e"), control("u"), "h\r")
t.shows(prompt_after("A step is one operation"))
check("and answers are as wide as it", max(map(len, t.lines())) <= 30, max(t.lines(), key=len))

# ---- signals ----

check("while a key is waited for, the terminal shows none by itself", not t.is_cooked())
t.press("q", control("c"))
t.shows(lambda lines: lines[-2:] == ["> q", ">"])
t.press("p x\r")
check("Ctrl-C cancels a line, and the session goes on", t.shows(prompt_after("#0 x: leaf")), t.lines())
t.press(control("d"))
check("Ctrl-D ends the session, not the program", t.ends() == 0 and t.shows(has("after")), t.lines())

t = session()
t.press("s\r", "s 2\rquiz\r", LEFT, UP, RIGHT, "2\rp x\rq\r")
check("several lines may be pasted",
      t.ends() == 0 and t.shows(has("#0 x: leaf")) and has("3/10")(t.lines()), t.lines())
check("an arrow is no answer of quiz", not has("is not a number")(t.lines()), t.lines())

for name in ("SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT"):
    t = session()
    os.kill(t.pid, getattr(signal, name))
    status = t.ends()
    check(f"{name} ends the program, and the terminal is as it was",
          status is not None and os.WTERMSIG(status) == getattr(signal, name) and t.is_cooked(), status)
t = session()
t.press(control("\\"))
check("so does Ctrl-\\", os.WTERMSIG(t.ends() or 0) == signal.SIGQUIT and t.is_cooked())

t = session("listen")
t.press("p x", control("c"))
check("a program that handles Ctrl-C hears it at the prompt, which stays",
      t.shows(prompt_after("heard")), t.lines())
t.press("p x\r")
t.shows(prompt_after("#0 x: leaf"))
t.press(control("c"))
check("the second one ends it where the program wants that",
      os.WTERMSIG(t.ends() or 0) == signal.SIGINT and t.is_cooked(), t.lines())

shell = f"set -m; {program}; echo stopped; stty -a | grep -o -w -e '-*icanon'; fg; echo $?"
for name, stop in (("Ctrl-Z", None), ("SIGTSTP", "TSTP")):
    t = Terminal(["bash", "-c", shell])
    t.shows(prompt_after("stepper: 10 steps"))
    t.press("p x")
    t.shows(last("> p x"))
    if stop is None:
        t.press(control("z"))
    else:
        os.killpg(os.tcgetpgrp(t.fd), signal.SIGTSTP)
    check(f"{name} stops the program, and the terminal is as it was",
          t.shows(has("stopped")) and t.shows(lambda lines: "icanon" in lines), t.lines())
    check("fg shows the line again", t.shows(last("> p x")) and not t.is_cooked(), t.lines())
    t.press("\rq\r")
    check("and it goes on", t.shows(has("#0 x: leaf")) and t.ends() == 0, t.lines())

t = Terminal(["bash", "-c", shell])
t.shows(prompt_after("stepper: 10 steps"))
t.press("p gr")
t.shows(last("> p gr"))
os.write(t.fd, "ö".encode()[:1])
os.killpg(os.tcgetpgrp(t.fd), signal.SIGTSTP)
t.shows(lambda lines: "icanon" in lines)
check("after a stop in the middle of a letter the terminal gives keys again",
      t.shows(last("> p gr")) and not t.is_cooked(), t.lines()[-4:])
os.write(t.fd, "ö".encode()[1:])
t.press("ße\r")
check("and the letter is whole", t.shows(prompt_after("#1 größe: leaf")), t.lines()[-4:])
t.press("q\r")
t.ends()

t = session()
os.close(t.fd)
end = time.time() + PATIENCE
while time.time() < end and os.waitpid(t.pid, os.WNOHANG)[0] == 0:
    time.sleep(0.05)
check("a terminal that is closed ends the program", time.time() < end)

# ---- where lines are read as they come ----

for name, options in (("TERM=dumb", {"term": "dumb"}), ("no TERM", {"term": ""})):
    t = session(**options)
    check(f"{name}: the terminal's own lines", t.is_cooked() and b"\x1b" not in t.bytes)
    t.press("p x\rq\r")
    check(f"{name}: a session", t.ends() == 0 and t.shows(has("#0 x: leaf")), t.lines())
t = Terminal(["sh", "-c", f"{program} | cat"])
t.shows(has("stepper: 10 steps"))
check("the output is a pipe: the terminal's own lines", t.is_cooked())
t.press("q\r")
t.ends()
