// Counts the entities in the output of a token classifier.
#pragma once

#include "engine/tasks/metrics/entityf1.h"

#include <ATen/core/Tensor.h>

namespace motley {

// The counts of all entity types together. labels and chosen: int64 [samples, tokens], expected and predicted labels;
// tokens whose label is below 0 are skipped.
EntityCounts countEntities(const EntityCounter &counter, const at::Tensor &labels, const at::Tensor &chosen);

} // namespace motley
