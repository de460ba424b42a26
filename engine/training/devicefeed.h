// Parts of a batch on their way to a device: while it works on one, the next is copied, out of memory that is pinned
// for it, in a queue of its own. On the CPU they stay where they are.
#pragma once

#include "engine/data/dataset.h"

#include <c10/core/Event.h>
#include <c10/core/Stream.h>

#include <optional>

namespace motley {

class DeviceFeed {
public:
    explicit DeviceFeed(at::Device device); // which is the calling thread's

    void begin(const Batch &part); // in place of one that was begun and not taken; nothing if it is that one
    Batch take(); // the part that was begun; what this thread queues from now on waits until it is there
    void drop() { m_next.reset(); } // what was begun

private:
    struct Upload {
        Batch here;
        Batch there;
        std::optional<c10::Event> arrived; // nothing on the CPU
    };

    bool isUploading(const Batch &part) const;

    at::Device m_device;
    std::optional<c10::Stream> m_queue; // for copies
    std::optional<Upload> m_next;
};

} // namespace motley
