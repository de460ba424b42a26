// Entities in the answers of a model that labels tokens.
#pragma once

#include "engine/tasks/metrics/entityf1.h"

#include <ATen/core/Tensor.h>

namespace motley {

// Of all types together. Both int64 [samples, tokens]; tokens whose label is below 0 are passed over.
EntityCounts countEntities(const EntityCounter &counter, const at::Tensor &labels, const at::Tensor &chosen);

} // namespace motley
