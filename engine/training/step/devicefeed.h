// Uploads micro-batches to a device: while it computes one, the next is copied from pinned memory, on a stream of its
// own. On the CPU batches stay where they are.
#pragma once

#include "engine/data/dataset.h"

#include <c10/core/Event.h>
#include <c10/core/Stream.h>

#include <optional>

namespace motley {

class DeviceFeed {
public:
    explicit DeviceFeed(at::Device device); // the calling thread's current device

    // Begins the upload of `part`, in place of one that was not taken; does nothing if `part` is being uploaded
    // already.
    void begin(const Batch &part);
    Batch next(); // the part whose upload was begun; what this thread queues from now on waits for the upload
    void drop() { m_next.reset(); } // forgets an upload that was not taken

private:
    struct Upload {
        Batch here;
        Batch there;
        std::optional<c10::Event> arrived; // nullopt on the CPU
    };

    bool isUploading(const Batch &part) const;

    at::Device m_device;
    std::optional<c10::Stream> m_queue; // stream for copies; nullopt on the CPU
    std::optional<Upload> m_next;
};

} // namespace motley
