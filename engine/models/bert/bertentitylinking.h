// HetSeq's entity linking: a BERT that labels tokens as the first of a mention, inside one or outside, and points from
// the first token of a mention to where its entity lies among vectors that were made before.
#pragma once

#include "engine/models/bert/bert.h"

namespace motley {

class BertForEntityLinking : public torch::nn::Module {
public:
    explicit BertForEntityLinking(const BertConfig &config); // which has labels and an entitySize

    struct Outputs {
        at::Tensor labels; // [samples, tokens, classes], before softmax
        at::Tensor points; // [samples, tokens, entitySize], between -1 and 1
    };
    Outputs forward(const BertInputs &inputs);

private:
    double m_dropout;
    std::uint64_t m_dropoutLayer;
    std::shared_ptr<BertModel> m_bert;
    torch::nn::Linear m_classifier = nullptr;
    torch::nn::Linear m_entities = nullptr;
};

// Rows and entities of the tokens that are linked, in the order of the samples. ids: int64 [samples, tokens], below 0
// where there is no entity or none that is known; 0 is the unknown one too.
struct LinkedTokens {
    at::Tensor rows; // int64 [count]
    at::Tensor entities; // int64 [count]
};
LinkedTokens linkedTokens(const at::Tensor &ids);

// The sum of 1 - cosine(point, vector of the entity) over the linked tokens; 0 if there is none. vectors: float
// [entities, entitySize].
at::Tensor summedLinkLoss(const at::Tensor &points, const LinkedTokens &linked, const at::Tensor &vectors);

// The entity whose vector has the largest cosine with each point, but not entity 0. points: [rows, entitySize] -> int64
// [rows].
at::Tensor nearestEntities(const at::Tensor &points, const at::Tensor &vectors);

} // namespace motley
