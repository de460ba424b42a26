// What is wrong with a field of a job, so that a form can show it at the field and in the user's language.
#pragma once

#include "engine/base/fieldinfo.h"

#include <string>

namespace motley {

struct FieldProblem {
    enum class Kind {
        Missing,
        OutOfRange, // outside info.least to info.most
        NameLength, // the name must have 1 to 80 characters
        NesterovWithoutMomentum,
        DecayWithinWarmUp, // schedule.decaySteps includes the warm-up and must be longer
        NoPartOfBatch, // order.groupSize must divide the batch
        ShardedAdasum, // memory.shard must not be always: with Adasum each rank needs its whole optimizer state
        NoGradientsToNarrow, // exchange.gradients must be float32: no sums of an adapter's gradients are sent
        NoLayerNames, // must be names of layers with commas between them
        NoLayerNumbers, // must be layers and their numbers, as in down_proj=32
        NoDay, // must be a day such as 2026-11-28
        AdapterOfNothing, // an adapter belongs to a trained model: model.start must name it
        QuantisedAndTrained, // weights in fewer bits are not trained: there must be an adapter
        CutByLength, // order.kind is of no use: the task forms its batches by the length of samples
    };

    std::string path; // "optimizer.momentum"
    Kind kind = Kind::Missing;
    FieldInfo info{};
    double value = 0; // the value that is out of range
};

std::string toText(const FieldProblem &problem); // an English sentence that names the path and what would be right

} // namespace motley
