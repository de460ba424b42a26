#include "engine/plan/fittingbase.h"

#include "engine/base/words/amounts.h"

#include <algorithm>
#include <array>

namespace motley {

namespace {

constexpr std::array fromFinest{Quantization::None, Quantization::Int8, Quantization::Nf4};

std::int64_t baseIn(const MemoryReport &memory, Quantization bits)
{
    switch (bits) {
    case Quantization::Int8:
        return memory.int8BaseBytes;
    case Quantization::Nf4:
        return memory.nf4BaseBytes;
    case Quantization::None:
        break;
    }
    return memory.plainBaseBytes;
}

std::int64_t atOnceOf(const JobSpec &job, const RankNeeds &rank)
{
    return job.memory.microbatch > 0 ? std::min(job.memory.microbatch, rank.samples) : 1;
}

std::int64_t neededBy(const JobSpec &job, const RankNeeds &rank, Quantization bits)
{
    return peakOf(rank, inBits(leastOf(rank), bits), atOnceOf(job, rank));
}

std::string nameOf(Quantization bits)
{
    return bits == Quantization::Int8 ? "int8" : "nf4";
}

std::string joined(const std::vector<std::string> &items)
{
    std::string text;
    for (std::size_t i = 0; i < items.size(); ++i)
        text += (i == 0 ? "" : i + 1 < items.size() ? ", " : " or ") + items[i];
    return text;
}

// The finest bits, fewer than now, with which all ranks hold the job; where not all are measured, this one.
std::optional<Quantization> fewerBits(const JobSpec &job, const std::vector<RankNeeds> &ranks, const RankNeeds &rank)
{
    const Quantization now = bitsOf(rank.speed.memory);
    const auto ofAll = fittingBase(job, ranks);
    const auto found = ofAll ? ofAll : fittingBase(job, {rank});
    return found && found->finest && *found->finest > now ? found->finest : std::nullopt;
}

// What a user may set so that the rank holds the job.
std::vector<std::string> remedies(
    const JobSpec &job, const std::vector<RankNeeds> &ranks, const RankNeeds &rank, std::int64_t context)
{
    std::vector<std::string> found;
    const auto shorter = [&](Quantization bits, const std::string &front) {
        if (const std::int64_t tokens = longestContext(job, rank, inBits(leastOf(rank), bits));
            tokens > 0 && tokens < context)
            found.push_back(front + "model.context to " + std::to_string(tokens));
    };
    const Quantization now = bitsOf(rank.speed.memory);
    if (job.memory.microbatch > 1)
        found.emplace_back("memory.microbatch to 0");
    if (job.memory.recompute == MemorySpec::Recompute::Never)
        found.emplace_back("memory.recompute to when-needed");
    shorter(now, "");
    if (const auto bits = fewerBits(job, ranks, rank))
        found.push_back("model.quantization to " + nameOf(*bits));
    else if (rank.speed.memory.baseBytes > 0 && now < Quantization::Nf4)
        shorter(Quantization::Nf4, "model.quantization to nf4 and ");
    return found;
}

} // namespace

bool isKnown(const RankNeeds &rank)
{
    return isMeasured(rank.speed.memory) && rank.bytes > 0;
}

MemoryReport leastOf(const RankNeeds &rank)
{
    return rank.speed.recomputed && isMeasured(rank.speed.recomputed->memory) ? rank.speed.recomputed->memory
                                                                              : rank.speed.memory;
}

std::int64_t longestContext(const JobSpec &job, const RankNeeds &rank, const MemoryReport &memory)
{
    constexpr std::int64_t multiple = 64;
    constexpr std::int64_t most = std::int64_t(1) << 24; // more than any model sees
    const std::int64_t context = std::get<LanguageModelSpec>(job.task).model.context;
    const auto fits = [&](std::int64_t tokens) {
        const MemoryReport then = withTokens(memory, context, tokens);
        return peakOf(rank, then, atOnceOf(job, rank)) <= rank.bytes;
    };
    std::int64_t longest = 0;
    std::int64_t tooLong = most / multiple;
    while (tooLong - longest > 1) {
        const std::int64_t between = (longest + tooLong) / 2;
        (fits(between * multiple) ? longest : tooLong) = between;
    }
    return longest * multiple;
}

Quantization bitsOf(const MemoryReport &memory)
{
    for (const Quantization bits : {Quantization::Nf4, Quantization::Int8})
        if (memory.baseBytes > 0 && memory.baseBytes != memory.plainBaseBytes
            && memory.baseBytes == baseIn(memory, bits))
            return bits;
    return memory.baseBytes == memory.plainBaseBytes ? Quantization::None : Quantization::Nf4; // else of a file
}

MemoryReport inBits(const MemoryReport &memory, Quantization bits)
{
    const Quantization now = bitsOf(memory);
    if (memory.baseBytes == 0 || bits == now)
        return memory;
    const std::int64_t held = baseIn(memory, bits) - memory.baseBytes;
    MemoryReport other = memory;
    other.baseBytes += held;
    other.frozenBytes += held;
    other.heldBytes += held;
    other.updatePeakBytes += held;
    for (std::int64_t *peak :
        {&other.passPeakBytes, &other.smallPassPeakBytes, &other.barePassPeakBytes, &other.smallBarePassPeakBytes})
        *peak += held;
    if (memory.backwardPeakBytes > 0)
        for (std::int64_t *peak : {&other.backwardPeakBytes, &other.smallBackwardPeakBytes})
            *peak += held;
    return other;
}

std::optional<FittingBase> fittingBase(const JobSpec &job, const std::vector<RankNeeds> &ranks)
{
    const bool allKnown = !ranks.empty() && std::all_of(ranks.begin(), ranks.end(), [](const RankNeeds &rank) {
        return isKnown(rank) && rank.speed.memory.baseBytes > 0;
    });
    if (!allKnown)
        return std::nullopt;
    FittingBase base;
    for (const Quantization bits : fromFinest) {
        const auto small = std::find_if(
            ranks.begin(), ranks.end(), [&](const RankNeeds &rank) { return neededBy(job, rank, bits) > rank.bytes; });
        if (small == ranks.end()) {
            base.finest = bits;
            return base;
        }
        base.rank = std::size_t(small - ranks.begin());
        base.lacking = neededBy(job, *small, bits) - small->bytes;
    }
    return base;
}

Result<void> checkHolds(
    const JobSpec &job, const std::vector<RankNeeds> &ranks, const std::vector<CandidateMachine> &machines)
{
    const auto *text = std::get_if<LanguageModelSpec>(&job.task);
    if (!text || text->model.start.empty())
        return {};
    auto rank = ranks.begin();
    for (const CandidateMachine &machine : machines)
        for (const Candidate &candidate : machine.candidates) {
            const RankNeeds &needs = *rank++;
            if (!isKnown(needs))
                continue;
            const std::int64_t needed = neededBy(job, needs, bitsOf(needs.speed.memory));
            if (needed <= needs.bytes)
                continue;
            const auto sets = remedies(job, ranks, needs, text->model.context);
            const std::int64_t atOnce = atOnceOf(job, needs);
            return fail(machine.name + " cannot hold this job on its device " + toText(candidate.device) + ": with "
                + (atOnce == 1 ? "one sequence" : std::to_string(atOnce) + " sequences") + " of "
                + std::to_string(text->model.context) + " tokens at once it needs " + gibibytes(needed) + ", and has "
                + gibibytes(needs.bytes) + " for it. " + (sets.empty() ? "Train" : "Set " + joined(sets) + ", or train")
                + " without this device.");
        }
    return {};
}

} // namespace motley
