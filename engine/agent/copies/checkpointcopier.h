// Copies the checkpoints of a run from the machine that writes them to this one, beside the training: what counts is
// the newest, one is copied at a time, and its bytes come slowly.
#pragma once

#include "engine/base/monotoniccondition.h"
#include "engine/base/result.h"
#include "engine/formats/checkpointmanifest.h"
#include "engine/protocol/copies/checkpointline.h"
#include "engine/protocol/event.h"
#include "engine/protocol/runfolder.h"
#include "engine/rendezvous/tlsconnection.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace motley {

struct CheckpointSource {
    std::string address; // of a CheckpointServer
    int port = 0;
    std::int64_t step = 0;
};

class CheckpointCopier {
public:
    struct Options {
        int machine = 0; // this one
        int keep = 2; // copies that stay
        std::int64_t bytesPerSecond = 8 << 20; // the training's own traffic goes first
    };
    CheckpointCopier(RunFolder folder, const TlsConnection::Key &key, const Options &options);
    ~CheckpointCopier(); // gives up a copy that is on its way
    CheckpointCopier(const CheckpointCopier &) = delete;
    CheckpointCopier &operator=(const CheckpointCopier &) = delete;

    void copy(CheckpointSource source); // after the one that is being copied, in place of any other; returns at once
    void stop(); // for good, at once: from now on it neither publishes nor removes a checkpoint
    std::vector<EventBody> drainNews(); // what people should know since the last call

private:
    enum class Copied { Yes, LostContact };

    void run();
    Result<Copied> copyNow(const CheckpointSource &source);
    Result<Copied> fetch(TlsConnection &link, std::int64_t step);
    Result<Copied> fetchFile(TlsConnection &link, std::int64_t step, const ManifestEntry &entry, const std::string &to);
    std::optional<CheckpointPiece> ask(TlsConnection &link, const CheckpointRequest &request);
    void pace(std::int64_t bytes);
    bool isClosing();
    void say(EventBody news);
    bool isNew(const std::string &problem);

    const RunFolder m_folder;
    const TlsConnection::Key m_key;
    const Options m_options;
    bool m_hasCopied = false;
    std::string m_lastProblem;
    std::chrono::steady_clock::time_point m_mayGoOn{}; // when the bandwidth allows the next piece

    std::mutex m_mutex; // for all below
    MonotonicCondition m_changed;
    bool m_isClosing = false;
    std::optional<CheckpointSource> m_wanted;
    std::vector<EventBody> m_news;
    std::thread m_thread; // declared last: it uses the rest
};

} // namespace motley
