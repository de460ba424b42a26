// Names and notes that the tasks with a BERT have in common.
#pragma once

#include "engine/data/text/taggingdataset.h"
#include "engine/formats/bertconfig.h"
#include "engine/tensorfiles/loadtensors.h"

#include <string>
#include <vector>

namespace motley {

std::string bertName(const BertConfig &config); // "BERT, 12 layers of 768"
std::vector<std::string> notesOf(const LoadedTensors &loaded); // on tensors initialised anew or unused; at most one
// Notes on words that are neither learnt nor tested.
std::vector<std::string> notesOf(const TaggingDataset &training, const TaggingDataset &test);

} // namespace motley
