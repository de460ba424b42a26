// Finds the best translations of sentences by beam search as in fairseq: a few hypotheses of each sentence grow token
// by token, for all sentences of a batch together.
#pragma once

#include "engine/models/translation/beamspec.h"
#include "engine/models/translation/transformer.h"

namespace motley {

struct Translation {
    std::vector<std::int64_t> tokens; // at least one, without start and end tokens
    double score = 0; // log-probability, end token included, divided by the length penalty
};

// source: int64 [sentences, tokens], padded with padId. Returns up to `width` translations of each sentence, best
// first. A sentence is finished when it has `width` of them. Most efficient with sentences of similar length.
std::vector<std::vector<Translation>> translate(Transformer &model, const at::Tensor &source, const BeamSpec &spec);

} // namespace motley
