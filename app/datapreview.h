// A look into a folder of IDX images before anything trains on it: how many, how large, and the first few.
#pragma once

#include "engine/protocol/jobspec.h"

#include <QImage>

#include <vector>

namespace motley {

struct DataPreview {
    std::int64_t trainSamples = 0;
    std::int64_t testSamples = 0;
    int width = 0; // pixels
    int height = 0;
    std::int64_t bytes = 0; // of the files
    std::vector<QImage> samples; // the first training images
};

// Reads headers and a few images only. Errors name the file and what is wrong with it.
Result<DataPreview> previewData(const JobSpec &job, int samples);

} // namespace motley
