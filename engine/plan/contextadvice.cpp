#include "engine/plan/contextadvice.h"

#include "engine/plan/memoryparts.h"
#include "engine/plan/planner.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace motley {

namespace {

const LanguageModelSpec *tunedText(const JobSpec &job)
{
    const auto *text = std::get_if<LanguageModelSpec>(&job.task);
    return text && !text->model.start.empty() ? text : nullptr;
}

// Whether the job says in which bits the weights below its adapter are. Else the model's files do.
bool hasBaseOf(const RankNeeds &rank, const LanguageModelSpec &text)
{
    const MemoryReport &memory = rank.speed.memory;
    return memory.baseBytes > 0 && bitsOf(memory) == text.model.quantization;
}

std::int64_t shortestOf(const JobSpec &job, const std::vector<RankNeeds> &ranks, Quantization bits)
{
    std::int64_t shortest = std::numeric_limits<std::int64_t>::max();
    for (const RankNeeds &rank : ranks)
        shortest = std::min(shortest, longestContext(job, rank, inBits(leastOf(rank), bits)));
    return shortest;
}

std::optional<std::int64_t> activationsOf(const RankNeeds &rank, const MemoryReport &memory)
{
    if (!isMeasured(memory))
        return std::nullopt;
    return memoryParts(memory, useOf(rank, 1)).activations;
}

RankRoom roomOf(const JobSpec &job, const RankNeeds &rank)
{
    RankRoom room{rank.bytes, longestContext(job, rank, leastOf(rank))};
    (rank.speed.recomputes ? room.recomputed : room.kept) = activationsOf(rank, rank.speed.memory);
    if (rank.speed.recomputed)
        room.recomputed = activationsOf(rank, rank.speed.recomputed->memory);
    return room;
}

// The report with an adapter of half the rank. Its activations hardly count.
MemoryReport withHalfAdapter(const MemoryReport &memory)
{
    const std::int64_t numbers = memory.parameterBytes / 2;
    const std::int64_t held = numbers + memory.stateBytes / 2;
    MemoryReport half = memory;
    half.parameterBytes -= numbers;
    half.stateBytes -= memory.stateBytes / 2;
    half.heldBytes -= held;
    for (std::int64_t *peak : {&half.updatePeakBytes, &half.passPeakBytes, &half.smallPassPeakBytes})
        *peak -= held + numbers; // gradients are as many
    if (memory.backwardPeakBytes > 0)
        for (std::int64_t *peak : {&half.backwardPeakBytes, &half.smallBackwardPeakBytes})
            *peak -= held + numbers;
    for (std::int64_t *peak : {&half.barePassPeakBytes, &half.smallBarePassPeakBytes})
        *peak -= held;
    return half;
}

class Remedies {
public:
    using Kind = MemoryRemedy::Kind;

    Remedies(const JobSpec &job, const LanguageModelSpec &text, const std::vector<RankNeeds> &ranks, std::size_t rank)
        : m_job(job), m_text(text), m_ranks(ranks), m_rank(ranks[rank]), m_memory(leastOf(m_rank))
    {
    }

    std::vector<MemoryRemedy> inOrder()
    {
        addRecompute();
        addBits();
        addShorterRows();
        addSmallerRank();
        std::stable_sort(m_found.begin(), m_found.end(), [](const MemoryRemedy &a, const MemoryRemedy &b) {
            return std::tuple(!a.spared, a.spared.value_or(0)) > std::tuple(!b.spared, b.spared.value_or(0));
        });
        return m_found;
    }

private:
    std::int64_t sparedBy(const MemoryReport &other) const
    {
        return peakOf(m_rank, m_memory, 1) - peakOf(m_rank, other, 1);
    }

    void add(Kind kind, std::int64_t to, std::int64_t spared, std::optional<std::int64_t> longest)
    {
        if (spared > 0)
            m_found.push_back({kind, to, spared, longest});
    }

    void addRecompute()
    {
        if (m_job.memory.recompute == MemorySpec::Recompute::Never)
            m_found.push_back({Kind::Recompute});
    }

    void addBits()
    {
        if (!hasBaseOf(m_rank, m_text))
            return;
        for (const auto &[bits, kind] : {std::pair(Quantization::Int8, Kind::Int8), {Quantization::Nf4, Kind::Nf4}})
            if (bits > m_text.model.quantization)
                add(kind, 0, sparedBy(inBits(m_memory, bits)), shortestOf(m_job, m_ranks, bits));
    }

    void addShorterRows()
    {
        const std::int64_t context = m_text.model.context;
        if (const std::int64_t half = context / 2; half > 0)
            add(Kind::ShorterRows, half, sparedBy(withTokens(m_memory, context, half)), std::nullopt);
    }

    void addSmallerRank()
    {
        const AdapterSpec &adapter = m_text.adapter;
        if (adapter.rank < 2 || !adapter.start.empty() || !adapter.modulesToSave.empty())
            return;
        std::int64_t longest = std::numeric_limits<std::int64_t>::max();
        for (const RankNeeds &rank : m_ranks)
            longest = std::min(longest, longestContext(m_job, rank, withHalfAdapter(leastOf(rank))));
        add(Kind::SmallerRank, adapter.rank / 2, sparedBy(withHalfAdapter(m_memory)), longest);
    }

    const JobSpec &m_job;
    const LanguageModelSpec &m_text;
    const std::vector<RankNeeds> &m_ranks;
    const RankNeeds &m_rank;
    const MemoryReport m_memory;
    std::vector<MemoryRemedy> m_found;
};

} // namespace

std::optional<ContextAdvice> adviseOnContext(const JobSpec &job, const std::vector<CandidateMachine> &machines)
{
    const LanguageModelSpec *text = tunedText(job);
    const std::vector<RankNeeds> ranks
        = text ? needsOf(job, machines, sharesOf(job, machines)) : std::vector<RankNeeds>();
    if (ranks.empty() || !std::all_of(ranks.begin(), ranks.end(), isKnown))
        return std::nullopt;
    ContextAdvice advice;
    advice.context = text->model.context;
    advice.bits = text->model.quantization;
    for (const RankNeeds &rank : ranks)
        advice.ranks.push_back(roomOf(job, rank));
    const auto tightest = std::min_element(advice.ranks.begin(), advice.ranks.end(),
        [](const RankRoom &a, const RankRoom &b) { return a.longest < b.longest; });
    advice.tightest = std::size_t(tightest - advice.ranks.begin());
    if (std::all_of(ranks.begin(), ranks.end(), [&](const RankNeeds &rank) { return hasBaseOf(rank, *text); }))
        advice.base = fittingBase(job, ranks);
    advice.remedies = Remedies(job, *text, ranks, advice.tightest).inOrder();
    return advice;
}

} // namespace motley
