// Files of tensors, before machines read them: what their heads say, and the first and last samples of HDF5 files.
#pragma once

#include "engine/base/result.h"
#include "engine/formats/safetensorsheader.h"
#include "engine/job/tasks/torchscriptspec.h"

#include <QString>

#include <vector>

namespace motley {

// What the head of a safetensors file lists. Errors name the file.
Result<std::vector<TensorEntry>> readTensorList(const QString &path);

Result<void> checkTensors(const TorchScriptSpec &task);

} // namespace motley
