#include "engine/protocol/store/storeline.h"

#include "engine/base/base64.h"
#include "engine/json/jsonfields.h"
#include "engine/protocol/event.h"

#include <utility>

namespace motley {

template <typename Fields>
void describe(Fields &fields, StoreSet &set)
{
    fields("key", set.key);
    fields("base64", set.base64);
    fields("more", set.more);
}

template <typename Fields>
void describe(Fields &fields, StoreGet &get)
{
    fields("key", get.key);
    fields("from", get.from);
}

template <typename Fields>
void describe(Fields &fields, StoreAdd &add)
{
    fields("key", add.key);
    fields("amount", add.amount);
}

template <typename Fields>
void describe(Fields &fields, StoreCheck &check)
{
    fields("keys", check.keys);
}

template <typename Fields>
void describe(Fields &fields, StoreWait &wait)
{
    fields("keys", wait.keys);
}

template <typename Fields>
void describe(Fields &fields, StoreDelete &deletion)
{
    fields("key", deletion.key);
}

template <typename Fields>
void describe(Fields &fields, StoreCompareSet &compareSet)
{
    fields("key", compareSet.key);
    fields("expected", compareSet.expected);
    fields("desired", compareSet.desired);
}

template <typename Fields>
void describe(Fields &, StoreCount &)
{
}

template <typename Fields>
void describe(Fields &, StoreCancel &)
{
}

template <typename Fields>
void describe(Fields &, StoreLeave &)
{
}

template <typename Fields>
void describe(Fields &fields, StoreRequest &request)
{
    fields.choice("request", request.body);
    fields("id", request.id);
    fields("rank", request.rank);
}

template <typename Fields>
void describe(Fields &fields, StoreValue &value)
{
    fields("base64", value.base64);
    fields("more", value.more);
}

template <typename Fields>
void describe(Fields &fields, StoreNumber &number)
{
    fields("number", number.number);
}

template <typename Fields>
void describe(Fields &fields, StoreRefusal &refusal)
{
    fields("reason", refusal.reason);
}

template <typename Fields>
void describe(Fields &fields, StoreAnswer &answer)
{
    fields.choice("answer", answer.body);
    fields("id", answer.id);
    fields("rank", answer.rank);
}

namespace {

Result<void> checkKey(const std::string &key)
{
    if (key.size() <= longestStoreKey)
        return {};
    return fail("The run's store takes no key of " + std::to_string(key.size()) + " bytes; the longest has "
        + std::to_string(longestStoreKey) + ".");
}

Result<void> checkKeys(const std::vector<std::string> &keys)
{
    if (keys.size() > mostStoreKeys)
        return fail("The run's store is asked for at most " + std::to_string(mostStoreKeys) + " keys at a time, not "
            + std::to_string(keys.size()) + ".");
    for (const std::string &key : keys)
        if (const auto good = checkKey(key); !good)
            return good;
    return {};
}

Result<void> checkPiece(const std::string &base64)
{
    if (base64.size() > storePieceText)
        return fail("A piece of a value of the run's store has at most " + std::to_string(storePiece) + " bytes.");
    if (!bytesOfBase64(base64))
        return fail("A value of the run's store must be base64.");
    return {};
}

template <typename Body>
Result<void> check(const Body &body)
{
    if constexpr (requires { body.keys; })
        return checkKeys(body.keys);
    else if constexpr (requires { body.key; })
        return checkKey(body.key);
    else if constexpr (requires { body.base64; })
        return checkPiece(body.base64);
    else
        return {};
}

Result<void> check(const StoreSet &set)
{
    if (set.more && set.base64.ends_with('='))
        return fail("Only the last piece of a value of the run's store may be padded.");
    return checkKey(set.key).and_then([&] { return checkPiece(set.base64); });
}

Result<void> check(const StoreGet &get)
{
    if (get.from < 0)
        return fail("The field from must not be negative.");
    return checkKey(get.key);
}

Result<void> check(const StoreCompareSet &compareSet)
{
    return checkKey(compareSet.key).and_then([&] { return checkPiece(compareSet.expected); }).and_then([&] {
        return checkPiece(compareSet.desired);
    });
}

template <typename Line>
Result<void> checkLine(const Line &line)
{
    if (line.rank < 0)
        return fail("The field rank must not be negative.");
    return std::visit([](const auto &body) { return check(body); }, line.body);
}

template <typename Line>
Result<Line> parse(std::string_view text, const std::string &what)
{
    auto line = parseJson(text, longestEventLine, what).and_then([](const Json &json) { return fromJson<Line>(json); });
    if (!line)
        return line;
    return checkLine(*line).map([&] { return *std::move(line); });
}

} // namespace

std::string toLine(const StoreRequest &request)
{
    return dumpLine(jsonOf(request));
}

std::string toLine(const StoreAnswer &answer)
{
    return dumpLine(jsonOf(answer));
}

bool isStoreLine(std::string_view line)
{
    return line.starts_with("{\"request\":") || line.starts_with("{\"answer\":");
}

Result<void> validate(const StoreRequest &request)
{
    return checkLine(request);
}

Result<StoreRequest> parseStoreRequest(std::string_view line)
{
    return parse<StoreRequest>(line, "request to the run's store");
}

Result<StoreAnswer> parseStoreAnswer(std::string_view line)
{
    return parse<StoreAnswer>(line, "answer of the run's store");
}

} // namespace motley
