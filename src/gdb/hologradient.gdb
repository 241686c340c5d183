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

# `step` goes from a line of yours to the operation, to the loop of its kernel, and back. It goes
# over what one who follows a gradient does not ask for: the standard library; memory, shapes, and
# how a node is made and kept; handles and what they tell; checks of arguments, and sizes.
files = """/usr/include/*/*.h /usr/include/c++/*/* /usr/include/c++/*/*/*
    src/base/*.cpp include/holo/shape.h src/backend/cpu/* src/backend/scratch.h
    src/backend/plain/elements.h src/tensor/node.cpp src/tensor/storage.* src/tensor/record.cpp
    src/tensor/device.cpp src/tensor/backward_order.* src/ops/broadcast*.cpp src/ops/axis.h"""
handles = """(NodeRef|References|Parent)::.* Node::(parent|numel)[(] NodeId::.* Value::(Value|data|grad)[(]
    Tensor::(~?Tensor|operator=|node|data|shape|ndim|size|numel|backend|device|defined|requires_grad)[(]
    Indices::(shape|numel|on)[(] SavedIndices::on[(]
    Tape::(Node::|current|of_values|keep_constant|checked|end_of_edges|begin_grads|find_order)
    (check|checked)(_[a-z]+)*[(] sizes?_of(_[a-z]+)*[(] (products_of|batch_of|result_shape|transposed)[(] (form_of|data_of|gradient_of|repeat_bias)[(] Numbers::"""
here = beside("printers.py")
root = os.path.abspath(here)[:-len("src/gdb/printers.py")] if here else ""
for file in files.split():
    of_ours = file.startswith(("src/", "include/"))
    gdb.execute("skip -gfi " + (root if of_ours else "") + file, to_string=True)
gdb.execute("skip -rfu ^(__)?mem(set|cpy|move)", to_string=True)
for handle in handles.split():
    gdb.execute("skip -rfu ^holo::(.*::)?" + handle, to_string=True)

if here:
    gdb.execute("source " + here)
end
