// Keeps a machine that is broken or hostile from filling a terminal or the window's log with messages.
#pragma once

#include "engine/protocol/event.h"

#include <array>

namespace motley {

// Steps and telemetry, which are no messages, are always shown, and so are the end of the run and what is in no log.
class MessageLimit {
public:
    struct Answer {
        bool isShown = true;
        std::int64_t leftOut = 0; // messages before this event that were not shown and of which nobody was told yet
    };

    Answer add(const Event &event); // each event of a run, in their order

    // Of each kind of event. The second holds where a machine lies about the time.
    static constexpr std::int64_t mostInAMinute = 100;
    static constexpr std::int64_t mostOfAll = 10000;

private:
    using Counts = std::array<std::int64_t, std::variant_size_v<EventBody>>; // by kind

    double m_minute = 0; // when it began
    Counts m_inMinute{};
    Counts m_shown{};
    std::int64_t m_leftOut = 0;
};

} // namespace motley
