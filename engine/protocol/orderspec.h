// In which order a run takes its samples.
#pragma once

#include "engine/protocol/fieldproblem.h"

#include <cstdint>
#include <optional>

namespace motley {

struct OrderSpec {
    enum class Kind {
        Shuffled, // anew in every epoch
        HetSeq, // neighbours stay together in groups, and every epoch has the groups in numpy's order
    };

    Kind kind = Kind::Shuffled;
    std::int64_t groupSize = 32; // HetSeq: samples; its --max-sentences
    std::int64_t unshuffledEpochs = 0; // the first ones; HetSeq's --curriculum

    bool operator==(const OrderSpec &) const = default;
};

// What ranges cannot say. `batch`: of the job, in what it counts.
std::optional<FieldProblem> findProblem(const OrderSpec &order, std::int64_t batch);

} // namespace motley
