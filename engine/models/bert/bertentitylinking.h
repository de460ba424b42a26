// HetSeq's entity linking: a BERT that classifies tokens as first of a mention, inside one or outside, and predicts at
// the first token of a mention the vector of its entity among given entity vectors.
#pragma once

#include "engine/models/bert/bert.h"
#include "engine/models/layers/linear.h"

namespace motley {

class BertForEntityLinking : public torch::nn::Module {
public:
    explicit BertForEntityLinking(const BertConfig &config); // needs config.labels and config.entitySize

    struct Outputs {
        at::Tensor labels; // logits [samples, tokens, classes]
        at::Tensor points; // [samples, tokens, entitySize], between -1 and 1
    };
    Outputs forward(const BertInputs &inputs);

private:
    double m_dropout;
    std::uint64_t m_dropoutLayer;
    std::shared_ptr<BertModel> m_bert;
    Linear m_classifier = nullptr;
    Linear m_entities = nullptr;
};

// The linked tokens and their entities, in the order of the samples.
struct LinkedTokens {
    at::Tensor rows; // int64 [count]
    at::Tensor entities; // int64 [count]
};
// ids: int64 [samples, tokens], above 0 for known entities; 0 stands for unknown entities, negative for none.
LinkedTokens linkedTokens(const at::Tensor &ids);

// The sum of 1 - cosine(point, vector of the entity) over the linked tokens; 0 if there are none. points: [samples,
// tokens, entitySize]; vectors: float [entities, entitySize].
at::Tensor summedLinkLoss(const at::Tensor &points, const LinkedTokens &linked, const at::Tensor &vectors);

// For each point the entity, except entity 0, whose vector has the largest cosine with it. points: [rows, entitySize]
// -> int64 [rows].
at::Tensor nearestEntities(const at::Tensor &points, const at::Tensor &vectors);

} // namespace motley
