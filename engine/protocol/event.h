// What a run says about itself. events.jsonl holds one event a line, in the order of their sequence numbers; the live
// view, re-attaching, replay and the tests all read these lines and nothing else.
#pragma once

#include "engine/base/result.h"
#include "engine/protocol/examples/testexamples.h"
#include "engine/protocol/metric.h"
#include "engine/protocol/plan.h"
#include "engine/protocol/promptanswer.h"
#include "engine/protocol/rankstatus.h"
#include "engine/protocol/slowdown.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace motley {

struct RunStarted {
    std::string runId;
    std::string name;
    std::string task;
    std::string model;
    std::int64_t parameters = 0; // trainable
    std::int64_t trainSamples = 0;
    std::int64_t batch = 0;
    std::int64_t totalSteps = 0;
    std::int64_t firstStep = 1; // greater than 1 after a resume
    std::string engineVersion;

    bool operator==(const RunStarted &) const = default;
};

struct PlanChosen {
    Plan plan;

    bool operator==(const PlanChosen &) const = default;
};

// Another split of the global batch, because machines are faster or slower than was thought.
struct SharesChanged {
    std::int64_t step = 0; // the first one with these shares
    std::vector<std::int64_t> shares; // index = rank
    int machine = 0; // the machine that the others waited for
    double slowdown = 1; // of that machine since the previous split was made: 2 is half as fast
    double secondsBefore = 0; // of the slowest rank, as measured
    double secondsAfter = 0; // of the slowest rank, as predicted

    // The fraction of a step's time that the new shares save.
    double gain() const { return secondsBefore > 0 ? 1 - secondsAfter / secondsBefore : 0; }

    bool operator==(const SharesChanged &) const = default;
};

// Where one rank's time went, in seconds, from when all ranks had the gradients of the previous step until they have
// those of this step. In between no rank waits for another, so a rank that takes long to update may take less of the
// batch.
struct RankStep {
    int rank = 0;
    std::int64_t samples = 0;
    double units = 0; // its work, in the unit that shares are counted in: samples, or in translation tokens
    double dataSeconds = 0; // waited for data
    double forwardSeconds = 0;
    double backwardSeconds = 0; // includes the part of the exchange that overlaps with it
    double exchangeSeconds = 0; // waited for the other ranks and the network after the backward pass
    double optimizerSeconds = 0; // of the step before; in the first step there is none

    double ownSeconds() const { return dataSeconds + forwardSeconds + backwardSeconds + optimizerSeconds; }

    bool operator==(const RankStep &) const = default;
};

struct StepDone {
    std::int64_t step = 0; // counted from 1
    std::int64_t epoch = 0; // counted from 1
    double loss = 0; // mean in nats over the global batch; where none of it has a label, that of the step before
    double learningRate = 0;
    double gradientNorm = 0; // of the mean gradient, before clipping; 0 where the step changed nothing
    std::optional<double> lossScale; // of float16 training
    bool skipped = false; // its loss or gradient was not finite, or there was no label: nothing was changed
    std::int64_t samples = 0;
    double seconds = 0;
    double samplesPerSecond = 0; // all ranks together
    std::string sampleHash; // 16 hex digits over the ids of this step's samples, in order
    std::vector<RankStep> ranks;
    // Gradient noise scale, to compare the batch with, in the unit that the batch is counted in
    // (engine/statistics/gradientnoisescale.h). nullopt: not measured in this step, or there is one rank.
    std::optional<double> noiseScale = {};

    bool operator==(const StepDone &) const = default;
};

// No step has come for long, as the run waits for one machine.
struct StepOverdue {
    std::int64_t step = 0; // the newest
    double seconds = 0; // since it
    int machine = 0; // that the run waits for
    RankPhase phase = RankPhase::Training; // of its rank, as last heard
    bool isSilent = false; // it gives no sign of life

    bool operator==(const StepOverdue &) const = default;
};

struct Evaluation {
    std::int64_t step = 0;
    std::int64_t epoch = 0;
    double loss = 0; // mean in nats over the test set
    std::vector<Metric> metrics; // the main metric of the task comes first
    std::int64_t samples = 0;
    double seconds = 0;
    std::optional<std::vector<PromptAnswer>> answers = {}; // nullopt: the job has no prompts

    bool operator==(const Evaluation &) const = default;
};

struct GpuTelemetry {
    std::string uuid;
    std::optional<double> utilizationPercent;
    std::optional<std::int64_t> memoryUsedBytes;
    std::optional<double> powerWatts;
    std::optional<double> temperatureCelsius;
    std::optional<double> clockMegahertz = {}; // of the GPU's processors
    std::optional<bool> isTooHot = {}; // its clock is lowered because of heat
    std::optional<bool> isAtPowerLimit = {}; // its clock is lowered because of its power limit
    std::optional<int> processes = {}; // processes that compute or draw on it, this run's included

    bool operator==(const GpuTelemetry &) const = default;
};

// Percentages are of the time since the sample before; nullopt: not known on that machine.
struct Telemetry {
    int machine = 0;
    std::optional<double> cpuPercent; // of all processors
    std::optional<std::int64_t> memoryUsedBytes;
    std::optional<std::int64_t> memoryTotalBytes;
    std::vector<GpuTelemetry> gpus;
    std::optional<double> otherCpuPercent = {}; // of all processors, by other processes than this machine's ranks
    std::optional<double> stolenPercent = {}; // of all processors, by the host of this virtual machine
    std::optional<double> diskWaitPercent = {}; // of all processors, idle and waiting for a disk
    std::optional<double> throttledPercent = {}; // of the time: a control group held the ranks back
    std::optional<double> swapBytesPerSecond = {}; // in and out
    std::optional<double> clockMegahertz = {}; // mean of the processors
    // How often a processor lowered its clock because of heat since the sample before.
    std::optional<std::int64_t> heatEvents = {};
    std::optional<double> resentPercent = {}; // of the TCP segments sent
    std::optional<std::int64_t> linkMegabits = {}; // of the interface that the run uses

    bool operator==(const Telemetry &) const = default;
};

struct CheckpointSaved {
    std::int64_t step = 0;
    std::string folder; // relative to the run folder
    std::int64_t bytes = 0;
    double seconds = 0; // of writing
    std::optional<double> pauseSeconds = {}; // for which training stood still; nullopt: `seconds`, in older engines

    bool operator==(const CheckpointSaved &) const = default;
};

struct Note { // what people should know, and need do nothing about
    int machine = -1; // -1: the run as a whole
    std::string message;

    bool operator==(const Note &) const = default;
};

struct Warning {
    int machine = -1; // -1: the run as a whole
    std::string message;

    bool operator==(const Warning &) const = default;
};

struct RankFailed {
    enum class Kind {
        PeerLost, // another rank is gone: a consequence of that rank's own failure
        OutOfMemory,
        NonFinite, // loss, gradients or weights
        BadInput, // job, model or data, which a user can mend
        DeviceFailed,
        FilesFailed, // what the run writes cannot be written
        Killed, // by a signal
        Hung, // it gives no sign of life, or the others wait for it in vain
        Internal, // anything else
    };
    int rank = 0;
    int machine = 0;
    std::string cause; // for people: "killed by signal 9 (Killed)", "There is no file ..."
    std::vector<std::string> lastLines; // the last of its log, at most 50
    std::optional<Kind> kind = {}; // nullopt: written by an engine that did not know it

    bool operator==(const RankFailed &) const = default;
};

// Other ranks train together from here on: some were lost, have left or have come. The run goes on.
struct MembershipChanged {
    int generation = 0; // the number of theirs; the first of a run is 1
    std::int64_t step = 0; // the newest that was reported before
    std::vector<int> ranks; // those that train from now on, as in a Membership
    std::vector<std::int64_t> shares; // index = rank of the plan; 0 for one that does not train
    std::vector<RankFailed> lost; // the ranks that trained before and are gone, each with its cause
    std::optional<std::vector<int>> came = {}; // machines that were lost and take part again; nullopt: none

    bool operator==(const MembershipChanged &) const = default;
};

// The ranks of a generation are connected and hold the same state: the next step is its first.
struct GenerationFormed {
    int generation = 0;
    std::int64_t step = 0; // the last one that was applied
    double connectSeconds = 0; // since its first rank heard of it, until its ranks were connected
    double syncSeconds = 0; // from then on, until all held the same state

    bool operator==(const GenerationFormed &) const = default;
};

struct RunFinished {
    // Paused: stopped by somebody who means to go on with it.
    enum class Outcome { Completed, Stopped, Paused, Failed };
    Outcome outcome = Outcome::Completed;
    std::int64_t step = 0; // last step that was applied
    double seconds = 0; // since the run was started
    std::string message; // why, when not completed
    std::string model; // folder relative to the run folder; empty: none was written

    bool operator==(const RunFinished &) const = default;
};

using EventBody = std::variant<RunStarted, PlanChosen, SharesChanged, StepDone, StepOverdue, Evaluation, TestExamples,
    Telemetry, Slowdown, CheckpointSaved, Note, Warning, RankFailed, MembershipChanged, GenerationFormed, RunFinished>;

struct Event {
    std::int64_t sequence = 0; // 1, 2, 3, ... within a run; 0: not yet in the log
    double time = 0; // seconds since 1970, for display only
    EventBody body;

    bool operator==(const Event &) const = default;
};

constexpr std::size_t longestEventLine = 1 << 20; // bytes; a longer line is refused, unread

std::string toLine(const Event &event); // one JSON object, no newline
Result<Event> parseEvent(std::string_view line);

// An event and its line, which is neither written nor read anew for each who gets it.
struct LoggedEvent {
    LoggedEvent(Event logged);
    LoggedEvent(Event logged, std::string text);

    Event event;
    std::string line; // without newline
};

} // namespace motley
