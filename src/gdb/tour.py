"""tour.py: the gdb commands in which tour_value.gdb, tour.gdb and softmax.gdb are written.

  stop-at FILE TEXT [if CONDITION]   runs on to the line of FILE that contains TEXT
  go-on                              `next`, as often as it takes to come to a line below
  say TEXT                           a line of explanation
  show-it EXPRESSION                 prints it, after the command that does so
"""
import os
import re
import sys

import gdb

# `beside` is made by hologradient.gdb.
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(beside("tour.py")))))


def give_up(why):
    print("tour: " + why)
    gdb.execute("quit 1")


def lines_of(file):
    with open(os.path.join(ROOT, file), encoding="utf-8") as source:
        return source.read().split("\n")


def name_of(frame):
    """map for holo::real_float::(anonymous namespace)::map<holo::math::Tanh>(...)."""
    name = (frame.name() or "?").replace("(anonymous namespace)::", "")
    if "operator()" in name:
        return "operator()"
    return name.split("(")[0].split("<")[0].split("::")[-1]


def way_here():
    """The calls from the function of the user, or from the emulator, to this one."""
    names, frame = [], gdb.newest_frame()
    while frame is not None and name_of(frame) not in ("program", "Call"):
        of_std = "std::" in (frame.name() or "").split("(")[0]
        if not of_std and name_of(frame) not in names[-1:]:
            names.append(name_of(frame))
        frame = frame.older()
    return " > ".join(reversed(names))


class StopAt(gdb.Command):
    def __init__(self):
        super().__init__("stop-at", gdb.COMMAND_USER)
        self.count = 0

    def invoke(self, argument, from_tty):
        file, text, condition = re.fullmatch(r"(\S+) (.*?)( if [^;]*)?", argument).groups()
        found = [i + 1 for i, line in enumerate(lines_of(file)) if text in line]
        if not found:
            give_up(f"{file} has no line with {text}")
        self.wait()
        point = gdb.Breakpoint(f"{file}:{found[0]}", internal=True)
        point.condition = condition[4:] if condition else None
        point.silent = True
        running = gdb.selected_inferior().pid != 0
        gdb.execute("continue" if running else "run", to_string=True)
        point.delete()
        if gdb.selected_inferior().pid == 0:
            give_up(f"the program did not get to {file}: {text}")
        sal = gdb.newest_frame().find_sal()
        if sal.line != found[0]:
            give_up(f"stopped at line {sal.line} of {sal.symtab}, not at {file}:{found[0]}")
        self.count += 1
        if self.count > 1:
            print()
        print(f"---- stop {self.count}: {file}, in {way_here()}")
        print(lines_of(file)[found[0] - 1])

    def wait(self):
        """Between two stops, when somebody is there."""
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
