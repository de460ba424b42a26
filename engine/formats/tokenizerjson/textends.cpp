#include "engine/formats/hubpart.h"
#include "engine/formats/tokenizerjson/modelfields.h"
#include "engine/json/foreignjson.h"

namespace motley {

namespace {

// The ids that the template's table gives the token.
Result<std::vector<std::int32_t>> idsOf(const std::string &token, const Json &table, const std::string &path)
{
    const auto found = table.is_object() ? table.find(token) : table.end();
    const Json ids = found != table.end() && found->is_object() ? found->value("ids", Json()) : Json();
    std::vector<std::int32_t> numbers;
    for (const Json &id : ids.is_array() ? ids : Json::array()) {
        if (!id.is_number_unsigned() || id.get<std::uint64_t>() >= std::uint64_t(mostTokenIds))
            return fail(
                "The field " + path + ".special_tokens has a token without proper ids: " + describeJson(token) + ".");
        numbers.push_back(id.get<std::int32_t>());
    }
    if (numbers.empty())
        return fail("The field " + path + ".special_tokens lacks the ids of the token " + describeJson(token) + ".");
    return numbers;
}

Result<void> readTemplate(const Json &json, const std::string &path, TextEnds &ends)
{
    const auto known = checkKeys(json, {"type", "single", "pair", "special_tokens"});
    if (!known)
        return fail(path + ": " + known.error().message);
    const auto pieces = templateOf(json);
    if (!pieces)
        return tl::unexpected(pieces.error());
    bool textCame = false;
    for (const std::string &piece : *pieces) {
        if (piece.empty() && textCame)
            return fail("The field " + path + ".single is not supported: it has the text twice.");
        textCame |= piece.empty();
        if (piece.empty())
            continue;
        const auto ids = idsOf(piece, json.value("special_tokens", Json()), path);
        if (!ids)
            return tl::unexpected(ids.error());
        auto &side = textCame ? ends.after : ends.before;
        side.insert(side.end(), ids->begin(), ids->end());
    }
    if (!textCame)
        return fail("The field " + path + ".single is not supported: it lacks the text.");
    return {};
}

Result<void> readProcessor(const Json &json, const std::string &path, TextEnds &ends)
{
    const Json type = json.is_object() ? json.value("type", Json()) : Json();
    if (type == "ByteLevel") // changes offsets alone
        return {};
    if (type == "TemplateProcessing") {
        TextEnds inner;
        const auto read = readTemplate(json, path, inner);
        ends.before.insert(ends.before.begin(), inner.before.begin(), inner.before.end());
        ends.after.insert(ends.after.end(), inner.after.begin(), inner.after.end());
        return read;
    }
    const Json list = type == "Sequence" ? json.value("processors", Json()) : Json();
    if (!list.is_array())
        return fail("The field " + path + ".type " + describeJson(type)
            + " is not supported; it may be \"TemplateProcessing\", \"ByteLevel\" or a \"Sequence\" of these.");
    for (std::size_t i = 0; i < list.size(); ++i)
        if (const auto read = readProcessor(list[i], path + ".processors[" + std::to_string(i) + "]", ends); !read)
            return read;
    return {};
}

} // namespace

Result<void> readTextEnds(const nlohmann::json &json, TextEnds &ends)
{
    return json.is_null() ? Result<void>() : readProcessor(Json(json), "post_processor", ends);
}

} // namespace motley
