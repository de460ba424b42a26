#include "engine/data/tokenizers/vocabularyfit.h"

#include <algorithm>

namespace motley {

Result<void> checkFit(std::int64_t tokens, std::int64_t embeddings, const std::string &where)
{
    if (tokens <= embeddings)
        return {};
    return fail("The vocabulary in " + where + " has " + std::to_string(tokens) + " tokens, but the model only "
        + std::to_string(embeddings) + ": they do not belong together.");
}

std::vector<std::string> notesOnUnused(std::int64_t tokens, std::int64_t embeddings, const std::string &where)
{
    // Embeddings are often filled up to a round number.
    if (embeddings - tokens <= std::max<std::int64_t>(128, embeddings / 32))
        return {};
    return {"The vocabulary in " + where + " has " + std::to_string(tokens) + " tokens, but the model "
        + std::to_string(embeddings) + " embeddings: do they belong together?"};
}

} // namespace motley
