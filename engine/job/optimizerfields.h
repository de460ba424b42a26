// For the .cpp files of this folder only, like jobfields.h: the fields of optimizers.
#pragma once

#include "engine/job/optimizerspec.h"
#include "engine/json/jsonfields.h"

namespace motley {

template <>
struct EnumNames<OptimizerSpec::Kind> {
    static constexpr auto table = names<OptimizerSpec::Kind>({{OptimizerSpec::Kind::Sgd, "sgd"},
        {OptimizerSpec::Kind::Adam, "adam"}, {OptimizerSpec::Kind::AdamW, "adamw"},
        {OptimizerSpec::Kind::HetSeqAdam, "hetseq-adam"}, {OptimizerSpec::Kind::Adadelta, "adadelta"},
        {OptimizerSpec::Kind::Adagrad, "adagrad"}, {OptimizerSpec::Kind::Adamax, "adamax"},
        {OptimizerSpec::Kind::RmsProp, "rmsprop"}, {OptimizerSpec::Kind::Adafactor, "adafactor"},
        {OptimizerSpec::Kind::Lamb, "lamb"}, {OptimizerSpec::Kind::Lion, "lion"}, {OptimizerSpec::Kind::Muon, "muon"}});
    static constexpr std::array<const char *, 12> words{translatable("JobField", "SGD with momentum"),
        translatable("JobField", "Adam"), translatable("JobField", "AdamW"),
        translatable("JobField", "Adam as in HetSeq"), translatable("JobField", "Adadelta"),
        translatable("JobField", "Adagrad"), translatable("JobField", "Adamax"), translatable("JobField", "RMSprop"),
        translatable("JobField", "Adafactor"), translatable("JobField", "LAMB"), translatable("JobField", "Lion"),
        translatable("JobField", "Muon")};
};

template <>
struct HasDefaults<OptimizerSpec> : std::true_type {
};

template <typename Fields>
void describe(Fields &fields, OptimizerSpec &optimizer)
{
    using Kind = OptimizerSpec::Kind;
    const Kind before = optimizer.kind;
    fields("kind", optimizer.kind, {translatable("JobField", "Method"), translatable("JobField", "Its name.")});
    if (optimizer.kind != before) // kind was read: fields that are left out get the defaults of this method
        optimizer = usualOptimizer(optimizer.kind);
    const auto isOneOf = [&optimizer](auto... kinds) { return ((optimizer.kind == kinds) || ...); };
    fields("momentum", optimizer.momentum,
        {.label = translatable("JobField", "Momentum"),
            .help = translatable("JobField", "SGD, RMSprop and Muon: the part of the previous update that is kept."),
            .least = 0,
            .most = 0.9999,
            .used = isOneOf(Kind::Sgd, Kind::RmsProp, Kind::Muon)});
    fields("nesterov", optimizer.nesterov,
        {.label = translatable("JobField", "Nesterov"),
            .help = translatable(
                "JobField", "SGD and Muon: Nesterov momentum, which takes the gradient where the momentum leads."),
            .used = isOneOf(Kind::Sgd, Kind::Muon)});
    fields("beta1", optimizer.beta1,
        {.label = translatable("JobField", "Beta 1"),
            .help = translatable("JobField",
                "Decay of the mean gradient, where the method has one; Lion: the part that it has in an update."),
            .least = 0,
            .most = 0.999999,
            .used
            = isOneOf(Kind::Adam, Kind::AdamW, Kind::HetSeqAdam, Kind::Adamax, Kind::Lamb, Kind::Lion, Kind::Muon)});
    fields("beta2", optimizer.beta2,
        {.label = translatable("JobField", "Beta 2"),
            .help = translatable("JobField",
                "Decay of the mean square of the gradient, where the method has one; Lion: of the mean gradient."),
            .least = 0,
            .most = 0.999999,
            .used = !isOneOf(Kind::Sgd, Kind::Adagrad, Kind::Adafactor)});
    fields("epsilon", optimizer.epsilon,
        {.label = translatable("JobField", "Epsilon"),
            .help = translatable(
                "JobField", "Keeps steps finite where gradients vanish; left out, what is usual for the method."),
            .least = 1e-30,
            .most = 1,
            .used = !isOneOf(Kind::Sgd, Kind::Lion)});
    fields("amsgrad", optimizer.amsgrad,
        {.label = translatable("JobField", "AMSGrad"),
            .help = translatable("JobField", "Adam and AdamW: divides by the largest mean square so far."),
            .used = isOneOf(Kind::Adam, Kind::AdamW)});
    fields("weightDecay", optimizer.weightDecay,
        {translatable("JobField", "Weight decay"),
            translatable("JobField",
                "Decoupled in AdamW, HetSeq's Adam, Adafactor, LAMB, Lion and Muon; added to the gradient in the "
                "others."),
            0, 10});
    fields("decayBiasesAndNorms", optimizer.decayBiasesAndNorms,
        {translatable("JobField", "Decay biases and norms too"),
            translatable("JobField", "Otherwise only parameters of two and more dimensions decay.")});
    fields("clipValue", optimizer.clipValue,
        {.label = translatable("JobField", "Clip gradient entries"),
            .help = translatable("JobField", "Largest entry of a gradient, in either direction; 0: no clipping."),
            .least = 0,
            .most = 1e9,
            .zero = translatable("JobField", "No clipping")});
    fields("averageDecay", optimizer.averageDecay,
        {.label = translatable("JobField", "Average of weights"),
            .help = translatable(
                "JobField", "Decay of a moving average of the parameters, which is tested and saved; 0: none."),
            .least = 0,
            .most = 0.999999,
            .zero = translatable("JobField", "No average")});
}

} // namespace motley
