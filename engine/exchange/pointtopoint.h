// Messages between pairs of ranks, several at once: over connections of this program's own where all ranks are linked
// by them and the numbers are in host memory, otherwise over whatever the process group is made of.
#pragma once

#include "engine/exchange/peersockets.h"

#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>

#include <cstdint>
#include <vector>

namespace motley {

struct Message {
    int peer = 0; // rank in the process group
    at::Tensor numbers; // contiguous, of the same type and size at both ends; one without elements is not sent
};

class PointToPoint {
public:
    // `processGroup`: null where there is one rank. `sockets`: with links to all other ranks, which other threads do
    // not use at the same time; null on all ranks or on none. They must live longer.
    PointToPoint(c10::intrusive_ptr<c10d::ProcessGroup> processGroup, PeerSockets *sockets = nullptr)
        : m_processGroup(std::move(processGroup)), m_sockets(sockets)
    {
    }

    int rank() const { return m_processGroup ? m_processGroup->getRank() : 0; }
    int size() const { return m_processGroup ? m_processGroup->getSize() : 1; }
    // Where numbers that lie on `device` have to be for an exchange: Gloo sends from host memory.
    at::Device deviceFor(at::Device device) const;

    // Sends and receives all of them at the same time, at most one each way for each peer, so that neither of two ranks
    // that send to each other waits for the other to receive first. Tensors are all in host memory or all on the GPU of
    // a process group over NCCL, where the current stream waits, not the caller. Throws what c10d throws when a peer is
    // gone.
    void exchange(const std::vector<Message> &sent, const std::vector<Message> &received);

    std::int64_t bytesSent() const { return m_bytesSent; } // so far

private:
    void exchangeOverSockets(const std::vector<Message> &sent, const std::vector<Message> &received);
    void exchangeOverProcessGroup(const std::vector<Message> &sent, const std::vector<Message> &received, bool onGpu);

    c10::intrusive_ptr<c10d::ProcessGroup> m_processGroup;
    PeerSockets *m_sockets;
    std::int64_t m_bytesSent = 0;
};

} // namespace motley
