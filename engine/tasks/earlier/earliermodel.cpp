#include "engine/tasks/earlier/earliermodel.h"

#include <filesystem>

namespace motley {

bool EarlierModel::has(const std::string &file) const
{
    std::error_code ignored;
    return !folder.empty() && std::filesystem::is_regular_file(folder + "/" + file, ignored);
}

std::string noteOnUnknown(const EarlierModel &earlier, const std::string &what)
{
    return earlier.source + " does not say which " + what
        + " its weights were trained with. Those of this job's data are used: unless they are the same, the weights "
          "mean "
          "something else.";
}

} // namespace motley
