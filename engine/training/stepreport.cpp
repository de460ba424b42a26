#include "engine/training/stepreport.h"

#include <torch/types.h>

namespace motley {

// Every rank fills a row of a table that is zero elsewhere: the sum over ranks is the whole table.
StepReport shareStep(const Group &group, const TakenStep &taken, bool stopRequested)
{
    enum { Samples, Data, Forward, Backward, Exchange, Update, columns };
    at::Tensor table = at::zeros({group.size() + 1, columns}, at::kDouble);
    auto cells = table.accessor<double, 2>();
    auto mine = cells[group.rank() + 1];
    cells[0][0] = taken.summedLoss;
    cells[0][1] = stopRequested ? 1 : 0;
    mine[Samples] = double(taken.times.samples);
    mine[Data] = taken.times.dataSeconds;
    mine[Forward] = taken.times.forwardSeconds;
    mine[Backward] = taken.times.backwardSeconds;
    mine[Exchange] = taken.times.exchangeSeconds;
    mine[Update] = taken.times.optimizerSeconds;
    group.sum(table);

    StepReport report{cells[0][0], cells[0][1] > 0, {}};
    for (int rank = 0; rank < group.size(); ++rank) {
        const auto row = cells[rank + 1];
        report.ranks.push_back(
            {rank, std::int64_t(row[Samples]), row[Data], row[Forward], row[Backward], row[Exchange], row[Update]});
    }
    return report;
}

} // namespace motley
