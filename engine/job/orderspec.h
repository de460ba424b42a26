// In which order a run takes its samples.
#pragma once

#include "engine/job/fieldproblem.h"
#include "engine/job/perepoch.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace motley {

struct OrderSpec {
    enum class Kind {
        Shuffled, // anew in every epoch
        HetSeq, // neighbours stay together in groups, and every epoch has the groups in numpy's order
    };

    Kind kind = Kind::Shuffled;
    std::int64_t groupSize = 32; // HetSeq: samples; its --max-sentences
    std::int64_t unshuffledEpochs = 0; // the first ones; HetSeq's --curriculum
    // Up to the job's batch, in place of it: one for each of the first epochs, the last for all that follow; empty: the
    // job's. HetSeq's list of --update-freq.
    std::vector<std::int64_t> epochBatches;

    bool operator==(const OrderSpec &) const = default;
};

PerEpoch batchesOf(const OrderSpec &order, std::int64_t batch);

// What ranges cannot say. `batch`: of the job, in what it counts.
std::optional<FieldProblem> findProblem(const OrderSpec &order, std::int64_t batch);

} // namespace motley
