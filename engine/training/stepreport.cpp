#include "engine/training/stepreport.h"

#include <torch/types.h>

#include <cmath>

namespace motley {

// Every rank fills a row of a table that is zero elsewhere: the sum over ranks is the whole table.
StepReport shareStep(
    const Group &group, const TakenStep &taken, bool stopRequested, const std::optional<NewShares> &given)
{
    enum { Samples, Units, Share, Data, Forward, Backward, Exchange, Update, Square, Norm, columns };
    at::Tensor table = at::zeros({group.size() + 1, columns}, at::kDouble);
    auto cells = table.accessor<double, 2>();
    auto mine = cells[group.rank() + 1];
    cells[0][0] = taken.summedLoss;
    cells[0][1] = stopRequested ? 1 : 0;
    mine[Samples] = double(taken.times.samples);
    mine[Units] = taken.times.units;
    mine[Data] = taken.times.dataSeconds;
    mine[Forward] = taken.times.forwardSeconds;
    mine[Backward] = taken.times.backwardSeconds;
    mine[Exchange] = taken.times.exchangeSeconds;
    mine[Update] = taken.times.optimizerSeconds;
    mine[Square] = taken.localSquaredNorm.value_or(0);
    mine[Norm] = taken.heldNorm;
    if (given && group.rank() == 0) {
        cells[0][2] = double(given->fromStep);
        for (int rank = 0; rank < group.size(); ++rank)
            cells[rank + 1][Share] = double(given->shares[std::size_t(rank)]);
    }
    group.allReduceHost(table);

    StepReport report{cells[0][0], cells[1][Norm], cells[0][1] > 0, {}, {}, {}};
    if (cells[0][2] > 0)
        report.newShares = {std::int64_t(cells[0][2]), {}};
    double squares = 0;
    for (int rank = 0; rank < group.size(); ++rank) {
        const auto row = cells[rank + 1];
        squares += row[Norm] * row[Norm];
        report.ranks.push_back({rank, std::int64_t(row[Samples]), row[Units], row[Data], row[Forward], row[Backward],
            row[Exchange], row[Update]});
        if (taken.localSquaredNorm)
            report.gradients.push_back({row[Units], row[Square]});
        if (report.newShares)
            report.newShares->shares.push_back(std::int64_t(row[Share]));
    }
    if (taken.holdsShard)
        report.gradientNorm = std::sqrt(squares);
    return report;
}

} // namespace motley
