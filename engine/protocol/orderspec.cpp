#include "engine/protocol/orderspec.h"

namespace motley {

std::optional<FieldProblem> findProblem(const OrderSpec &order, std::int64_t batch)
{
    if (order.kind == OrderSpec::Kind::HetSeq && batch % order.groupSize != 0)
        return FieldProblem{"order.groupSize", FieldProblem::Kind::NoPartOfBatch};
    return std::nullopt;
}

} // namespace motley
