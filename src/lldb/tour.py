"""tour.py: `tour FILE PROGRAM` in lldb runs src/gdb/tour_value.gdb and src/gdb/tour.gdb, with the same stops:

  echo TEXT, set environment NAME VALUE, say TEXT, show-it EXPRESSION
  stop-at FILE TEXT [if CONDITION]   CONDITION: PATH == NUMBER, or $_streq(PATH, "TEXT")

Other lines of these files are only for gdb. Load hologradient.py first.
"""
import os
import re
import sys

import lldb

from hologradient import print_command
from places import line_with, lines_of, root, way
from variable import Variable, path_value
from words import text_at


class GaveUp(Exception):
    pass


def holds(condition, frame):
    text = re.fullmatch(r'\$_streq\((.*), "(.*)"\)', condition)
    if text:
        return text_at(Variable(path_value(frame, text.group(1))), 40) == text.group(2)
    path, number = condition.split(" == ")
    return int(Variable(path_value(frame, path))) == int(number)


class Tour:
    def __init__(self, debugger):
        self.debugger, self.target = debugger, debugger.GetSelectedTarget()
        self.environment, self.count = [], 0

    def line(self, text):
        command, _, rest = text.partition(" ")
        if command == "echo":
            print(rest.replace("\\n", "\n"), end="")
        elif text.startswith("set environment "):
            self.environment.append("=".join(rest.split()[1:]))
        elif command == "stop-at":
            self.stop_at(*re.fullmatch(r"(\S+) (.*?)(?: if ([^;]*))?", rest).groups())
        elif command == "say":
            print("  # " + rest)
        elif command == "show-it":
            self.show(rest)

    def go_on(self):
        process = self.target.GetProcess()
        if process.IsValid():
            return process.Continue()
        info = lldb.SBLaunchInfo([])
        info.SetEnvironmentEntries(self.environment, True)
        info.SetLaunchFlags(self.target.GetLaunchInfo().GetLaunchFlags())
        info.AddOpenFileAction(1, os.devnull, False, True)
        return self.target.Launch(info, lldb.SBError())

    def frame(self):
        process = self.target.GetProcess()
        return process.GetSelectedThread().GetFrameAtIndex(0) if process.GetState() == lldb.eStateStopped else None

    def stop_at(self, file, text, condition):
        line = line_with(file, text)
        if line is None:
            raise GaveUp(f"{file} has no line with {text}")
        if self.count > 0 and sys.stdin.isatty():
            input("\n[Enter] goes on ")
        point = self.target.BreakpointCreateByLocation(os.path.join(root, file), line)
        self.go_on()
        while condition and self.frame() and not holds(condition, self.frame()):
            self.go_on()
        self.target.BreakpointDelete(point.GetID())
        frame = self.frame()
        if not frame:
            raise GaveUp(f"the program did not get to {file}: {text}")
        if frame.GetLineEntry().GetLine() != line:
            raise GaveUp(f"stopped at {frame.GetLineEntry()}, not at {file}:{line}")
        self.count += 1
        functions = [frame.GetFunctionName() for frame in frame.GetThread()]
        print(("\n" if self.count > 1 else "") + f"---- stop {self.count}: {file}, in {way(functions)}")
        print(lines_of(file)[line - 1])

    def show(self, expression):
        print("(lldb) print " + expression)
        result = lldb.SBCommandReturnObject()
        print_command(self.debugger, expression, result, None)
        print(result.GetOutput().rstrip("\n") or result.GetError())


def tour(debugger, arguments, result, _):
    file, program = arguments.split(" ", 1)
    debugger.SetAsync(False)
    debugger.SetSelectedTarget(debugger.CreateTarget(program))
    guide = Tour(debugger)
    try:
        for line in lines_of(file):
            guide.line(line)
    except GaveUp as why:
        result.SetError(f"tour: {why}")
    sys.stdout.flush()


def __lldb_init_module(debugger, _):
    debugger.HandleCommand(f"command script add -f {__name__}.tour tour")
