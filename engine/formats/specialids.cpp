#include "engine/formats/specialids.h"

#include "engine/json/foreignjson.h"

namespace motley {

namespace {

// The ids under a key, which may be one or a list; nullopt: no such key.
Result<std::optional<std::vector<std::int64_t>>> idsOf(const Json &config, const char *key)
{
    const auto found = config.find(key);
    if (found == config.end())
        return std::optional<std::vector<std::int64_t>>();
    std::vector<std::int64_t> ids;
    for (const Json &id : found->is_array() ? *found : Json::array({*found})) {
        if (id.is_null())
            continue;
        if (!id.is_number_integer() || id.get<std::int64_t>() < 0)
            return fail(
                "The field " + std::string(key) + " must be the number of a token, but is " + describeJson(id) + ".");
        ids.push_back(id.get<std::int64_t>());
    }
    return std::optional(ids);
}

Result<SpecialIds> specialIdsIn(const Json &config)
{
    SpecialIds ids;
    const auto end = idsOf(config, "eos_token_id");
    const auto begin = idsOf(config, "bos_token_id");
    const auto pad = idsOf(config, "pad_token_id");
    for (const auto *read : {&end, &begin, &pad})
        if (!*read)
            return tl::unexpected(read->error());
    ids.end = end->value_or(std::vector<std::int64_t>());
    ids.endless = *end && ids.end.empty();
    const auto one
        = [](const auto &list) { return list && !list->empty() ? std::optional(list->front()) : std::nullopt; };
    ids.begin = one(*begin);
    ids.pad = one(*pad);
    return ids;
}

} // namespace

SpecialIds SpecialIds::otherwise(const SpecialIds &other) const
{
    SpecialIds ids = *this;
    if (end.empty() && !endless) {
        ids.end = other.end;
        ids.endless = other.endless;
    }
    ids.begin = begin ? begin : other.begin;
    ids.pad = pad ? pad : other.pad;
    return ids;
}

Result<SpecialIds> parseSpecialIds(const std::string &text)
{
    const auto config = parseModelConfig(text);
    if (!config)
        return tl::unexpected(config.error());
    if (!config->is_object())
        return fail("The configuration must be a JSON object.");
    const auto ids = specialIdsIn(*config);
    const auto inside = config->find("text_config");
    if (!ids || inside == config->end() || !inside->is_object())
        return ids;
    return specialIdsIn(*inside).map([&](const SpecialIds &ofText) { return ids->otherwise(ofText); });
}

} // namespace motley
