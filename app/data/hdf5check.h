// The first and the last records of HDF5 files, as the machines will read them.
#pragma once

#include "engine/base/result.h"
#include "engine/job/tasks/taskspec.h"

namespace motley {

Result<void> checkRows(const BertSpec &task);
Result<void> checkVolume(const VolumeSpec &task);

} // namespace motley
