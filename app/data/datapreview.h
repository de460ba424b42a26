// A look into the data of a task before anything trains on them: how many files, and of images the first few.
#pragma once

#include "engine/base/result.h"
#include "engine/job/tasks/taskspec.h"

#include <QImage>

#include <chrono>
#include <stop_token>
#include <vector>

namespace motley {

struct DataPreview {
    int files = 0;
    std::int64_t bytes = 0; // of the files
    bool isWhole = true; // otherwise there may be more files than these

    // The fields below are known of images only.
    std::int64_t trainSamples = 0;
    std::int64_t testSamples = 0;
    int width = 0; // pixels
    int height = 0;
    std::vector<QImage> samples; // the first training images
};

struct PreviewLimits {
    int entries = 50'000; // of all folders together
    std::chrono::milliseconds time = std::chrono::seconds(3);
    std::stop_token stop;
};

// Reads headers, a few images, and what checkData() does. Errors name the file and what is wrong with it.
Result<DataPreview> previewData(const TaskSpec &task, int samples, const PreviewLimits &limits = {});

} // namespace motley
