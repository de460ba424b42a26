#include "engine/training/step/makestrategy.h"

#include "engine/training/step/sumthenupdate.h"

namespace motley {

std::unique_ptr<StepStrategy> makeStrategy(Task &task, const Group &group, const StepOptions &options)
{
    return std::make_unique<SumThenUpdate>(task, group, options);
}

} // namespace motley
