#include "engine/protocol/filling/fillingline.h"

#include "engine/json/jsonfields.h"

namespace motley {

namespace {

constexpr std::size_t longestLine = 4096; // bytes

template <typename Kind>
Result<FillingLine> read(const Json &json)
{
    return fromJson<Kind>(json).map([](const Kind &line) { return FillingLine(line); });
}

} // namespace

template <typename Fields>
void describe(Fields &fields, FillingProgress &progress)
{
    fields("done", progress.done);
    fields("seeds", progress.seeds);
    fields("segments", progress.segments);
}

template <typename Fields>
void describe(Fields &fields, FillingResult &result)
{
    fields("size", result.size);
    fields("seeds", result.seeds);
    fields("segments", result.segments);
    fields("filled", result.filled);
    fields("looks", result.looks);
    fields("seconds", result.seconds);
}

std::string toLine(const FillingLine &line)
{
    return std::visit([](const auto &kind) { return dumpLine(jsonOf(kind)); }, line);
}

Result<FillingLine> parseFillingLine(std::string_view line)
{
    return parseJson(line, longestLine, "answer to fill").and_then([](const Json &json) {
        return json.contains("done") ? read<FillingProgress>(json) : read<FillingResult>(json);
    });
}

} // namespace motley
