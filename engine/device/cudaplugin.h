// What the engine asks of CUDA and NCCL. The engine itself links neither: libmotley-cuda.so does, and hands over this
// table through its one exported symbol, `extern "C" const motley::CudaPlugin *motleyCudaPlugin()`.
#pragma once

#include "engine/base/result.h"

#include <torch/csrc/distributed/c10d/Backend.hpp>
#include <torch/csrc/distributed/c10d/Store.hpp>

#include <chrono>
#include <string>

namespace motley {

struct CudaPlugin {
    static constexpr int currentVersion = 3;

    int version = 0; // another one than the engine's is refused: both come from the same build
    int (*deviceCount)() = nullptr;
    int (*deviceOfUuid)(const char *uuid) = nullptr; // as torch counts; -1: none; throws without a driver
    int (*computeCapability)(int index) = nullptr; // 75 for 7.5
    void (*setDevice)(int index) = nullptr; // for the calling thread
    // torch must have initialised CUDA before any of the following (Context::lazyInitDevice).
    void (*synchronize)(int index) = nullptr; // waits for all work queued on the device; throws what CUDA reports
    void (*limitMemory)(int index, std::int64_t bytes) = nullptr; // that tensors may fill; 0: all there is
    std::int64_t (*usedMemory)(int index) = nullptr; // bytes of tensors
    std::int64_t (*peakMemory)(int index) = nullptr; // the most since restartPeak
    void (*restartPeak)(int index) = nullptr;
    void (*releaseUnusedMemory)() = nullptr; // gives the allocator's cached memory back
    c10::intrusive_ptr<c10d::Backend> (*makeNccl)(
        const c10::intrusive_ptr<c10d::Store> &store, int rank, int size, int device, std::chrono::milliseconds timeout)
        = nullptr; // throws c10::Error
};

// Loads libmotley-cuda.so, once per process, from beside the engine's own libraries. The Error says which library is
// missing or does not fit, in the loader's words.
Result<const CudaPlugin *> loadCudaPlugin();

} // namespace motley
