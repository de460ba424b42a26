// CPU tensors over the memory of device tensors, with which the CPU's kernels compute a device's results.
#pragma once

#include "memory.h"

#include <c10/core/Storage.h>

namespace simulated {

class Shadows {
public:
    at::Tensor of(const at::Tensor &tensor); // the tensor itself if it is none of a device

    // After a kernel ran on shadows: gives the device's tensors the sizes of their shadows, and device memory for what
    // the kernel allocated on the CPU to make a result larger.
    void takeBack();

    // A kernel's result as a tensor of the device: the tensor that it is a shadow or a view of, else a new one.
    // Nothing is written to that where the result has no numbers.
    at::Tensor onDevice(const at::Tensor &result, c10::Device device) const;

private:
    std::map<c10::StorageImpl *, c10::Storage> m_storages;
    std::vector<std::pair<at::Tensor, at::Tensor>> m_pairs; // each real tensor and its shadow
};

} // namespace simulated
