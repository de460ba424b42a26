#include "engine/inference/hetseqexport.h"

#include "engine/models/bert/bertfiles.h"

#include <filesystem>

namespace motley {

Result<void> exportToHetSeq(const std::string &modelFolder, const std::string &file)
{
    if (std::filesystem::exists(file))
        return fail(file + " is there already; name a new file.");
    if (!std::filesystem::is_directory(modelFolder))
        return fail("There is no folder " + modelFolder + ".");
    return readBertFolder(modelFolder).and_then([&](const BertFiles &files) {
        return writeHetSeqModel(file, files.tensors);
    });
}

} // namespace motley
