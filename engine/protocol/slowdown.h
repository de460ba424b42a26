// Something is slower than was expected of it, by more than chance explains; or not any more.
#pragma once

#include <cstdint>
#include <optional>

namespace motley {

struct Slowdown {
    enum class Stage {
        Begun,
        Explained, // the same once more, now that its cause is seen
        Over,
    };
    enum class Part { Compute, Data, Exchange, Update };
    // What the telemetry of the machine shows.
    enum class Cause {
        Unknown,
        OtherProcesses, // use its processors; reading: percent of all of them
        Quota, // a control group holds the ranks back; percent of the time
        VirtualMachine, // its host gives the processors to others; percent of the time
        Heat, // its GPU or its processors protect themselves; degrees Celsius of the GPU
        PowerLimit, // its GPU has reached it; watts
        SharedGpu, // other processes compute there too; how many
        LowClock, // of its GPU or its processors; megahertz
        Swapping, // its memory is too small; bytes a second
        Disk, // its processors wait for it; percent of the time
        Link, // its network loses packets, percent of what it sends; or, without a reading, has become slower
    };

    Stage stage = Stage::Begun;
    std::int64_t step = 0; // the newest one when this was seen
    std::int64_t sinceStep = 0; // the first slow one; 0: from the beginning, against what was measured before the run
    int machine = -1; // -1: the network, and no machine more than others
    int rank = -1; // -1: all ranks of the machine
    Part part = Part::Compute;
    Cause cause = Cause::Unknown;
    std::optional<double> reading; // that shows the cause, in the unit given there
    double seconds = 0; // of this part of a step, with the share that the rank has now
    double expectedSeconds = 0;
    double stepSeconds = 0; // of all parts
    bool sharesFollow = false; // the run gives other shares by itself

    double factor() const { return expectedSeconds > 0 ? seconds / expectedSeconds : 0; } // 0: nothing was expected

    bool operator==(const Slowdown &) const = default;
};

} // namespace motley
