#include "engine/data/text/paralleltext.h"

#include "engine/data/tokenizers/textlines.h"

#include <cstdint>

namespace motley {

namespace {

constexpr std::size_t mostParallelBytes = std::size_t(4) << 30;

} // namespace

Result<ParallelText> readParallelText(const std::string &sourceFile, const std::string &targetFile)
{
    auto source = readLines(sourceFile, mostParallelBytes);
    if (!source)
        return tl::unexpected(source.error());
    auto target = readLines(targetFile, mostParallelBytes);
    if (!target)
        return tl::unexpected(target.error());
    if (source->size() != target->size())
        return fail(sourceFile + " has " + std::to_string(source->size()) + " lines, but its translation " + targetFile
            + " has " + std::to_string(target->size()) + "; line by line they must belong together.");
    while (!source->empty() && isBlank(source->back()) && isBlank(target->back())) {
        source->pop_back();
        target->pop_back();
    }
    if (source->empty())
        return fail(sourceFile + " and " + targetFile + " have no text in them.");
    return ParallelText{std::move(*source), std::move(*target)};
}

} // namespace motley
