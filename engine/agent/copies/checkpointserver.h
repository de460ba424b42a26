// Gives the checkpoints of this machine to the other machines of the run, at a port of its own, so that no heartbeat
// waits behind them.
#pragma once

#include "engine/base/descriptor.h"
#include "engine/protocol/copies/checkpointline.h"
#include "engine/protocol/runfolder.h"
#include "engine/rendezvous/tlslistener.h"

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace motley {

class CheckpointServer {
public:
    // Listens at an address of this machine, to those that know the key.
    static Result<std::unique_ptr<CheckpointServer>> at(
        const std::string &address, const TlsConnection::Key &key, RunFolder folder);
    ~CheckpointServer();
    CheckpointServer(const CheckpointServer &) = delete;
    CheckpointServer &operator=(const CheckpointServer &) = delete;

    int port() const { return m_port; }

private:
    // One that copies. Its checkpoint stays open, so that it is whole for it where it is removed meanwhile.
    struct Caller {
        TlsConnection link;
        std::int64_t step = -1;
        std::map<std::string, Descriptor> files{};
    };

    CheckpointServer(TlsListener listener, RunFolder folder);
    void run();
    void openFiles(Caller &caller, std::int64_t step) const;
    CheckpointPiece answer(Caller &caller, const CheckpointRequest &request) const;

    TlsListener m_listener;
    const RunFolder m_folder;
    const int m_port;
    const Descriptor m_wakes;
    std::atomic<bool> m_isClosing{false};
    std::vector<Caller> m_callers;
    std::thread m_thread; // declared last: it uses the rest
};

} // namespace motley
