// Image classification: one label for each image.
#pragma once

#include "engine/tasks/registry.h"

namespace motley {

TaskEntry imageClassification();

} // namespace motley
