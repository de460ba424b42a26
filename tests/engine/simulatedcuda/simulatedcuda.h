// torch's CUDA device, simulated by the processor where there is no GPU, for tests of code that computes on a device.
// Loading this library registers it, which must come before the first backward pass of the process and before anything
// asks torch for CUDA; libtorch_cuda must not be loaded. Results are the CPU's, bit for bit. The rest is as on a GPU,
// or stricter, so that a mistake shows each time:
// - Device memory cannot be read through a pointer (SIGSEGV). Fresh memory is full of NaN. It ends where it should.
// - Tensors of two devices do not mix.
// - Streams are ordered by events and synchronisation alone. Work on memory that another stream uses throws where it is
//   not ordered after that use; so does the next launch after memory was freed that another stream may still use.
// - Copies to and from pinned memory that do not block happen as late as they may.
// Where it only counts (countOnly()), it gives out memory and launches as ever, but computes small tensors alone.
#pragma once

#include <ATen/core/Tensor.h>
#include <torch/csrc/distributed/c10d/Backend.hpp>
#include <torch/csrc/distributed/c10d/Store.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace simulated {

constexpr int mostDevices = 8;
int deviceCount(); // one for each size of MOTLEY_SIMULATED_GPUS

struct Counts {
    std::int64_t launches = 0; // of kernels and copies
    std::int64_t synchronisations = 0; // of the host with a device
    std::int64_t bytes = 0; // of device memory that launches read and write, each tensor once a launch
    std::int64_t tf32Products = 0; // matrix products and convolutions of float32 that a GPU would round to TF32
    std::set<std::string> operators; // that were launched, as "aten::addmm"
    std::set<std::int64_t> streams; // that something was launched on
};
Counts counts(); // since the process began

bool isInitialized(); // whether torch was asked to initialise CUDA: before that there is no allocator
void limitMemory(int device, std::int64_t bytes); // that tensors may fill; 0: the device's own memory
std::int64_t usedMemory(int device);
std::int64_t peakMemory(int device); // since restartPeak()
void restartPeak(int device);
void synchronize(int device);

// How long a device computes at each launch, while the host goes on: what events measure and the host waits for. Zero
// at first: then a launch takes as long as the processor computes, and the host waits meanwhile.
void setLaunchTime(std::chrono::microseconds time);

// Whether launches on more than half a mebibyte compute nothing: their results have their sizes, and are full of zeros.
// So a model of any size takes its steps within seconds, in the memory that it would take on a GPU, and in hardly any
// of the host. What is smaller is computed, as a step reads some of it: how many labels there are, whether its loss is
// finite.
void countOnly(bool wanted);

// Whether attention with a mask takes the kernel of CUDA that keeps no scores, where that could: 16 bits, as many keys
// as queries have heads. Else it is composed of products, as torch does where no such kernel is.
void fuseAttention(bool wanted);

struct Use {
    at::Tensor tensor;
    bool writes;
    bool reads = true;
};
// Runs `work` beside the host, in the calling thread's current stream of the device and after what is before it there.
void enqueue(int device, const std::vector<Use> &uses, const std::string &name, std::function<void()> work);
at::Tensor onCpu(const at::Tensor &tensor); // a CPU tensor over the device's memory, for `work` to compute with

// Lets work behind a collective with a lost peer fail at once, where NCCL's would wait on: for tests whose ranks are
// threads, which no agent ends.
void noticeLostPeers();

// In NCCL's place: collectives over Gloo in a stream of their own, beside the host; wait() lets the current stream
// wait, not the host. Patient with silent peers; work behind a collective with a lost one is not done before the
// timeout, or until abort(), which leaves anything in what it would have written. A group that is destroyed without
// shutdown() complains on stderr, as NCCL's does.
c10::intrusive_ptr<c10d::Backend> makeExchange(
    const c10::intrusive_ptr<c10d::Store> &store, int rank, int size, int device, std::chrono::milliseconds timeout);

} // namespace simulated
