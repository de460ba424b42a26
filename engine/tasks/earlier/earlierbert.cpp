#include "engine/tasks/earlier/earlierbert.h"

#include "engine/base/textfile.h"

#include <algorithm>

namespace motley {

std::optional<BertConfig> bertConfigOf(const EarlierModel &earlier)
{
    if (!earlier.has("config.json"))
        return std::nullopt;
    const auto config = readTextFile(earlier.folder + "/config.json", 1 << 20).and_then([](const std::string &text) {
        return parseBertConfig(text);
    });
    return config ? std::optional(*config) : std::nullopt;
}

Result<void> checkSameNetwork(
    const BertConfig &config, const std::optional<BertConfig> &earlier, const std::string &source)
{
    if (!earlier)
        return {};
    const std::pair<const char *, bool> same[] = {{"heads of attention", config.heads == earlier->heads},
        {"an activation", config.activation == earlier->activation},
        {"an epsilon of its normalisation", config.layerNormEpsilon == earlier->layerNormEpsilon}};
    for (const auto &[what, equal] : same)
        if (!equal)
            return fail("The job's model has " + std::string(what) + " that the model in " + source
                + " does not have, whose weights would mean something else. Take the config.json of that model.");
    return {};
}

std::string tokenizerFolder(const EarlierModel &earlier, const std::string &start)
{
    return earlier.has("vocab.txt") || earlier.has("tokenizer.json") ? earlier.folder : start;
}

std::vector<std::string> missingFrom(const std::vector<std::string> &known, const std::vector<std::string> &wanted)
{
    std::vector<std::string> missing;
    std::copy_if(wanted.begin(), wanted.end(), std::back_inserter(missing),
        [&](const std::string &name) { return std::find(known.begin(), known.end(), name) == known.end(); });
    return missing;
}

std::string describeOtherTokens(const WordPieceTokenizer &ofRows, const std::string &rows,
    const WordPieceTokenizer &ofWeights, const std::string &weights)
{
    const std::int64_t both = std::min(ofRows.size(), ofWeights.size());
    std::int64_t others = 0;
    std::string first;
    for (std::int64_t id = 0; id < both; ++id) {
        const std::string &now = ofRows.token(std::int32_t(id));
        const std::string &before = ofWeights.token(std::int32_t(id));
        if (now == before || before.starts_with("[unused"))
            continue;
        if (others++ == 0)
            first = "\"" + now + "\" in place of \"" + before + "\" at " + std::to_string(id);
    }
    if (others == 0)
        return {};
    return "The vocabulary of the rows in " + rows + " has other tokens at " + std::to_string(others) + " of "
        + std::to_string(both) + " ids than that of the weights in " + weights + ", such as " + first
        + ". Make the rows with the vocabulary of the weights, or begin with fresh ones.";
}

} // namespace motley
