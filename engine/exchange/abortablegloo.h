// Gloo whose calls another thread can end, for which torch has no way: they wait for a silent peer up to their limit,
// and stay asleep where Gloo itself closes its connections. They wake where the sockets are shut down, except for what
// Gloo then forgets (abortableworks.h).
#pragma once

#include "engine/exchange/abortableworks.h"

#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>

#include <sys/types.h>

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace motley {

class AbortableGloo : public c10d::Backend {
public:
    struct Limits {
        std::chrono::milliseconds connecting; // from when all ranks are there; nothing can end it sooner
        std::chrono::milliseconds call;
    };
    using Interface = std::shared_ptr<::gloo::transport::Device>;
    using Tensors = std::vector<at::Tensor>;
    using Work = c10::intrusive_ptr<c10d::Work>;
    // Connects the ranks. While it does, nothing else of the process may open connections.
    AbortableGloo(
        const c10::intrusive_ptr<c10d::Store> &store, int rank, int size, Interface interface, const Limits &limits);
    // At most half a second after an abort. What Gloo has forgotten by then waits on, with all that it needs.
    ~AbortableGloo() override;

    // All calls, running or later, throw from now on, or half a second later where Gloo has forgotten them. Called from
    // any thread.
    void abort() override;

    const std::string getBackendName() const override { return c10d::GLOO_BACKEND_NAME; }
    Work allreduce(Tensors &tensors, const c10d::AllreduceOptions &options) override;
    Work reduce(Tensors &tensors, const c10d::ReduceOptions &options) override;
    Work broadcast(Tensors &tensors, const c10d::BroadcastOptions &options) override;
    // The wait returns false where they were aborted.
    Work send(Tensors &tensors, int rank, int tag) override;
    Work recv(Tensors &tensors, int rank, int tag) override;

private:
    using Connections = std::map<int, ino_t>; // key: descriptor
    static Connections openConnections();

    Work noted(Work message);

    c10::intrusive_ptr<c10d::ProcessGroupGloo> m_gloo;
    Connections m_connections;
    std::shared_ptr<AbortableWorks> m_works = std::make_shared<AbortableWorks>();
    std::mutex m_mutex;
    bool m_isAborted = false;
    std::vector<c10::weak_intrusive_ptr<c10d::Work>> m_messages; // that may be under way
    std::thread m_failing; // what Gloo has forgotten, after an abort
};

} // namespace motley
