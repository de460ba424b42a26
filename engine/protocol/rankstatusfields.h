// For .cpp files that read or write what ranks and machines say of themselves: a status inside something else, or what
// its phases are called, a failure, a step and telemetry.
#pragma once

#include "engine/json/jsonfields.h"
#include "engine/protocol/event.h"
#include "engine/protocol/rankstatus.h"

namespace motley {

template <>
struct EnumNames<RankPhase> {
    static constexpr auto table = names<RankPhase>({{RankPhase::Starting, "starting"},
        {RankPhase::Connecting, "connecting"}, {RankPhase::Loading, "loading"}, {RankPhase::Training, "training"},
        {RankPhase::Testing, "testing"}, {RankPhase::Saving, "saving"}, {RankPhase::Finished, "finished"}});
};

template <typename Fields>
void describe(Fields &fields, RankStatus &status)
{
    fields("rank", status.rank);
    fields("phase", status.phase);
    fields("collectives", status.collectives);
    fields("progress", status.progress);
    fields("unreachable", status.unreachable);
    fields("generation", status.generation);
    fields("lostPeer", status.hasLostPeer);
}

template <>
struct EnumNames<RankFailed::Kind> {
    static constexpr auto table = names<RankFailed::Kind>({{RankFailed::Kind::PeerLost, "peer-lost"},
        {RankFailed::Kind::OutOfMemory, "out-of-memory"}, {RankFailed::Kind::NonFinite, "non-finite"},
        {RankFailed::Kind::BadInput, "bad-input"}, {RankFailed::Kind::DeviceFailed, "device-failed"},
        {RankFailed::Kind::FilesFailed, "files-failed"}, {RankFailed::Kind::Killed, "killed"},
        {RankFailed::Kind::Hung, "hung"}, {RankFailed::Kind::Internal, "internal"}});
};

template <typename Fields>
void describe(Fields &fields, RankFailed &failure)
{
    fields("rank", failure.rank);
    fields("machine", failure.machine);
    fields("cause", failure.cause);
    fields("lastLines", failure.lastLines);
    fields("kind", failure.kind);
}

template <typename Fields>
void describe(Fields &fields, RankStep &rank)
{
    fields("rank", rank.rank);
    fields("samples", rank.samples);
    fields("units", rank.units);
    fields("dataSeconds", rank.dataSeconds);
    fields("forwardSeconds", rank.forwardSeconds);
    fields("backwardSeconds", rank.backwardSeconds);
    fields("exchangeSeconds", rank.exchangeSeconds);
    fields("optimizerSeconds", rank.optimizerSeconds);
}

template <typename Fields>
void describe(Fields &fields, StepDone &step)
{
    fields("step", step.step);
    fields("epoch", step.epoch);
    fields("loss", step.loss);
    fields("learningRate", step.learningRate);
    fields("gradientNorm", step.gradientNorm);
    fields("lossScale", step.lossScale);
    fields("skipped", step.skipped);
    fields("samples", step.samples);
    fields("seconds", step.seconds);
    fields("samplesPerSecond", step.samplesPerSecond);
    fields("sampleHash", step.sampleHash);
    fields("ranks", step.ranks);
    fields("noiseScale", step.noiseScale);
}

template <typename Fields>
void describe(Fields &fields, GpuTelemetry &gpu)
{
    fields("uuid", gpu.uuid);
    fields("utilizationPercent", gpu.utilizationPercent);
    fields("memoryUsedBytes", gpu.memoryUsedBytes);
    fields("powerWatts", gpu.powerWatts);
    fields("temperatureCelsius", gpu.temperatureCelsius);
    fields("clockMegahertz", gpu.clockMegahertz);
    fields("isTooHot", gpu.isTooHot);
    fields("isAtPowerLimit", gpu.isAtPowerLimit);
    fields("processes", gpu.processes);
}

template <typename Fields>
void describe(Fields &fields, Telemetry &telemetry)
{
    fields("machine", telemetry.machine);
    fields("cpuPercent", telemetry.cpuPercent);
    fields("memoryUsedBytes", telemetry.memoryUsedBytes);
    fields("memoryTotalBytes", telemetry.memoryTotalBytes);
    fields("gpus", telemetry.gpus);
    fields("otherCpuPercent", telemetry.otherCpuPercent);
    fields("stolenPercent", telemetry.stolenPercent);
    fields("diskWaitPercent", telemetry.diskWaitPercent);
    fields("throttledPercent", telemetry.throttledPercent);
    fields("swapBytesPerSecond", telemetry.swapBytesPerSecond);
    fields("clockMegahertz", telemetry.clockMegahertz);
    fields("heatEvents", telemetry.heatEvents);
    fields("resentPercent", telemetry.resentPercent);
    fields("linkMegabits", telemetry.linkMegabits);
}

} // namespace motley
