#include "engine/optim/updaterule.h"

#include <algorithm>

namespace motley {

namespace {

struct Split {
    NamedTensors those;
    NamedTensors others;
};

template <typename Predicate>
Split split(const NamedTensors &parameters, Predicate isOne)
{
    Split parts;
    for (const NamedTensor &parameter : parameters)
        (isOne(parameter) ? parts.those : parts.others).push_back(parameter);
    return parts;
}

// The usual criterion: biases and the scales of norms are vectors, whatever they are called.
bool isBiasOrNorm(const NamedTensor &parameter)
{
    return parameter.tensor.dim() < 2;
}

// Muon's authors give embedding tables, which are looked up and not multiplied with, and the output layer onto a
// vocabulary to AdamW. Both are found by the names that Hugging Face and we give them. A convolution counts as a matrix
// with a row for each of its outputs.
bool isHiddenMatrix(const NamedTensor &parameter)
{
    constexpr const char *tables[] = {"embed", "wte.", "wpe.", "lm_head"};
    return parameter.tensor.dim() >= 2 && std::none_of(std::begin(tables), std::end(tables), [&](const char *table) {
        return parameter.name.find(table) != std::string::npos;
    });
}

UpdateRulePointer makeRule(const OptimizerSpec &spec, const NamedTensors &parameters, bool adapts)
{
    switch (spec.kind) {
    case OptimizerSpec::Kind::Sgd:
        return makeSgd(spec, parameters);
    case OptimizerSpec::Kind::Adadelta:
        return makeAdadelta(spec, parameters);
    case OptimizerSpec::Kind::Adagrad:
        return makeAdagrad(spec, parameters);
    case OptimizerSpec::Kind::Adamax:
        return makeAdamax(spec, parameters);
    case OptimizerSpec::Kind::RmsProp:
        return makeRmsProp(spec, parameters);
    case OptimizerSpec::Kind::Adafactor:
        return makeAdafactor(spec, parameters);
    case OptimizerSpec::Kind::Lamb:
        return makeLamb(spec, parameters, adapts);
    case OptimizerSpec::Kind::Lion:
        return makeLion(spec, parameters);
    case OptimizerSpec::Kind::Muon:
        return makeMuon(spec, parameters);
    case OptimizerSpec::Kind::Adam:
    case OptimizerSpec::Kind::AdamW:
    case OptimizerSpec::Kind::HetSeqAdam:
        break;
    }
    return makeAdam(spec, parameters);
}

void addGroups(std::vector<ParameterGroup> &groups, const OptimizerSpec &spec, const NamedTensors &parameters)
{
    const Split parts
        = split(parameters, [&](const NamedTensor &item) { return spec.decayBiasesAndNorms || !isBiasOrNorm(item); });
    if (!parts.those.empty())
        groups.push_back({spec, parts.those, true});
    OptimizerSpec spared = spec;
    spared.weightDecay = 0;
    if (!parts.others.empty())
        groups.push_back({spared, parts.others, false});
}

} // namespace

std::vector<ParameterGroup> groupParameters(const OptimizerSpec &spec, const NamedTensors &parameters)
{
    std::vector<ParameterGroup> groups;
    if (spec.kind != OptimizerSpec::Kind::Muon) {
        addGroups(groups, spec, parameters);
        return groups;
    }
    const Split parts = split(parameters, isHiddenMatrix);
    addGroups(groups, spec, parts.those);
    OptimizerSpec others = spec;
    others.kind = OptimizerSpec::Kind::AdamW;
    addGroups(groups, others, parts.others);
    return groups;
}

UpdateRulePointer makeUpdateRule(const ParameterGroup &group)
{
    return makeRule(group.spec, group.parameters, group.adapts);
}

bool needsWholeTensors(const OptimizerSpec &spec)
{
    return spec.kind == OptimizerSpec::Kind::Lamb || spec.kind == OptimizerSpec::Kind::Adafactor
        || spec.kind == OptimizerSpec::Kind::Muon;
}

} // namespace motley
