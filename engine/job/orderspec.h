// The order in which a run takes its samples.
#pragma once

#include "engine/job/fieldproblem.h"
#include "engine/job/perepoch.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace motley {

struct OrderSpec {
    enum class Kind {
        Shuffled, // shuffled anew in every epoch
        HetSeq, // groups of neighbours stay together, and every epoch shuffles the groups as numpy does (hetseqorder.h)
    };

    Kind kind = Kind::Shuffled;
    std::int64_t groupSize = 32; // samples; HetSeq's --max-sentences
    std::int64_t unshuffledEpochs = 0; // number of first epochs in the order of the data; HetSeq's --curriculum
    // Batches of the first epochs in place of the job's batch, which none may exceed; the last one holds for all later
    // epochs. Empty: the job's batch. HetSeq's list of --update-freq.
    std::vector<std::int64_t> epochBatches;

    bool operator==(const OrderSpec &) const = default;
};

PerEpoch batchesOf(const OrderSpec &order, std::int64_t batch);

// The first problem that spans several fields; nullopt: none. `batch`: the job's global batch, in samples or tokens as
// the task counts it.
std::optional<FieldProblem> findProblem(const OrderSpec &order, std::int64_t batch);

} // namespace motley
