#include "engine/job/orderspec.h"

namespace motley {

PerEpoch batchesOf(const OrderSpec &order, std::int64_t batch)
{
    return order.epochBatches.empty() ? PerEpoch(batch) : PerEpoch(order.epochBatches);
}

std::optional<FieldProblem> findProblem(const OrderSpec &order, std::int64_t batch)
{
    for (std::size_t i = 0; i < order.epochBatches.size(); ++i)
        if (order.epochBatches[i] < 1 || order.epochBatches[i] > batch)
            return FieldProblem{"order.epochBatches[" + std::to_string(i) + "]", FieldProblem::Kind::OutOfRange,
                {.least = 1, .most = double(batch)}, double(order.epochBatches[i])};
    const PerEpoch batches = batchesOf(order, batch);
    for (const std::int64_t samples : batches.first())
        if (order.kind == OrderSpec::Kind::HetSeq && samples % order.groupSize != 0)
            return FieldProblem{"order.groupSize", FieldProblem::Kind::NoPartOfBatch};
    return std::nullopt;
}

} // namespace motley
