// What uneven shares do to the direction of a step with Adasum, which takes no weights.
#pragma once

#include "engine/base/result.h"
#include "engine/job/jobspec.h"

#include <vector>

namespace motley {

// A global batch that two ranks share. Cosines are those of the angle to the gradient of all training samples looked
// at, means over many batches.
struct UnevenShares {
    double smallerPart = 0.5; // of the batch, that the smaller share is
    double ofMean = 0; // cosine of the weighted mean, the same for all parts but for chance
    double ofAdasum = 0; // cosine of Adasum of the ranks' mean gradients
    double lengthOfAdasum = 1; // of Adasum's result, over the length of the weighted mean
};

struct UnevenOptions {
    std::int64_t batch = 320; // of both ranks together
    int warmUpSteps = 100; // of SGD at rate 0.01 on one rank, so that the gradients are those of a training under way
    int batches = 20; // that the cosines are averaged over
    std::int64_t reference = 8192; // samples of the reference gradient, at most
    std::vector<double> parts{0.5, 0.25, 0.1};
    int threads = 1; // of the processor
};

Result<std::vector<UnevenShares>> measureUnevenShares(const JobSpec &job, const UnevenOptions &options);

} // namespace motley
