#include "engine/protocol/answers.h"

#include "engine/json/jsonfields.h"

namespace motley {

constexpr std::size_t longestAnswer = 16384; // bytes

template <>
struct EnumNames<RunStatus::State> {
    static constexpr auto table = names<RunStatus::State>({{RunStatus::State::Running, "running"},
        {RunStatus::State::Finished, "finished"}, {RunStatus::State::Dead, "dead"}});
};

template <typename Fields>
void describe(Fields &fields, MemoryReport &report)
{
    fields("parameterBytes", report.parameterBytes);
    fields("stateBytes", report.stateBytes);
    fields("heldBytes", report.heldBytes);
    fields("updatePeakBytes", report.updatePeakBytes);
    fields("passSamples", report.passSamples);
    fields("passPeakBytes", report.passPeakBytes);
    fields("smallPassSamples", report.smallPassSamples);
    fields("smallPassPeakBytes", report.smallPassPeakBytes);
    fields("backwardPeakBytes", report.backwardPeakBytes);
    fields("smallBackwardPeakBytes", report.smallBackwardPeakBytes);
    fields("barePassPeakBytes", report.barePassPeakBytes);
    fields("smallBarePassPeakBytes", report.smallBarePassPeakBytes);
    fields("secondPassBytes", report.secondPassBytes);
    fields("frozenBytes", report.frozenBytes);
    fields("passLogitBytes", report.passLogitBytes);
    fields("mostLogitBytes", report.mostLogitBytes);
    fields("baseBytes", report.baseBytes);
    fields("plainBaseBytes", report.plainBaseBytes);
    fields("int8BaseBytes", report.int8BaseBytes);
    fields("nf4BaseBytes", report.nf4BaseBytes);
}

template <typename Fields>
void describe(Fields &fields, RecomputedReport &report)
{
    fields("timesAsLong", report.timesAsLong);
    fields("fixedSeconds", report.fixedSeconds);
    fields("memory", report.memory);
}

template <typename Fields>
void describe(Fields &fields, SpeedReport &report)
{
    fields("samplesPerSecond", report.samplesPerSecond);
    fields("fixedSeconds", report.fixedSeconds);
    fields("secondsPerUnit", report.secondsPerUnit);
    fields("memory", report.memory);
    fields("totalSteps", report.totalSteps);
    fields("recomputes", report.recomputes);
    fields("recomputed", report.recomputed);
    fields("epochUnits", report.epochUnits);
    fields("threads", report.threads);
}

template <typename Fields>
void describe(Fields &fields, AllReduceReport &report)
{
    fields("ranks", report.ranks);
    fields("fixedSeconds", report.fixedSeconds);
    fields("secondsPerByte", report.secondsPerByte);
}

template <typename Fields>
void describe(Fields &fields, RunStatus &status)
{
    fields("state", status.state);
    fields("lastSequence", status.lastSequence);
    fields("step", status.step);
    fields("why", status.why);
}

std::string toJson(const SpeedReport &report)
{
    return dumpLine(jsonOf(report));
}

Result<SpeedReport> parseSpeedReport(std::string_view json)
{
    return parseJson(json, longestAnswer, "answer to benchmark").and_then([](const Json &value) {
        return fromJson<SpeedReport>(value);
    });
}

std::string toJson(const AllReduceReport &report)
{
    return dumpLine(jsonOf(report));
}

Result<AllReduceReport> parseAllReduceReport(std::string_view json)
{
    return parseJson(json, longestAnswer, "answer to sums").and_then([](const Json &value) {
        return fromJson<AllReduceReport>(value);
    });
}

std::string toJson(const RunStatus &status)
{
    return dumpLine(jsonOf(status));
}

Result<RunStatus> parseRunStatus(std::string_view json)
{
    return parseJson(json, longestAnswer, "answer to status").and_then([](const Json &value) {
        return fromJson<RunStatus>(value);
    });
}

} // namespace motley
