// README.md of a trained model's folder: what the model is, how good, how it was made, and how it is used.
#pragma once

#include "engine/job/jobspec.h"
#include "engine/protocol/event.h"
#include "engine/training/datadigests.h"

namespace motley {

struct ModelCard {
    JobSpec job;
    std::string model; // "BERT, 12 layers of 768"
    std::int64_t parameters = 0;
    std::int64_t step = 0; // the last one that was applied
    std::int64_t totalSteps = 0; // that the job has
    std::optional<Evaluation> test; // the last one
    Plan plan;
    std::vector<std::int64_t> shares; // of the last step; index = rank
    std::vector<DataDigest> data;
    std::string engineVersion;
};

// Markdown. Names from the job are cleaned of what Markdown and HTML would read as their own.
std::string toMarkdown(const ModelCard &card);

} // namespace motley
