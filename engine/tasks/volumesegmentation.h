// Volume segmentation with flood-filling networks: finds the voxels that belong to the same object as a given voxel.
#pragma once

#include "engine/tasks/registry.h"

namespace motley {

TaskEntry volumeSegmentation();

} // namespace motley
