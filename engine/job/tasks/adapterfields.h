// For .cpp files that link the JSON room: the fields of adapters.
#pragma once

#include "engine/job/tasks/adapterspec.h"
#include "engine/json/jsonfields.h"

namespace motley {

template <typename Fields>
void describe(Fields &fields, AdapterSpec &adapter)
{
    const bool fresh = adapter.rank > 0 && adapter.start.empty();
    fields("start", adapter.start,
        {translatable("JobField", "Go on with adapter"),
            translatable("JobField",
                "A folder with a LoRA adapter of this model, as PEFT writes it; empty: a fresh one of the rank below, "
                "or "
                "none.")});
    fields("rank", adapter.rank,
        {.label = translatable("JobField", "Adapter rank"),
            .help = translatable("JobField",
                "LoRA: small matrices of this rank are trained beside the linear layers, and the model's own weights "
                "stay "
                "as they are."),
            .least = 0,
            .most = 65536,
            .used = adapter.start.empty(),
            .zero = translatable("JobField", "all weights are trained")});
    fields("alpha", adapter.alpha,
        {.label = translatable("JobField", "Alpha"),
            .help = translatable("JobField", "What the adapter adds is multiplied by alpha / rank."),
            .least = 0,
            .most = 1e6,
            .used = fresh,
            .zero = translatable("JobField", "as the rank")});
    fields("rsLora", adapter.rsLora,
        {translatable("JobField", "Rank-stabilised"),
            translatable("JobField", "Multiplies by alpha / √rank instead, for high ranks."), 0, 1, false, fresh});
    fields("dropout", adapter.dropout,
        {translatable("JobField", "Adapter dropout"),
            translatable("JobField", "The part of what an adapter gets that training leaves out."), 0, 0.99, false,
            fresh});
    fields("targets", adapter.targets,
        {translatable("JobField", "Adapted layers"),
            translatable("JobField",
                "all-linear: all but the output layer; or names with commas between them, such as q_proj, v_proj."),
            0, 0, fresh, fresh});
    fields("rankPattern", adapter.rankPattern,
        {translatable("JobField", "Other ranks"),
            translatable("JobField", "Layers of another rank, such as down_proj=32, 0.mlp.up_proj=8."), 0, 0, false,
            fresh});
    fields("alphaPattern", adapter.alphaPattern,
        {translatable("JobField", "Other alphas"),
            translatable("JobField", "Layers of another alpha, such as down_proj=64."), 0, 0, false, fresh});
    fields("modulesToSave", adapter.modulesToSave,
        {translatable("JobField", "Trained as a whole"),
            translatable(
                "JobField", "Parts of the model that are trained beside the adapter, such as embed_tokens, lm_head."),
            0, 0, false, fresh});
}

// A job that a user writes may leave out any of these.
template <>
struct HasDefaults<AdapterSpec> : std::true_type {
};

} // namespace motley
