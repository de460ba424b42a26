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
std::vector<std::string> notesOnLearning(const TaggingDataset &training); // on words that are not learnt
// On words that no network sees, and which the test takes as tagged O.
std::vector<std::string> notesOnTest(const TaggingDataset &test);

} // namespace motley
