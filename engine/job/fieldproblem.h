// What is wrong with a field of a job: for a form to show at that field, and to say in its reader's language.
#pragma once

#include "engine/base/fieldinfo.h"

#include <string>

namespace motley {

struct FieldProblem {
    enum class Kind {
        Missing,
        OutOfRange, // of info.least and info.most
        NameLength, // 1 to 80 characters
        NesterovWithoutMomentum,
        DecayWithinWarmUp, // schedule.decaySteps counts the warm-up too
        NoPartOfBatch, // order.groupSize must go into the batch
        CutByLength, // order.kind: the task's batches are already put together by the length of samples
    };

    std::string path; // "optimizer.momentum"
    Kind kind = Kind::Missing;
    FieldInfo info{};
    double value = 0; // that is out of range
};

std::string toText(const FieldProblem &problem); // an English sentence that names the path and what would be right

} // namespace motley
