// The first and the last records of HDF5 files, as the machines will read them.
#pragma once

#include "engine/base/result.h"
#include "engine/job/tasks/taskspec.h"

namespace motley {

class Hdf5File;

Result<void> checkRows(const BertSpec &task);
Result<void> checkVolume(const VolumeSpec &task);
Result<void> checkRaw(const Hdf5File &volume); // its data set raw alone

} // namespace motley
