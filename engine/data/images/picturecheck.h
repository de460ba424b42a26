// A look at all pictures of a data set before any of them is used, so that a run does not end at the step that meets a
// file which is no picture.
#pragma once

#include "engine/data/images/imagefolder.h"

#include <chrono>

namespace motley {

// Headers and ends of files are read, on several threads. Disks and network file systems may be slow: after `patience`
// no further file is looked at. Returns the number of pictures looked at. The Error counts those that cannot be read
// and names the first few.
Result<std::int64_t> checkPictures(
    const ImageFolder &folder, std::chrono::milliseconds patience = std::chrono::seconds(60));

} // namespace motley
