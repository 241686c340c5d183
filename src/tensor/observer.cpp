// observer.cpp: keeps a list of each thread's observers, and calls them.
#include "holo/observer.h"

#include <exception>
#include <utility>

#include "tensor/record.h"

namespace holo {
namespace {

// During the call an observer may throw, create new observers, or destroy others.
template <class F>
void tell_all(F tell) {
  std::exception_ptr thrown;
  for (Observer* observer = newest_observer; observer != nullptr;) {
    Observer* const next = observer->next;
    try {
      tell(*observer);
    } catch (...) {
      if (thrown == nullptr) thrown = std::current_exception();
    }
    observer = next;
  }
  if (thrown != nullptr) std::rethrow_exception(thrown);
}

}  // namespace

constinit thread_local Observer* newest_observer = nullptr;

Observer::Observer() : next(std::exchange(newest_observer, this)) {}

Observer::~Observer() {
  Observer** place = &newest_observer;
  while (*place != nullptr && *place != this) place = &(*place)->next;
  if (*place != nullptr) *place = next;
}

void tell_op(Node& node, const OpOptions& options) {
  tell_all([&](Observer& observer) { observer.on_op(node, options); });
  if (!node.requires_grad) node.drop_links();
}

void tell_backward(const Node& node) {
  tell_all([&](Observer& observer) { observer.on_backward(node); });
}

}  // namespace holo
