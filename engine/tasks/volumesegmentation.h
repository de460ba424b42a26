// Flood-filling networks: which voxels belong to the object that one voxel is of.
#pragma once

#include "engine/tasks/registry.h"

namespace motley {

TaskEntry volumeSegmentation();

} // namespace motley
