// A part of a run is slower than expected, by more than chance explains, or is so no longer.
#pragma once

#include <cstdint>
#include <optional>

namespace motley {

struct Slowdown {
    enum class Stage {
        Begun,
        Explained, // was reported before; now its cause is seen
        Over,
    };
    enum class Part { Compute, Data, Exchange, Update };
    // What the telemetry of the machine shows, and the unit of `reading`.
    enum class Cause {
        Unknown,
        OtherProcesses, // use the machine's processors; percent of all processors
        Quota, // a control group holds the ranks back; percent of the time
        VirtualMachine, // the host of this virtual machine gives the processors to others; percent of the time
        Heat, // the GPU or the processors lower their clock; degrees Celsius of the GPU
        PowerLimit, // the GPU has reached its power limit; watts
        SharedGpu, // other processes compute on the GPU; how many
        LowClock, // of the GPU or the processors; megahertz
        Swapping, // the memory is too small; bytes a second
        Disk, // the processors wait for a disk; percent of the time
        Link, // the network loses packets, percent of those sent; without a reading: it has become slower
    };

    Stage stage = Stage::Begun;
    std::int64_t step = 0; // the newest step when the slowdown was seen
    std::int64_t sinceStep = 0; // the first slow one; 0: from the beginning, against what was measured before the run
    int machine = -1; // -1: the network, and no machine more than others
    int rank = -1; // -1: all ranks of the machine
    Part part = Part::Compute;
    Cause cause = Cause::Unknown;
    std::optional<double> reading; // measurement that shows the cause, in the unit that Cause states
    double seconds = 0; // of this part of a step, with the share that the rank has now
    double expectedSeconds = 0;
    double stepSeconds = 0; // of all parts
    bool sharesFollow = false; // the run rebalances the shares by itself

    double factor() const { return expectedSeconds > 0 ? seconds / expectedSeconds : 0; } // 0: nothing was expected

    bool operator==(const Slowdown &) const = default;
};

} // namespace motley
