// What the tasks that train a BERT say of it.
#pragma once

#include "engine/models/adopttensors.h"
#include "engine/models/folderfile.h"
#include "engine/protocol/bertconfig.h"

#include <string>
#include <vector>

namespace motley {

std::string bertName(const BertConfig &config); // "BERT, 12 layers of 768"
std::vector<std::string> notesOf(const Adoption &adoption); // at most one
std::vector<FolderFile> vocabularyOf(const std::string &modelFolder); // vocab.txt, where there is one

} // namespace motley
