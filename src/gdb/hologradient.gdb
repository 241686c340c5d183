# hologradient.gdb: for stepping through the engine. Load it with
#   gdb -x src/gdb/hologradient.gdb build/g++-debug/bin/08_tensor
# To have it always, add two lines to ~/.gdbinit, with the path of your copy:
#   source /path/to/hologradient/src/gdb/hologradient.gdb
#   source /path/to/hologradient/src/gdb/printers.py

set print pretty on
set print static-members off

python
import os, gdb

# `step` goes from a line of yours to the operation, to the loop of its kernel, and back: not through
# the standard library, nor through handles and their counts, shapes, memory, or how a node is made.
for rule in ["-gfi /usr/include/c++/*/*", "-gfi /usr/include/c++/*/*/*", "-gfi /usr/include/*/*.h",
             "-rfu ^holo::.*NodeRef::", "-rfu ^holo::.*Node::(parent|numel)[(]", "-rfu ^holo::.*(name_of|checks?(_[a-z_]*)?|checked_dim|sizes_of(_[a-z]*)?|form_of|data_of|gradient_of|repeat_bias)[(]",
             "-gfi include/holo/shape.h", "-gfi src/base/*.cpp",
             "-gfi src/tensor/node.cpp", "-gfi src/tensor/storage.*", "-gfi src/tensor/device.cpp",
             "-gfi src/tensor/record.cpp", "-gfi src/tensor/backward_order.*",
             "-gfi src/ops/broadcast*.cpp", "-gfi src/ops/axis.h",
             "-gfi src/backend/temporary.h", "-gfi src/backend/plain/elements.h", "-gfi src/backend/cpu/*",
             "-rfu ^holo::.*Tensor::(~?Tensor|operator=|node|data|shape|ndim|size|numel|backend|device|defined|requires_grad|item)[(]",
             "-rfu ^holo::Value::(Value|data|grad)[(]", "-rfu ^holo::NodeId::",
             "-rfu ^holo::Tape::(Node::|current|of_values|checked|end_of_edges|begin_grads|find_order)"]:
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
