// The best translations that a Transformer has for sentences, searched for as fairseq does: a few hypotheses of each
// sentence grow token by token, all sentences of a batch together.
#pragma once

#include "engine/models/translation/beamspec.h"
#include "engine/models/translation/transformer.h"

namespace motley {

struct Translation {
    std::vector<std::int64_t> tokens; // at least one, without start and end
    double score = 0; // its log-probability (with the end), divided as BeamSpec says
};

// source: int64 [sentences, tokens], filled up with padId. For each sentence up to `width` translations, best first. A
// sentence is done when it has `width` of them. Little is wasted when the sentences are about equally long.
std::vector<std::vector<Translation>> translate(Transformer &model, const at::Tensor &source, const BeamSpec &spec);

} // namespace motley
