#include "engine/protocol/storedphrase.h"

#include "engine/json/jsonfields.h"

namespace motley {

constexpr std::size_t longestPhrase = 1 << 16; // bytes

template <typename Fields>
void describe(Fields &fields, Phrase &phrase)
{
    fields("context", phrase.context);
    fields("text", phrase.text);
    fields("count", phrase.count);
    fields("arguments", phrase.arguments);
    fields("bytes", phrase.bytes); // optional, as the first stored phrases have none
}

std::string toJson(const Phrase &phrase)
{
    Phrase copy = phrase;
    return dumpLine(FieldWriter::toJsonValue(copy));
}

Result<Phrase> parsePhrase(std::string_view json)
{
    return parseJson(json, longestPhrase, "the reason of a run's end").and_then([](const Json &value) {
        return fromJson<Phrase>(value);
    });
}

} // namespace motley
