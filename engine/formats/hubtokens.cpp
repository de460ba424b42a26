// The added and special tokens of Hugging Face's tokenizers, which several files name.
#include "engine/formats/hubpart.h"

#include <algorithm>
#include <map>
#include <set>

namespace motley {

namespace {

struct TokenName {
    const char *key;
    std::optional<std::string> NamedTokens::*place;
};
// In the order in which transformers gives them numbers after the vocabulary.
constexpr TokenName tokenNames[] = {{"bos_token", &NamedTokens::begin}, {"eos_token", &NamedTokens::end},
    {"unk_token", &NamedTokens::unknown}, {"sep_token", &NamedTokens::separate}, {"pad_token", &NamedTokens::pad},
    {"cls_token", &NamedTokens::classify}, {"mask_token", &NamedTokens::mask}};

bool isTokenName(const std::string &key)
{
    return std::any_of(
        std::begin(tokenNames), std::end(tokenNames), [&](const TokenName &name) { return key == name.key; });
}

// "text", or {"content": "text", "lstrip": true, ...}. nullopt: null.
Result<std::optional<AddedToken>> tokenOf(const Json &value, bool special)
{
    AddedToken token;
    token.special = special;
    if (value.is_null())
        return std::optional<AddedToken>();
    if (value.is_string()) {
        token.text = value.get<std::string>();
        token.normalized = !special;
        return std::optional(token);
    }
    if (!value.is_object() || !value.value("content", Json()).is_string())
        return fail("A token must be a text or an object with \"content\", but is " + describeJson(value) + ".");
    token.text = value.at("content").get<std::string>();
    if (const auto known
        = checkKeys(value, {"content", "id", "single_word", "lstrip", "rstrip", "normalized", "special", "__type"});
        !known)
        return fail("The token " + describeJson(token.text) + ": " + known.error().message);
    std::optional<bool> normalized;
    std::optional<bool> saysSpecial;
    const auto flag = [&](const char *key, auto &place) -> Result<void> {
        const auto found = value.find(key);
        if (found == value.end())
            return {};
        if (!found->is_boolean())
            return fail("The field " + std::string(key) + " of the token " + describeJson(token.text)
                + " must be true or false.");
        place = found->get<bool>();
        return {};
    };
    const auto read = flag("single_word", token.singleWord)
                          .and_then([&] { return flag("lstrip", token.stripsLeft); })
                          .and_then([&] { return flag("rstrip", token.stripsRight); })
                          .and_then([&] { return flag("normalized", normalized); })
                          .and_then([&] { return flag("special", saysSpecial); });
    if (!read)
        return tl::unexpected(read.error());
    token.special = special || saysSpecial.value_or(false);
    token.normalized = normalized.value_or(!token.special);
    return std::optional(token);
}

Result<std::int64_t> idOf(const Json &value, const std::string &token)
{
    if (!value.is_number_integer() || value.get<std::int64_t>() < 0)
        return fail("The number of the token " + describeJson(token) + " must be a whole number, but is "
            + describeJson(value) + ".");
    return value.get<std::int64_t>();
}

class Collection {
public:
    Result<void> put(const Json &value, bool special, const std::optional<Json> &id = {})
    {
        auto token = tokenOf(value, special);
        if (!token || !*token)
            return token.map([](const auto &) {});
        if (id) {
            const auto number = idOf(*id, (*token)->text);
            if (!number)
                return tl::unexpected(number.error());
            (*token)->id = *number;
        }
        put(std::move(**token));
        return {};
    }

    void put(AddedToken token)
    {
        if (AddedToken *known = find(token.text)) {
            if (!token.id)
                token.id = known->id;
            *known = std::move(token);
        } else if (!token.text.empty()) {
            m_tokens.push_back(std::move(token));
        }
    }

    AddedToken *find(const std::string &text)
    {
        const auto found = std::find_if(
            m_tokens.begin(), m_tokens.end(), [&](const AddedToken &token) { return token.text == text; });
        return found == m_tokens.end() ? nullptr : &*found;
    }

    // A special token whose flags count only where no list has it.
    Result<void> putIfNew(const Json &value)
    {
        const auto token = tokenOf(value, true);
        if (!token || !*token)
            return token.map([](const auto &) {});
        if (AddedToken *known = find((*token)->text))
            known->special = true;
        else
            put(**token);
        return {};
    }

    std::vector<AddedToken> byId()
    {
        std::stable_sort(m_tokens.begin(), m_tokens.end(),
            [](const AddedToken &a, const AddedToken &b) { return a.id && (!b.id || *a.id < *b.id); });
        return std::move(m_tokens);
    }

private:
    std::vector<AddedToken> m_tokens;
};

// The values of a list or, as transformers 5 may write it, of an object.
std::vector<Json> listedIn(const Json &config, const char *key)
{
    const auto found = config.find(key);
    if (found == config.end() || !(found->is_array() || found->is_object()))
        return {};
    return {found->begin(), found->end()};
}

std::vector<Json> extraTokens(const Json &config)
{
    std::vector<Json> extra;
    for (const auto &[key, value] : config.items()) // such as "image_token"
        if (key.ends_with("_token") && !isTokenName(key) && (value.is_string() || value.is_object()))
            extra.push_back(value);
    for (const char *key : {"extra_special_tokens", "additional_special_tokens"})
        for (Json &value : listedIn(config, key))
            extra.push_back(std::move(value));
    return extra;
}

// The tokens of added_tokens.json that are special. As in transformers 5 additional_special_tokens counts for that in
// tokenizer_config.json alone.
std::set<std::string> specialTexts(const HubFiles &files, const Json &config)
{
    std::vector<Json> values = listedIn(files.specialTokens, "extra_special_tokens");
    for (const char *key : {"extra_special_tokens", "additional_special_tokens"})
        for (Json &value : listedIn(files.config, key))
            values.push_back(std::move(value));
    for (const TokenName &name : tokenNames)
        values.push_back(config.value(name.key, Json()));
    std::set<std::string> texts;
    for (const Json &value : values)
        if (const auto token = tokenOf(value, true); token && *token)
            texts.insert((*token)->text);
    return texts;
}

Result<NamedTokens> namedTokens(const Json &config, NamedTokens named)
{
    for (const TokenName &name : tokenNames) {
        const auto found = config.find(name.key);
        if (found == config.end())
            continue;
        const auto token = tokenOf(*found, true);
        if (!token)
            return fail("The field " + std::string(name.key) + ": " + token.error().message);
        named.*name.place = *token ? std::optional((*token)->text) : std::nullopt;
    }
    return named;
}

Result<void> putAll(const HubFiles &files, const Json &config, Collection &tokens)
{
    const auto decoder = config.find("added_tokens_decoder");
    const bool decodes = decoder != config.end() && decoder->is_object();
    Result<void> done;
    if (!decodes) {
        const std::set<std::string> specials = specialTexts(files, config);
        for (const auto &[text, id] : files.addedTokens.items())
            if (done)
                done = inFile("added_tokens.json", tokens.put(Json(text), specials.count(text) > 0, id));
    }
    if (files.tokenizer)
        for (const Json &token :
            listedIn(Json{{"added", files.tokenizer->value("added_tokens", nlohmann::json())}}, "added"))
            if (done)
                done = inFile(
                    "tokenizer.json", tokens.put(token, false, token.is_object() ? token.value("id", Json()) : Json()));
    if (decodes)
        for (const auto &[id, token] : decoder->items())
            if (done)
                done = inFile("tokenizer_config.json",
                    tokens.put(token, false, Json::parse(id, nullptr, /*allow_exceptions=*/false)));
    return done;
}

} // namespace

Result<void> addTokens(const HubFiles &files, const NamedTokens &ofClass, TokenizerParts &parts)
{
    Json config = files.config;
    if (!config.contains("added_tokens_decoder")) // which is newer than special_tokens_map.json
        for (const auto &[key, value] : files.specialTokens.items())
            config[key] = value;
    const auto named = inFile("tokenizer_config.json", namedTokens(config, ofClass));
    if (!named)
        return tl::unexpected(named.error());
    parts.named = *named;
    Collection tokens;
    if (const auto put = putAll(files, config, tokens); !put)
        return put;
    for (const TokenName &name : tokenNames) {
        const auto &text = (*named).*name.place;
        if (config.contains(name.key)) {
            if (const auto put = inFile("tokenizer_config.json", tokens.putIfNew(config[name.key])); !put)
                return put;
        } else if (text && !tokens.find(*text)) {
            AddedToken token;
            token.text = *text;
            token.ifKnown = true;
            tokens.put(std::move(token));
        }
    }
    for (const Json &value : extraTokens(config))
        if (const auto put = inFile("tokenizer_config.json", tokens.putIfNew(value)); !put)
            return put;
    parts.added = tokens.byId();
    return {};
}

} // namespace motley
