// Gloo whose calls another thread can end, for which torch has no way: they wait for a silent peer up to their limit,
// and stay asleep where Gloo itself closes its connections. They wake where the sockets are shut down.
#pragma once

#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>

#include <sys/types.h>

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace motley {

class AbortableGloo : public c10d::ProcessGroupGloo {
public:
    struct Limits {
        std::chrono::milliseconds connecting; // from when all ranks are there; nothing can end it sooner
        std::chrono::milliseconds call;
    };
    using Interface = std::shared_ptr<::gloo::transport::Device>;
    // Connects the ranks. While it does, nothing else of the process may open connections.
    AbortableGloo(
        const c10::intrusive_ptr<c10d::Store> &store, int rank, int size, Interface interface, const Limits &limits);

    // All calls, running or later, throw from now on. Called from any thread.
    void abort() override;

    // False where they were aborted.
    c10::intrusive_ptr<c10d::Work> send(std::vector<at::Tensor> &tensors, int rank, int tag) override;
    c10::intrusive_ptr<c10d::Work> recv(std::vector<at::Tensor> &tensors, int rank, int tag) override;

private:
    using Connections = std::map<int, ino_t>; // key: descriptor
    static Connections openConnections();
    AbortableGloo(const Connections &before, const c10::intrusive_ptr<c10d::Store> &store, int rank, int size,
        c10::intrusive_ptr<Options> options);

    c10::intrusive_ptr<c10d::Work> noted(c10::intrusive_ptr<c10d::Work> message);

    Connections m_connections;
    std::mutex m_mutex;
    bool m_isAborted = false;
    std::vector<c10::weak_intrusive_ptr<c10d::Work>> m_messages; // that may be under way
};

} // namespace motley
