"""editor.py: adds to gdb what an editor needs; .vscode/launch.json loads it after printers.py. It shows variables in
one line, because the MI interface shows no text for a variable with fields. `first-stop` is where the program stops:

  first-stop                        in program(), or in main() if there is none
  first-stop FUNCTION after COUNT   in FUNCTION, after COUNT calls of it

An editor sets its own breakpoint at main(), and mistakes a stop at an unknown breakpoint for it. So we turn
the editor's breakpoint off and set another.
"""
import gdb


class FirstStop(gdb.Command):
    def __init__(self):
        super().__init__("first-stop", gdb.COMMAND_USER)

    def invoke(self, argument, from_tty):
        self.function, _, count = (argument or "program").partition(" after ")
        self.count = int(count or 0)
        gdb.events.breakpoint_created.connect(self.created)

    def created(self, point):
        if point.location not in ("main", "-function main"):
            return
        gdb.events.breakpoint_created.disconnect(self.created)
        first = gdb.Breakpoint("-qualified -function " + self.function, temporary=True) if self.count == 0 else \
            gdb.Breakpoint("-function " + self.function)
        if first.pending:
            first.delete()
            return
        first.ignore_count = self.count
        point.enabled = False


FirstStop()


def in_one_line(printer):
    """Tensor #1 "x" f32[3] op=leaf grad=no = {data = {1, 2, -1}}"""
    text = words.text(printer.kind, printer.value)
    fields = ", ".join(f"{name} = {field}" for name, field in words.fields(printer.kind, printer.value))
    return f"{text} = {{{fields}}}" if fields else text


# Both names are from printers.py: gdb reads all its files as one module.
Printer.to_string = in_one_line
del Printer.children
