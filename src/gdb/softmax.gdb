# softmax.gdb: one thread of a CUDA kernel, from the line that calls the operation on through two
# exchanges with the other lanes of its warp. `make gdb-kernel EX=softmax` runs it in the emulator.
# The commands stop-at, go-on, say and show-it are defined in tour.py.

set pagination off
set width 0
set print address off
set environment EMULATOR_ORDER forward
python gdb.execute("source " + beside("tour.py"))

stop-at examples/kernels/softmax.cpp const Tensor y = softmax(x, -1);
say Your line. The numbers lie in device memory, which the program cannot read here; gdb can.
show-it x

stop-at src/ops/softmax_cuda.cu launch_axis(axis, softmax_kernel
say The CUDA device launches a kernel: blocks of 8 warps, a warp a row. axis.n is the length of a row.
show-it axis

stop-at src/ops/softmax_cuda.cu largest = std::fmax(largest, x[i]) if emulator::now->thread.x == 5 && emulator::now->thread.y == 0
say The kernel, in thread 5 of the warp of row 0: lane 5, which takes the elements 5, 37, 69, ...
show-it emulator::now->thread
show-it x[first]

go-on
say Pass 1 is done for its own element. Lane 6 has not run yet; row_max waits for all.
show-it largest

go-on
say The debugger is still in lane 5: while it waited, the other lanes ran. All have the largest now.
show-it emulator::now->thread.x
show-it largest

stop-at src/ops/softmax_cuda.cu total = row_sum(total, axis) if emulator::now->thread.x == 5 && emulator::now->thread.y == 0
say Pass 2: e^(5 - 6) is in y, and is all that this lane has of the sum.
show-it y[first]
show-it total

go-on
say The sum over the row, the same bits in each lane: they add in one order.
show-it emulator::now->thread.x
show-it total

go-on
say A division for each row; each number is multiplied.
show-it share

stop-at src/ops/softmax_cuda.cu y[i] *= share if emulator::now->thread.x == 5 && emulator::now->thread.y == 0
say Pass 3: e^(5 - 6) / total.
show-it y[first]

go-on
say Lanes 0 to 5 have written their shares; lane 6 has not.
show-it $numbers(y, 7)
