# tour_value.gdb: one gradient followed through the scalar engine: from a line of
# examples/01_value.cpp to the edges on the tape, and back in the loop of backward. It is the first
# part of `make tour`, tour.gdb is the second; by hand, with [Enter] between the stops:
#   gdb -x src/gdb/hologradient.gdb -x src/gdb/tour_value.gdb build/g++-debug/bin/01_value
# The commands stop-at, say and show-it are defined in tour.py.

set pagination off
set width 0
set print address off
set args > /dev/null
python gdb.execute("source " + beside("tour.py"))
echo ==== Part 1: a Value, one number\n\n

stop-at examples/01_value.cpp Value y = x * w + b;
say Your line. x, w and b are leaves: numbers that you wrote. # is their place on the tape.
show-it x
show-it w
show-it b

stop-at include/holo/value.h return Tape::record(Op::mul, a.data() * b.data(), {a, b.data()}, {b, a.data()});
say The operation: the product, then each argument with the derivative for it: d(ab)/da = b.
show-it a
show-it b

stop-at include/holo/tape.h return current_->finish(current_->push(op, data, 2));
say The tape. The two edges are written: which parents, and the local derivatives. The node follows:
say its number, its op, and where its edges begin. That is the whole forward pass.
show-it a.local
show-it b.local
show-it data

stop-at examples/01_value.cpp Value loss = y * y;
say Your next line. y is the sum; the product in front of it, #3, is its parent and has no name.
show-it y

stop-at examples/01_value.cpp loss.backward();
say Everything is on the tape, and no gradient is there yet.
show-it loss

stop-at src/scalar/backward.cpp grad_[parent_[e]] += local_[e] * grad_[node];
say The loop of backward. Newest node first: the loss, whose gradient is 1, and its first edge, to y.
show-it node
show-it parent_[e]
show-it local_[e]
show-it grad_[node]
show-it grad_[parent_[e]]

stop-at src/scalar/backward.cpp grad_[parent_[e]] += local_[e] * grad_[node];
say Its second edge leads to y again. What the first one sent is there, and += adds to it: 5 + 5.
show-it parent_[e]
show-it grad_[parent_[e]]

stop-at src/scalar/backward.cpp grad_[parent_[e]] += local_[e] * grad_[node]; if node == 3
say Two nodes further: x * w sends to x. All of its own gradient has arrived: 2 * 10 = 20 goes on.
show-it parent_[e]
show-it local_[e]
show-it grad_[node]

stop-at examples/01_value.cpp fmt::print("2. by tape
say The loop is over: dx = dy w, dw = dy x, db = dy.
show-it x
show-it w
show-it b
