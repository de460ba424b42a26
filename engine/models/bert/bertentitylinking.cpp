#include "engine/models/bert/bertentitylinking.h"

#include <algorithm>

namespace motley {

namespace {

constexpr double cosineEpsilon = 1e-12; // PyTorch's CosineEmbeddingLoss adds it to squared lengths
constexpr std::int64_t entitiesAtOnce = 1 << 16; // bounds the memory of nearestEntities()

at::Tensor unitRows(const at::Tensor &x)
{
    return x * (x.square().sum(1, true) + cosineEpsilon).rsqrt();
}

} // namespace

BertForEntityLinking::BertForEntityLinking(const BertConfig &config)
    : m_dropout(config.hiddenDropout), m_dropoutLayer(std::uint64_t(3 * config.layers + 1))
{
    m_bert = register_module("bert", std::make_shared<BertModel>(config, false));
    const auto classes = std::int64_t(config.labels.size());
    m_classifier = register_module("classifier", Linear(config.hiddenSize, classes));
    m_entities = register_module("entity_classifier", Linear(config.hiddenSize, config.entitySize.value_or(1)));
}

BertForEntityLinking::Outputs BertForEntityLinking::forward(const BertInputs &inputs)
{
    const Dropout dropout = dropoutOf(*this, inputs, m_dropout);
    const at::Tensor sequence = dropout(m_bert->forward(inputs), m_dropout, m_dropoutLayer);
    return {m_classifier(sequence), m_entities(sequence).tanh()};
}

LinkedTokens linkedTokens(const at::Tensor &ids)
{
    const at::Tensor flat = ids.flatten();
    const at::Tensor rows = flat.gt(0).nonzero().squeeze(1);
    return {rows, flat.index_select(0, rows)};
}

at::Tensor summedLinkLoss(const at::Tensor &points, const LinkedTokens &linked, const at::Tensor &vectors)
{
    const at::Tensor from = unitRows(points.flatten(0, 1).index_select(0, linked.rows));
    const at::Tensor to = unitRows(vectors.index_select(0, linked.entities));
    return linked.rows.size(0) - (from * to).sum();
}

at::Tensor nearestEntities(const at::Tensor &points, const at::Tensor &vectors)
{
    const torch::NoGradGuard noGradients;
    const at::Tensor from = unitRows(points);
    at::Tensor best = at::full({points.size(0)}, -2, from.options()); // below every cosine
    at::Tensor entities = at::zeros({points.size(0)}, points.options().dtype(at::kLong));
    for (std::int64_t first = 1; first < vectors.size(0); first += entitiesAtOnce) {
        const at::Tensor some = vectors.slice(0, first, std::min(first + entitiesAtOnce, vectors.size(0)));
        const auto [cosines, indices] = at::linear(from, unitRows(some)).max(1);
        const at::Tensor isBetter = cosines.gt(best);
        entities = at::where(isBetter, indices + first, entities);
        best = at::where(isBetter, cosines, best);
    }
    return entities;
}

} // namespace motley
