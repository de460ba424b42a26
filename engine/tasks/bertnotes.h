// What the tasks that train a BERT say of it.
#pragma once

#include "engine/formats/bertconfig.h"
#include "engine/tensorfiles/loadtensors.h"
#include "engine/tensorfiles/sidefile.h"

#include <string>
#include <vector>

namespace motley {

std::string bertName(const BertConfig &config); // "BERT, 12 layers of 768"
std::vector<std::string> notesOf(const LoadedTensors &loaded); // at most one
std::vector<SideFile> vocabularyOf(const std::string &modelFolder); // vocab.txt, where there is one

} // namespace motley
