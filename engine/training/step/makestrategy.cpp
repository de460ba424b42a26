#include "engine/training/step/makestrategy.h"

#include "engine/exchange/adasum.h"
#include "engine/training/step/combinedeltas.h"
#include "engine/training/step/sumthenupdate.h"

#include <algorithm>
#include <stdexcept>

namespace motley {

namespace {

RankGroups membersOf(const std::vector<int> &groups)
{
    RankGroups members;
    for (std::size_t rank = 0; rank < groups.size(); ++rank) {
        members.resize(std::max(members.size(), std::size_t(groups[rank]) + 1));
        members[std::size_t(groups[rank])].push_back(int(rank));
    }
    return members;
}

DeltaExchange adasumOver(const Group &group, const std::vector<int> &groups)
{
    const auto adasum = std::make_shared<Adasum>(group.processGroup(), membersOf(groups));
    return {[&group, adasum](std::vector<at::Tensor> &gradients, double weight) {
                group.communicate([&] { adasum->sumInGroup(gradients, weight); });
            },
        [&group, adasum](std::vector<at::Tensor> &deltas) { group.communicate([&] { adasum->combine(deltas); }); }};
}

} // namespace

std::unique_ptr<StepStrategy> makeStrategy(
    const ExchangeSpec &exchange, Task &task, const Group &group, const StepOptions &options)
{
    switch (exchange.combine) {
    case ExchangeSpec::Combine::Sum:
        return std::make_unique<SumThenUpdate>(task, group, options);
    case ExchangeSpec::Combine::Adasum:
        return std::make_unique<CombineDeltas>(task, group, options, adasumOver(group, options.groups));
    }
    throw std::logic_error("there is no such way to combine");
}

} // namespace motley
