#include "engine/protocol/usedfields.h"

#include <algorithm>
#include <initializer_list>

namespace motley {

OptimizerFields fieldsOf(const OptimizerSpec &optimizer)
{
    switch (optimizer.kind) {
    case OptimizerSpec::Kind::Sgd:
        return {true, true, false, false};
    case OptimizerSpec::Kind::RmsProp:
        return {true, false, false, true};
    case OptimizerSpec::Kind::Adadelta:
        return {false, false, false, true};
    case OptimizerSpec::Kind::Adagrad:
    case OptimizerSpec::Kind::Adafactor:
        return {};
    case OptimizerSpec::Kind::Muon:
        return {true, true, true, true};
    case OptimizerSpec::Kind::Adam:
    case OptimizerSpec::Kind::AdamW:
    case OptimizerSpec::Kind::HetSeqAdam:
    case OptimizerSpec::Kind::Adamax:
    case OptimizerSpec::Kind::Lamb:
    case OptimizerSpec::Kind::Lion:
        break;
    }
    return {false, false, true, true};
}

ScheduleFields fieldsOf(const ScheduleSpec &schedule)
{
    using Kind = ScheduleSpec::Kind;
    const auto isOneOf = [&](std::initializer_list<Kind> kinds) {
        return std::find(kinds.begin(), kinds.end(), schedule.kind) != kinds.end();
    };
    ScheduleFields fields;
    fields.cycleSteps = isOneOf({Kind::Cosine, Kind::Triangular});
    fields.cycleFactor = fields.cycleSteps && schedule.cycleSteps > 0;
    fields.cycleGrowth = fields.cycleFactor && schedule.kind == Kind::Cosine;
    fields.finalFraction = isOneOf({Kind::Linear, Kind::Polynomial, Kind::Cosine, Kind::OneCycle});
    fields.decaySteps = fields.finalFraction && !fields.cycleFactor;
    fields.initialFraction = isOneOf({Kind::OneCycle, Kind::Triangular});
    fields.power = schedule.kind == Kind::Polynomial;
    fields.stairs = schedule.kind == Kind::Step;
    fields.warmup = schedule.kind != Kind::Triangular;
    fields.baseBatch = schedule.scaling != ScheduleSpec::Scaling::None;
    return fields;
}

} // namespace motley
