// For the .cpp files of this folder only, as jobfields.h.
#pragma once

#include "engine/protocol/jsonfields.h"
#include "engine/protocol/optimizerspec.h"

namespace motley {

template <>
struct EnumNames<OptimizerSpec::Kind> {
    static constexpr std::array<std::pair<OptimizerSpec::Kind, const char *>, 2> table{
        {{OptimizerSpec::Kind::Sgd, "sgd"}, {OptimizerSpec::Kind::AdamW, "adamw"}}};
};

template <>
struct HasDefaults<OptimizerSpec> : std::true_type {
};

template <typename Fields>
void describe(Fields &fields, OptimizerSpec &optimizer)
{
    fields("kind", optimizer.kind);
    fields("momentum", optimizer.momentum);
    fields("nesterov", optimizer.nesterov);
    fields("beta1", optimizer.beta1);
    fields("beta2", optimizer.beta2);
    fields("epsilon", optimizer.epsilon);
    fields("weightDecay", optimizer.weightDecay);
}

} // namespace motley
