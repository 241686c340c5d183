// graph.cu: a CUDA graph. While the stream is captured its kernels and copies are not done: they
// become the nodes of a graph, with their arguments. A launch of the graph asks for all of them by
// one call, which takes less time than a call for each.
//
// What a kernel needs besides its arguments must stay where it was. So scratch memory is that of
// the graph. The calls have been done before: blocks are there for all of it, kernels are loaded,
// and cuBLAS has its handle. Of the driver nothing is asked, which a capture would not allow.
#include <cstddef>
#include <functional>
#include <memory>

#include "backend/call_graph.h"
#include "backend/cuda/cuda.h"
#include "backend/cuda/launch.cuh"
#include "backend/cuda/pool.cuh"
#include "backend/kept_blocks.h"
#include "holo/matmul_precision.h"

namespace holo {
namespace {

// The GPU, with scratch memory that no one else gets.
class CudaOfGraph final : public Cuda {
 public:
  explicit CudaOfGraph(Backend& cuda) : cuda_(cuda), scratch_(cuda) {}
  Backend& real_backend() override { return cuda_; }
  void* allocate(std::size_t bytes) override { return scratch_.allocate(bytes); }
  void release(void* block, std::size_t bytes) noexcept override { scratch_.release(block, bytes); }
  std::size_t scratch_bytes() const { return scratch_.bytes(); }

 private:
  Backend& cuda_;
  KeptBlocks scratch_;
};

class CudaGraph final : public CallGraph {
 public:
  explicit CudaGraph(Backend& cuda) : cuda_(cuda) {}
  ~CudaGraph() override {
    if (exec_ != nullptr) cudaGraphExecDestroy(exec_);
  }
  Backend& device() override { return cuda_; }

  void record(const std::function<void()>& issue) override {
    const cuda_pool::Closed closed;
    check_cuda(cudaStreamBeginCapture(cuda_stream(), cudaStreamCaptureModeThreadLocal));
    cudaGraph_t graph = nullptr;
    try {
      issue();
    } catch (...) {
      cudaStreamEndCapture(cuda_stream(), &graph);
      if (graph != nullptr) cudaGraphDestroy(graph);
      cudaGetLastError();  // so that the next call does not fail for this one
      throw;
    }
    check_cuda(cudaStreamEndCapture(cuda_stream(), &graph));
    cudaGraphExec_t exec = nullptr;
    const cudaError_t made = cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphDestroy(graph);
    check_cuda(made);
    if (exec_ != nullptr) cudaGraphExecDestroy(exec_);
    exec_ = exec;
    precision_ = matmul_precision();
  }
  bool is_current() const override { return exec_ != nullptr && precision_ == matmul_precision(); }
  void launch() override { check_cuda(cudaGraphLaunch(exec_, cuda_stream())); }
  std::size_t bytes() const override { return cuda_.scratch_bytes(); }

 private:
  CudaOfGraph cuda_;
  cudaGraphExec_t exec_ = nullptr;
  MatmulPrecision precision_{};  // of the calls that exec_ has
};

}  // namespace

std::unique_ptr<CallGraph> Cuda::call_graph() { return std::make_unique<CudaGraph>(*this); }

}  // namespace holo
