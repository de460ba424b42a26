// Writes what belongs to a model beside its tensors.
#pragma once

#include "engine/base/result.h"
#include "engine/tensorfiles/sidefile.h"

#include <string>
#include <vector>

namespace motley {

// Each at its name below `folder`, where a name such as "additional_chat_templates/rag.jinja" leads through a folder.
// They are on the disk when this returns.
Result<void> writeSideFiles(const std::string &folder, const std::vector<SideFile> &files);

} // namespace motley
