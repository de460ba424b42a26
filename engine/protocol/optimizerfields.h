// For the .cpp files of this folder only, as jobfields.h.
#pragma once

#include "engine/protocol/jsonfields.h"
#include "engine/protocol/optimizerspec.h"

namespace motley {

template <>
struct EnumNames<OptimizerSpec::Kind> {
    static constexpr std::array<std::pair<OptimizerSpec::Kind, const char *>, 12> table{
        {{OptimizerSpec::Kind::Sgd, "sgd"}, {OptimizerSpec::Kind::Adam, "adam"}, {OptimizerSpec::Kind::AdamW, "adamw"},
            {OptimizerSpec::Kind::HetSeqAdam, "hetseq-adam"}, {OptimizerSpec::Kind::Adadelta, "adadelta"},
            {OptimizerSpec::Kind::Adagrad, "adagrad"}, {OptimizerSpec::Kind::Adamax, "adamax"},
            {OptimizerSpec::Kind::RmsProp, "rmsprop"}, {OptimizerSpec::Kind::Adafactor, "adafactor"},
            {OptimizerSpec::Kind::Lamb, "lamb"}, {OptimizerSpec::Kind::Lion, "lion"},
            {OptimizerSpec::Kind::Muon, "muon"}}};
};

template <>
struct HasDefaults<OptimizerSpec> : std::true_type {
};

template <typename Fields>
void describe(Fields &fields, OptimizerSpec &optimizer)
{
    const OptimizerSpec::Kind before = optimizer.kind;
    fields("kind", optimizer.kind);
    if (optimizer.kind != before) // it was read: the fields that follow, where they are left out, are usual for it
        optimizer = usualOptimizer(optimizer.kind);
    fields("momentum", optimizer.momentum);
    fields("nesterov", optimizer.nesterov);
    fields("beta1", optimizer.beta1);
    fields("beta2", optimizer.beta2);
    fields("epsilon", optimizer.epsilon);
    fields("amsgrad", optimizer.amsgrad);
    fields("weightDecay", optimizer.weightDecay);
    fields("decayBiasesAndNorms", optimizer.decayBiasesAndNorms);
    fields("clipValue", optimizer.clipValue);
    fields("averageDecay", optimizer.averageDecay);
}

} // namespace motley
