// hidden_pointer.cu: a kernel whose argument has a pointer that no emulator can see: it must not
// compile.
#include "harness.h"

namespace {

class Hidden {
 public:
  explicit Hidden(float* data) : data_(data) {}
  float* data() const { return data_; }

 private:
  float* data_;
};

__global__ void copy_to(Hidden y, const float* x) { y.data()[threadIdx.x] = x[threadIdx.x]; }

}  // namespace

int main() {
  std::vector<float> host(64);
  launch(copy_to, 1, 64, Hidden(host.data()), ones(64));
}
