# hologradient.gdb: for stepping through the engine. Load it with
#   gdb -x src/gdb/hologradient.gdb build/g++-debug/bin/08_tensor
# or add the line  source /path/to/hologradient/src/gdb/hologradient.gdb  to ~/.gdbinit.

# `step` goes from a line of yours to the code of the engine, not through the standard library.
skip -gfi /usr/include/c++/*/*
skip -gfi /usr/include/c++/*/*/*
skip -gfi /usr/include/doctest/*
# Handles and their counts are not what a reader wants to see.
skip -rfu ^holo::.*NodeRef::
skip -rfu ^holo::.*Tensor::(Tensor|node|data|shape|backend|numel)\(
skip -rfu ^holo::.*Shape::
set print pretty on
set print static-members off

python
import os, gdb
# The printers stand beside this file.
for folder in [os.environ.get("HOLO_ROOT", "."), "."]:
    path = os.path.join(folder, "src", "gdb", "printers.py")
    if os.path.exists(path):
        gdb.execute("source " + path)
        break
end
