// For the .cpp files of this folder only: a plan travels alone, inside a launch spec and inside an event.
#pragma once

#include "engine/json/jsonfields.h"
#include "engine/protocol/plan.h"

namespace motley {

template <>
struct EnumNames<Device::Kind> {
    static constexpr auto table = names<Device::Kind>({{Device::Kind::Cpu, "cpu"}, {Device::Kind::Cuda, "cuda"}});
};

template <>
struct EnumNames<Backend> {
    static constexpr auto table = names<Backend>({{Backend::Gloo, "gloo"}, {Backend::Nccl, "nccl"}});
};

template <>
struct EnumNames<ShareRule> {
    static constexpr auto table
        = names<ShareRule>({{ShareRule::Even, "even"}, {ShareRule::Measured, "measured"}, {ShareRule::Given, "given"}});
};

template <typename Fields>
void describe(Fields &fields, Device &device)
{
    fields("kind", device.kind);
    fields("uuid", device.uuid);
}

template <typename Fields>
void describe(Fields &fields, PlannedMachine &machine)
{
    fields("name", machine.name);
    fields("address", machine.address);
}

template <typename Fields>
void describe(Fields &fields, Recomputation &recomputation)
{
    fields("sparedBytes", recomputation.sparedBytes);
    fields("atOnceWithout", recomputation.atOnceWithout);
}

template <typename Fields>
void describe(Fields &fields, MemoryParts &parts)
{
    fields("frozen", parts.frozen);
    fields("trained", parts.trained);
    fields("optimizer", parts.optimizer);
    std::optional<std::int64_t> mirror = parts.mirror; // plans of earlier versions have none
    fields("mirror", mirror);
    if (parts.mirror != mirror.value_or(0))
        parts.mirror = mirror.value_or(0);
    fields("exchange", parts.exchange);
    fields("checkpoint", parts.checkpoint);
    fields("gradients", parts.gradients);
    fields("logits", parts.logits);
    fields("activations", parts.activations);
}

template <typename Fields>
void describe(Fields &fields, PlannedRank &rank)
{
    fields("machine", rank.machine);
    fields("device", rank.device);
    fields("share", rank.share);
    fields("microbatch", rank.microbatch);
    fields("threads", rank.threads);
    fields("samplesPerSecond", rank.samplesPerSecond);
    fields("fixedSeconds", rank.fixedSeconds);
    fields("secondsPerUnit", rank.secondsPerUnit);
    fields("memoryLimit", rank.memoryLimit);
    fields("predictedBytes", rank.predictedBytes);
    fields("stateShare", rank.stateShare);
    fields("recompute", rank.recompute);
    fields("largestShare", rank.largestShare);
    fields("group", rank.group);
    fields("memory", rank.memory);
}

template <typename Fields>
void describe(Fields &fields, PredictedStep &step)
{
    fields("computeSeconds", step.computeSeconds);
    fields("exchangeSeconds", step.exchangeSeconds);
    fields("relativeError", step.relativeError);
}

template <typename Fields>
void describe(Fields &fields, Plan &plan)
{
    fields("backend", plan.backend);
    fields("shareRule", plan.shareRule);
    fields("machines", plan.machines);
    fields("ranks", plan.ranks);
    fields("predicted", plan.predicted);
    std::optional<bool> mirrorsState = plan.mirrorsState; // plans of earlier versions have none
    fields("mirrorsState", mirrorsState);
    if (plan.mirrorsState != mirrorsState.value_or(true))
        plan.mirrorsState = mirrorsState.value_or(true);
}

} // namespace motley
