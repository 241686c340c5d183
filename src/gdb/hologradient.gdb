# hologradient.gdb: for stepping through the engine. Load it with
#   gdb -x src/gdb/hologradient.gdb build/g++-debug/bin/08_tensor
# To have it always, add two lines to ~/.gdbinit, with the path of your copy:
#   source /path/to/hologradient/src/gdb/hologradient.gdb
#   source /path/to/hologradient/src/gdb/printers.py

set print pretty on
set print static-members off

python
import os, gdb

# `step` goes from a line of yours to the code of the engine: not through the standard library, nor
# through handles and their counts.
for rule in ["-gfi /usr/include/c++/*/*", "-gfi /usr/include/c++/*/*/*",
             "-gfi /usr/include/doctest/*", "-rfu ^holo::.*NodeRef::", "-rfu ^holo::Shape::",
             "-rfu ^holo::.*Node::(parent|numel)[(]",
             "-rfu ^holo::.*Tensor::(~?Tensor|node|data|shape|backend|numel)[(]"]:
    gdb.execute("skip " + rule, to_string=True)

def beside(name):
    """A file that stands beside this one: below HOLO_ROOT, here, or above the program."""
    folders = [os.environ.get("HOLO_ROOT", "."), "."]
    folder = os.path.dirname(gdb.current_progspace().filename or "")
    while len(folder) > 1:
        folders.append(folder)
        folder = os.path.dirname(folder)
    for folder in folders:
        path = os.path.join(folder, "src", "gdb", name)
        if os.path.exists(path):
            return path

if beside("printers.py"):
    gdb.execute("source " + beside("printers.py"))
end
