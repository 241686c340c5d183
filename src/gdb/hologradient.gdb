# hologradient.gdb: makes gdb step through the engine and print its types. Load it with
#   gdb -x src/gdb/hologradient.gdb build/g++-debug/bin/08_tensor
# To have it always, add two lines to ~/.gdbinit, with the path of your copy:
#   source /path/to/hologradient/src/gdb/hologradient.gdb
#   source /path/to/hologradient/src/gdb/printers.py

set print pretty on
set print static-members off

python
import os, gdb

def beside(name):
    """A file next to this one: below HOLO_ROOT, here, or above the program."""
    folders = [os.environ.get("HOLO_ROOT", "."), "."]
    folder = os.path.dirname(gdb.current_progspace().filename or "")
    while len(folder) > 1:
        folders.append(folder)
        folder = os.path.dirname(folder)
    for folder in folders:
        path = os.path.join(folder, "src", "gdb", name)
        if os.path.exists(path):
            return path

here = beside("printers.py")
if here:
    gdb.execute("source " + here)
end
