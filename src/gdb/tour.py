"""tour.py: the gdb commands for tour_value.gdb, tour.gdb and softmax.gdb.

  stop-at FILE TEXT [if CONDITION]   runs to the line of FILE that has TEXT
  go-on                              repeats `next` until it reaches a line below
  say TEXT                           a line of explanation
  show-it EXPRESSION                 prints the command, then the expression
"""
import os
import re
import sys

import gdb

# hologradient.gdb has loaded printers.py, and with it this module.
from words import ROOT


def lines_of(file):
    with open(os.path.join(ROOT, file), encoding="utf-8") as source:
        return source.read().split("\n")


def line_with(file, text):
    """The number of the first line of a file that has the text, or None."""
    return next((i + 1 for i, line in enumerate(lines_of(file)) if text in line), None)


def name_of(function):
    """map for holo::(anonymous namespace)::map<holo::math::Tanh>(...)."""
    name = (function or "?").replace("(anonymous namespace)::", "")
    if "operator()" in name:
        return "operator()"
    return name.split("(")[0].split("<")[0].split("::")[-1]


def way(functions):
    """The calls of a stack, newest first, from the user's function, or from the emulator, to this one."""
    names = []
    for function in functions:
        if name_of(function) in ("program", "Call"):
            break
        of_std = "std::" in (function or "").split("(")[0]
        if not of_std and name_of(function) not in names[-1:]:
            names.append(name_of(function))
    return " > ".join(reversed(names))


def give_up(why):
    print("tour: " + why)
    gdb.execute("quit 1")


def functions_here():
    frame = gdb.newest_frame()
    while frame is not None:
        yield frame.name()
        frame = frame.older()


class StopAt(gdb.Command):
    def __init__(self):
        super().__init__("stop-at", gdb.COMMAND_USER)
        self.count = 0

    def invoke(self, argument, from_tty):
        file, text, condition = re.fullmatch(r"(\S+) (.*?)( if [^;]*)?", argument).groups()
        line = line_with(file, text)
        if line is None:
            give_up(f"{file} has no line with {text}")
        self.wait()
        point = gdb.Breakpoint(f"{file}:{line}", internal=True)
        point.condition = condition[4:] if condition else None
        point.silent = True
        running = gdb.selected_inferior().pid != 0
        gdb.execute("continue" if running else "run", to_string=True)
        point.delete()
        if gdb.selected_inferior().pid == 0:
            give_up(f"the program did not get to {file}: {text}")
        sal = gdb.newest_frame().find_sal()
        if sal.line != line:
            give_up(f"stopped at line {sal.line} of {sal.symtab}, not at {file}:{line}")
        self.count += 1
        if self.count > 1:
            print()
        print(f"---- stop {self.count}: {file}, in {way(functions_here())}")
        print(lines_of(file)[line - 1])

    def wait(self):
        """Waits between two stops if somebody is watching."""
        if self.count > 0 and gdb.parameter("confirm") and sys.stdin.isatty():
            input("\n[Enter] goes on ")


class GoOn(gdb.Command):
    def __init__(self):
        super().__init__("go-on", gdb.COMMAND_USER)

    def invoke(self, argument, from_tty):
        print("(gdb) next")
        start = sal = gdb.newest_frame().find_sal()
        gdb.execute("set suppress-cli-notifications on")
        while sal.line <= start.line:
            gdb.execute("next", to_string=True)
            sal = gdb.newest_frame().find_sal()
        gdb.execute("set suppress-cli-notifications off")
        print(lines_of(os.path.relpath(sal.symtab.fullname(), ROOT))[sal.line - 1])


class Say(gdb.Command):
    def __init__(self):
        super().__init__("say", gdb.COMMAND_USER)

    def invoke(self, argument, from_tty):
        print("  # " + argument)


class Show(gdb.Command):
    def __init__(self):
        super().__init__("show-it", gdb.COMMAND_USER)

    def invoke(self, argument, from_tty):
        print("(gdb) print " + argument)
        print(gdb.execute("print " + argument, to_string=True), end="")


StopAt()
GoOn()
Say()
Show()
