#include "engine/tasks/earlier/earlierparts.h"

#include "engine/base/textfile.h"

namespace motley {

Result<bool> isOther(
    const std::optional<std::string> ModelParts::*part, const ModelParts &now, const EarlierModel &earlier)
{
    if (!earlier.has(partsFile))
        return false;
    const std::string file = earlier.folder + "/" + partsFile;
    const auto before = readTextFile(file, 1 << 20).and_then(parseModelParts);
    if (!before)
        return fail(file + ": " + before.error().message, before.error().detail);
    return (*before).*part && now.*part && (*before).*part != now.*part;
}

} // namespace motley
