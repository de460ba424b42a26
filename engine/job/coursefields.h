// For the .cpp files of this folder only, like jobfields.h: the fields that decide the course of a run besides the
// optimizer.
#pragma once

#include "engine/job/continuespec.h"
#include "engine/job/earlystoppingspec.h"
#include "engine/job/exchangespec.h"
#include "engine/job/memoryspec.h"
#include "engine/job/nonfinitespec.h"
#include "engine/job/orderspec.h"
#include "engine/job/precisionspec.h"
#include "engine/job/schedulefields.h"
#include "engine/json/jsonfields.h"

namespace motley {

template <>
struct EnumNames<PrecisionSpec::Kind> {
    static constexpr auto table = names<PrecisionSpec::Kind>({{PrecisionSpec::Kind::Float32, "float32"},
        {PrecisionSpec::Kind::BFloat16, "bfloat16"}, {PrecisionSpec::Kind::Float16, "float16"}});
    static constexpr std::array<const char *, 3> words{translatable("JobField", "32 bits (float32)"),
        translatable("JobField", "16 bits, wide range (bfloat16)"),
        translatable("JobField", "16 bits, fine steps (float16)")};
};

template <>
struct EnumNames<MemorySpec::Shard> {
    static constexpr auto table = names<MemorySpec::Shard>({{MemorySpec::Shard::Never, "never"},
        {MemorySpec::Shard::WhenNeeded, "when-needed"}, {MemorySpec::Shard::Always, "always"}});
    static constexpr std::array<const char *, 3> words{translatable("JobField", "Never"),
        translatable("JobField", "When a device is too small"), translatable("JobField", "Always")};
};

// Jobs written before this was an enum have false and true here.
template <>
struct EnumNames<MemorySpec::Recompute> {
    static constexpr auto table = names<MemorySpec::Recompute>({{MemorySpec::Recompute::Never, "never"},
        {MemorySpec::Recompute::WhenNeeded, "when-needed"}, {MemorySpec::Recompute::Always, "always"}});
    static constexpr std::array<const char *, 3> words{translatable("JobField", "Never"),
        translatable("JobField", "When a device is too small"), translatable("JobField", "Always")};
    static constexpr MemorySpec::Recompute fromFlag(bool flag)
    {
        return flag ? MemorySpec::Recompute::Always : MemorySpec::Recompute::Never;
    }
};

template <>
struct EnumNames<ExchangeSpec::Combine> {
    static constexpr auto table = names<ExchangeSpec::Combine>(
        {{ExchangeSpec::Combine::Sum, "sum"}, {ExchangeSpec::Combine::Adasum, "adasum"}});
    static constexpr std::array<const char *, 2> words{
        translatable("JobField", "Sum of gradients"), translatable("JobField", "Adasum of updates")};
};

template <>
struct EnumNames<ExchangeSpec::Between> {
    static constexpr auto table = names<ExchangeSpec::Between>({{ExchangeSpec::Between::Ranks, "ranks"},
        {ExchangeSpec::Between::Machines, "machines"}, {ExchangeSpec::Between::Groups, "groups"}});
    static constexpr std::array<const char *, 3> words{translatable("JobField", "Devices"),
        translatable("JobField", "Machines"), translatable("JobField", "Equally fast groups of machines")};
};

template <>
struct EnumNames<ExchangeSpec::Gradients> {
    static constexpr auto table = names<ExchangeSpec::Gradients>(
        {{ExchangeSpec::Gradients::Float32, "float32"}, {ExchangeSpec::Gradients::BFloat16, "bfloat16"}});
    static constexpr std::array<const char *, 2> words{
        translatable("JobField", "32 bits (float32)"), translatable("JobField", "16 bits, wide range (bfloat16)")};
};

template <>
struct EnumNames<OrderSpec::Kind> {
    static constexpr auto table
        = names<OrderSpec::Kind>({{OrderSpec::Kind::Shuffled, "shuffled"}, {OrderSpec::Kind::HetSeq, "hetseq"}});
    static constexpr std::array<const char *, 2> words{"Shuffled", "As HetSeq has it"}; // not translated: in no form
};

template <>
struct HasDefaults<OrderSpec> : std::true_type {
};
template <>
struct HasDefaults<PrecisionSpec> : std::true_type {
};
template <>
struct HasDefaults<MemorySpec> : std::true_type {
};
template <>
struct HasDefaults<ExchangeSpec> : std::true_type {
};
template <>
struct HasDefaults<EarlyStoppingSpec> : std::true_type {
};
template <>
struct HasDefaults<NonFiniteSpec> : std::true_type {
};
template <>
struct HasDefaults<ContinueSpec> : std::true_type {
};

template <typename Fields>
void describe(Fields &fields, OrderSpec &order)
{
    fields("kind", order.kind,
        {.help = "Shuffled anew in every epoch, or in the batches that HetSeq would have.", .inForm = false});
    fields("groupSize", order.groupSize,
        {.help = "HetSeq's --max-sentences: neighbours that share a step in every epoch.",
            .least = 1,
            .most = 1 << 20,
            .used = order.kind == OrderSpec::Kind::HetSeq,
            .inForm = false});
    fields("unshuffledEpochs", order.unshuffledEpochs,
        {.help = "The first epochs, whose samples come as they lie in the data.",
            .least = 0,
            .most = 1e6,
            .inForm = false});
    fields("epochBatches", order.epochBatches,
        {.help = "In place of batch, and up to it: one per epoch, the last for all that follow.", .inForm = false});
}

template <typename Fields>
void describe(Fields &fields, PrecisionSpec &precision)
{
    fields("kind", precision.kind,
        {translatable("JobField", "Precision"),
            translatable(
                "JobField", "The numbers of matrix products and convolutions; weights and sums stay float32.")});
    fields("tf32", precision.tf32,
        {translatable("JobField", "Allow TF32"),
            translatable("JobField", "GPUs multiply float32 numbers less exactly, and faster.")});
    fields("lossScale", precision.lossScale,
        {.label = translatable("JobField", "Loss scale"),
            .help = translatable("JobField", "float16: what the loss is multiplied by at first; it adapts."),
            .least = 1,
            .most = 1 << 24,
            .used = precision.kind == PrecisionSpec::Kind::Float16});
}

template <typename Fields>
void describe(Fields &fields, MemorySpec &memory)
{
    fields("microbatch", memory.microbatch,
        {translatable("JobField", "Samples at once"),
            translatable("JobField", "On each device, for less memory and the same result; 0: all of its share."), 0,
            1 << 20, false, true, translatable("JobField", "All of its share")});
    fields("recompute", memory.recompute,
        {translatable("JobField", "Recompute activations"),
            translatable(
                "JobField", "Much less memory for a third more time and the same result, where the network can.")});
    fields("limitMiB", memory.limitMiB,
        {translatable("JobField", "Memory limit"),
            translatable("JobField", "MiB that training may fill on each device; 0: all there is."), 0, 1 << 30, false,
            true, translatable("JobField", "All there is")});
    fields("shard", memory.shard,
        {translatable("JobField", "Split optimizer memory"),
            translatable("JobField",
                "Each device holds a part of the optimizer state and of the gradients, by its free memory. "
                "Same result.")});
    fields("mirror", memory.mirror,
        {.label = translatable("JobField", "Keep each part twice"),
            .help = translatable("JobField",
                "On a second machine too, where memory holds it: so a lost machine costs no step. Where it is off, the "
                "run goes back to its newest checkpoint."),
            .used = memory.shard != MemorySpec::Shard::Never});
}

template <typename Fields>
void describe(Fields &fields, ExchangeSpec &exchange)
{
    fields("combine", exchange.combine,
        {translatable("JobField", "Join by"),
            translatable("JobField",
                "Adasum keeps large batches accurate: each group of devices updates by itself, and the updates are "
                "averaged where they agree and added where they do not. The run then depends on the grouping too.")});
    fields("between", exchange.between,
        {.label = translatable("JobField", "Adasum between"),
            .help = translatable("JobField",
                "Which of them update by themselves; inside one, gradients are summed. With other machines the "
                "grouping, and so the run, is another one."),
            .used = exchange.combine == ExchangeSpec::Combine::Adasum});
    fields("gradients", exchange.gradients,
        {.label = translatable("JobField", "Gradients travel in"),
            .help = translatable("JobField",
                "Of an adapter: in 16 bits devices send each other half as much in a step, and the sums are rounded. "
                "For slow networks."),
            .used = exchange.combine == ExchangeSpec::Combine::Sum});
}

template <typename Fields>
void describe(Fields &fields, EarlyStoppingSpec &stopping)
{
    fields("patience", stopping.patience,
        {translatable("JobField", "Patience"),
            translatable("JobField", "The run ends after so many tests in a row that were no better; 0: it does not."),
            0, 1e6, false, true, translatable("JobField", "Never ends early")});
    fields("leastGain", stopping.leastGain,
        {.label = translatable("JobField", "Least gain"),
            .help = translatable("JobField", "What a test must gain over the best one to be better."),
            .least = 0,
            .most = 1e9,
            .used = stopping.patience > 0});
    fields("leastRate", stopping.leastRate,
        {translatable("JobField", "Least learning rate"),
            translatable("JobField", "The run ends with the epoch that ends with this rate or less; 0: it does not."),
            0, highestPeak, false, true, translatable("JobField", "Never ends early")});
}

template <typename Fields>
void describe(Fields &fields, NonFiniteSpec &nonFinite)
{
    fields("skips", nonFinite.skips,
        {.label = translatable("JobField", "Steps left out"),
            .help = translatable("JobField",
                "So many steps in a row whose loss or gradient is not finite are left out; with one more the run goes "
                "back."),
            .least = 0,
            .most = 1e6});
    fields("goBack", nonFinite.rollBack,
        {translatable("JobField", "Go back once"),
            translatable("JobField",
                "To the newest checkpoint, where too many steps are not finite; after that, or without it, the run "
                "ends.")});
}

template <typename Fields>
void describe(Fields &fields, ContinueSpec &continued)
{
    fields("path", continued.path,
        {translatable("JobField", "Continue from"),
            translatable("JobField", "A run, a checkpoint, a model folder or a file of weights; empty: begin anew.")});
    fields("weightsOnly", continued.weightsOnly,
        {.label = translatable("JobField", "Only its weights"),
            .help = translatable("JobField", "Step, schedule and optimizer begin anew."),
            .used = !continued.path.empty()});
}

} // namespace motley
