// The language model that a job trains, or puts an adapter on to train that.
#pragma once

#include "engine/formats/lora/loraconfig.h"
#include "engine/job/jobspec.h"
#include "engine/tasks/causal/causalmodel.h"
#include "engine/tasks/earlier/earliermodel.h"

#include <cstdint>
#include <optional>
#include <string>

namespace motley {

struct TrainedModel {
    CausalModel opened;
    std::optional<LoraConfig> adapter; // nullopt: all weights are trained
    std::string start; // the folder that the job starts from; empty: the weights are fresh
    std::string note{}; // for the user; empty: none

    std::optional<std::string> adapterConfig() const; // adapter_config.json, where an adapter is trained
};

// The same on each rank. Errors: a folder that is not supported, weights of an earlier model that would mean something
// else in this one, an adapter that does not fit the model, packed weights without one.
Result<TrainedModel> openTrainedModel(
    const JobSpec &job, const LanguageModelSpec &spec, std::int64_t vocabulary, const EarlierModel &earlier);

} // namespace motley
