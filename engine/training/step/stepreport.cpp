#include "engine/training/step/stepreport.h"

#include <torch/types.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>

namespace motley {

namespace {

constexpr std::size_t flagsOfNumber = 52; // a double holds whole numbers of so many bits

std::size_t numbersFor(std::size_t flags)
{
    return (flags + flagsOfNumber - 1) / flagsOfNumber;
}

double pack(const std::vector<bool> &flags, std::size_t number)
{
    double packed = 0;
    const std::size_t first = number * flagsOfNumber;
    for (std::size_t i = first; i < std::min(flags.size(), first + flagsOfNumber); ++i)
        if (flags[i])
            packed += std::ldexp(1.0, int(i - first));
    return packed;
}

bool unpack(double packed, std::size_t index)
{
    return (std::uint64_t(packed) >> (index % flagsOfNumber) & 1) != 0;
}

} // namespace

// Every rank fills a row of a table that is zero elsewhere, so the sum over ranks is the whole table. The first row is
// of the run.
StepReport shareStep(Group &group, const RankReport &mine)
{
    enum OfRun { Loss, Stop, Follow, Save, FromStep };
    enum OfRank {
        Samples,
        Units,
        Share,
        Data,
        Forward,
        Backward,
        Exchange,
        Update,
        Square,
        Norm,
        HashHigh,
        HashLow,
        Unused
    };
    const std::size_t numbers = numbersFor(mine.unused.size());
    at::Tensor table = at::zeros({group.worldSize() + 1, std::int64_t(Unused + numbers)}, at::kDouble);
    auto rows = table.accessor<double, 2>();
    auto run = rows[0];
    auto own = rows[group.rank() + 1];
    run[Loss] = mine.summedLoss;
    run[Stop] = mine.stopRequested ? 1 : 0;
    run[Follow] = mine.knowsNextRanks ? 1 : 0;
    run[Save] = mine.checkpointRequested ? 1 : 0;
    own[Samples] = double(mine.times.samples);
    own[Units] = mine.times.units;
    own[Data] = mine.times.dataSeconds;
    own[Forward] = mine.times.forwardSeconds;
    own[Backward] = mine.times.backwardSeconds;
    own[Exchange] = mine.times.exchangeSeconds;
    own[Update] = mine.times.optimizerSeconds;
    own[Square] = mine.localSquaredNorm.value_or(0);
    own[Norm] = mine.gradientNorm;
    const std::uint64_t hash = std::strtoull(mine.sampleHash.c_str(), nullptr, 16);
    own[HashHigh] = double(hash >> 32); // in halves, which a double holds exactly
    own[HashLow] = double(hash & 0xffffffff);
    for (std::size_t i = 0; i < numbers; ++i)
        own[std::int64_t(Unused + i)] = pack(mine.unused, i);
    if (mine.newShares && group.rank() == 0) {
        run[FromStep] = double(mine.newShares->fromStep);
        for (int rank = 0; rank < group.worldSize(); ++rank)
            rows[rank + 1][Share] = double(mine.newShares->shares[std::size_t(rank)]);
    }
    group.allReduceHost(table);

    StepReport report{run[Loss], run[Stop] > 0, run[Follow] > 0, run[Save] > 0, {}, {}, {}, {}, {}, {}};
    if (run[FromStep] > 0)
        report.newShares = {std::int64_t(run[FromStep]), {}};
    for (int rank = 0; rank < group.worldSize(); ++rank) {
        const auto row = rows[rank + 1];
        if (!report.drewOthers && (row[HashHigh] != rows[1][HashHigh] || row[HashLow] != rows[1][HashLow]))
            report.drewOthers = rank;
        report.ranks.push_back({rank, std::int64_t(row[Samples]), row[Units], row[Data], row[Forward], row[Backward],
            row[Exchange], row[Update]});
        report.gradientNorms.push_back(row[Norm]);
        std::vector<bool> &unused = report.unused.emplace_back(mine.unused.size());
        for (std::size_t i = 0; i < unused.size(); ++i)
            unused[i] = unpack(row[std::int64_t(Unused + i / flagsOfNumber)], i);
        if (mine.localSquaredNorm)
            report.gradients.push_back({row[Units], row[Square]});
        if (report.newShares)
            report.newShares->shares.push_back(std::int64_t(row[Share]));
    }
    return report;
}

std::vector<bool> StepReport::unusedOnAll(const std::vector<bool> &counts) const
{
    if (unused.empty())
        return {};
    std::vector<bool> all(unused.front().size(), true);
    for (std::size_t rank = 0; rank < unused.size(); ++rank)
        for (std::size_t i = 0; counts[rank] && i < all.size(); ++i)
            all[i] = all[i] && unused[rank][i];
    return all;
}

} // namespace motley
