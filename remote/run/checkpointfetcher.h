// Copies each checkpoint of a run to this computer while the run is followed, so that the loss of the machine that
// writes them costs no more than the steps since the last one.
#pragma once

#include "remote/engine/collectcheckpoint.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>

namespace motley {

class CheckpointFetcher {
public:
    // The training's own traffic goes first: a checkpoint of 1 GB then takes two minutes.
    static constexpr std::int64_t bytesPerSecond = 8 << 20;
    static constexpr int kept = 2; // here; the one before the newest, in case that is damaged

    using Connect = std::function<Result<std::unique_ptr<Session>>(std::stop_token)>;
    using Report = std::function<void(const Error &)>; // called by the fetcher's thread; each sentence once

    CheckpointFetcher(Connect connect, RemoteRun run, std::string localFolder, Report report);
    ~CheckpointFetcher(); // stops a copy that is on its way; the next one goes on with it

    // There may be a new checkpoint; returns at once. `shared`: over it from now on, else over a login of its own.
    void look(std::unique_ptr<Session> shared = nullptr);

private:
    void run(const std::stop_token &stop);
    bool fetch(const std::stop_token &stop); // false: to be tried again
    void say(const Error &error);

    const Connect m_connect;
    const RemoteRun m_remoteRun;
    const std::string m_localFolder;
    const Report m_report;
    std::string m_said; // the last sentence
    std::unique_ptr<Session> m_session; // of this thread

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::unique_ptr<Session> m_shared; // that the thread has not taken yet
    bool m_isWanted = false;
    std::jthread m_thread;
};

} // namespace motley
