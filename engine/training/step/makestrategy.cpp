#include "engine/training/step/makestrategy.h"

#include "engine/exchange/adasum.h"
#include "engine/training/step/combinedeltas.h"
#include "engine/training/step/sumthenupdate.h"

#include <stdexcept>

namespace motley {

namespace {

DeltaExchange adasumOver(Group &group, const std::vector<int> &groups)
{
    const auto adasum = std::make_shared<Adasum>(group.pointToPoint(), groupRanks(groups));
    return {[&group, adasum](std::vector<at::Tensor> &gradients, double weight) {
                group.communicate([&] { adasum->sumInGroup(gradients, weight); });
            },
        [&group, adasum](std::vector<at::Tensor> &deltas) {
            group.communicate(deltas.front().device(), [&] { adasum->combine(deltas); });
        }};
}

} // namespace

std::unique_ptr<StepStrategy> makeStrategy(
    const ExchangeSpec &exchange, TrainingState &state, Group &group, const std::vector<int> &groups)
{
    switch (exchange.combine) {
    case ExchangeSpec::Combine::Sum:
        return std::make_unique<SumThenUpdate>(state, group);
    case ExchangeSpec::Combine::Adasum:
        return std::make_unique<CombineDeltas>(state, group, groups, adasumOver(group, groups));
    }
    throw std::logic_error("there is no such way to combine");
}

} // namespace motley
