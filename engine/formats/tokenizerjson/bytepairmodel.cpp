#include "engine/formats/hubpart.h"
#include "engine/formats/tokenizerjson/modelfields.h"
#include "engine/json/foreignjson.h"

#include <algorithm>

namespace motley {

namespace {

std::string inQuotes(const std::string &text)
{
    return describeJson(Json(text));
}

Result<void> readVocabulary(const nlohmann::json &json, BytePairModel &model)
{
    if (!json.is_object() || json.empty())
        return fail("The field model.vocab must be an object of tokens and their numbers.");
    for (const auto &[token, number] : json.items()) {
        const bool isId = number.is_number_unsigned() && number.get<std::uint64_t>() < std::uint64_t(mostTokenIds);
        if (!isId)
            return fail("The field model.vocab gives the token " + inQuotes(token) + " the number "
                + describeJson(Json(number)) + "; it must be a whole number below " + std::to_string(mostTokenIds)
                + ".");
        model.vocabulary.emplace_back(token, number.get<std::int32_t>());
    }
    auto &tokens = model.vocabulary;
    std::sort(tokens.begin(), tokens.end(), [](const auto &a, const auto &b) { return a.second < b.second; });
    const auto twice = std::adjacent_find(
        tokens.begin(), tokens.end(), [](const auto &a, const auto &b) { return a.second == b.second; });
    if (twice != tokens.end())
        return fail("The field model.vocab gives the number " + std::to_string(twice->second) + " to both "
            + inQuotes(twice->first) + " and " + inQuotes((twice + 1)->first) + ".");
    return {};
}

// "left right", or ["left", "right"] as newer programs write it.
std::optional<std::pair<std::string, std::string>> mergeOf(nlohmann::json &merge)
{
    if (merge.is_array() && merge.size() == 2 && merge[0].is_string() && merge[1].is_string())
        return std::pair(std::move(merge[0].get_ref<std::string &>()), std::move(merge[1].get_ref<std::string &>()));
    if (!merge.is_string())
        return std::nullopt;
    const std::string &line = merge.get_ref<std::string &>();
    const std::size_t space = line.find(' ');
    if (space == std::string::npos || line.find(' ', space + 1) != std::string::npos)
        return std::nullopt;
    return std::pair(line.substr(0, space), line.substr(space + 1));
}

Result<void> readMerges(nlohmann::json &json, BytePairModel &model)
{
    if (!json.is_array())
        return fail("The field model.merges must be a list of merges.");
    for (std::size_t i = 0; i < json.size(); ++i) {
        if (json[i].is_string() && json[i].get_ref<const std::string &>().rfind("#version", 0) == 0)
            continue;
        auto merge = mergeOf(json[i]);
        if (!merge)
            return fail("The field model.merges[" + std::to_string(i)
                + "] must be two tokens, as a list or with one space between them.");
        model.merges.push_back(std::move(*merge));
    }
    return {};
}

struct BytePairFields {
    std::string type;
    std::optional<double> dropout;
    std::optional<std::string> unknown;
    std::optional<std::string> prefix;
    std::optional<std::string> suffix;
    std::optional<bool> fuses;
    std::optional<bool> fallback;
    std::optional<bool> ignores;
};

void describe(FieldReader &fields, BytePairFields &model)
{
    fields("type", model.type);
    fields("dropout", model.dropout);
    fields("unk_token", model.unknown);
    fields("continuing_subword_prefix", model.prefix);
    fields("end_of_word_suffix", model.suffix);
    fields("fuse_unk", model.fuses);
    fields("byte_fallback", model.fallback);
    fields("ignore_merges", model.ignores);
}

} // namespace

Result<void> readBytePairModel(nlohmann::json &json, BytePairModel &model)
{
    if (const nlohmann::json type = json.value("type", nlohmann::json()); type != "BPE")
        return fail("The field model.type " + describeJson(Json(type))
            + " is not supported; of the models that a "
              "tokenizer.json may have this program computes with \"BPE\" here.");
    nlohmann::json vocabulary = std::move(json["vocab"]);
    nlohmann::json merges = std::move(json["merges"]);
    json.erase("vocab");
    json.erase("merges");
    const auto fields = fromJson<BytePairFields>(Json(json), "model");
    if (!fields)
        return tl::unexpected(fields.error());
    if (fields->dropout.value_or(0) != 0)
        return fail("The field model.dropout is not supported unless it is 0: the same text has the same tokens here.");
    model.unknown = fields->unknown;
    model.continuingPrefix = fields->prefix.value_or("");
    model.endSuffix = fields->suffix.value_or("");
    model.fusesUnknown = fields->fuses.value_or(false);
    model.byteFallback = fields->fallback.value_or(false);
    model.ignoresMerges = fields->ignores.value_or(false);
    return readVocabulary(vocabulary, model).and_then([&] { return readMerges(merges, model); });
}

} // namespace motley
