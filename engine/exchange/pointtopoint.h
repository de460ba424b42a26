// Messages between pairs of ranks, several at once, over whatever a process group is made of.
#pragma once

#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>

#include <vector>

namespace motley {

struct Message {
    int peer = 0; // rank in the process group
    at::Tensor numbers; // contiguous, of the same type and size at both ends; one without elements is not sent
};

// Sends and receives all of them at the same time, so that neither of two ranks that send to each other waits for the
// other to receive first. Tensors are all on the CPU or all on the GPU of a process group over NCCL, where the current
// stream waits, not the caller. Throws what c10d throws when a peer is gone.
void exchangeMessages(
    c10d::ProcessGroup &group, const std::vector<Message> &sent, const std::vector<Message> &received);

} // namespace motley
