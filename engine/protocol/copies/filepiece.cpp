#include "engine/protocol/copies/filepiece.h"

#include "engine/json/jsonfields.h"

namespace motley {

namespace {

constexpr std::size_t longestPieceRequest = 1024; // bytes
constexpr char isThere = '+';
constexpr char isMissing = '-';
constexpr char escape = '\\';
constexpr char escapedNewline = 'n';

} // namespace

template <typename Fields>
void describe(Fields &fields, PieceRequest &request)
{
    fields("sha256", request.sha256);
    fields("from", request.from);
}

std::string toLine(const PieceRequest &request)
{
    return dumpLine(jsonOf(request));
}

Result<PieceRequest> parsePieceRequest(std::string_view line)
{
    auto request = parseJson(line, longestPieceRequest, "request for a piece of a file").and_then([](const Json &json) {
        return fromJson<PieceRequest>(json);
    });
    if (request && request->from < 0)
        return fail("The field from must not be negative.");
    return request;
}

std::string answerLine(const std::optional<std::string> &bytes)
{
    if (!bytes)
        return {isMissing};
    std::string line(1, isThere);
    line.reserve(bytes->size() + bytes->size() / 64 + 64);
    for (const char byte : *bytes) {
        if (byte == '\n' || byte == escape)
            line += escape;
        line += byte == '\n' ? escapedNewline : byte;
    }
    return line;
}

Result<std::optional<std::string>> parseAnswerLine(std::string_view line)
{
    if (line == std::string_view(&isMissing, 1))
        return std::nullopt;
    if (!line.starts_with(isThere))
        return fail("The answer is no piece of a file.");
    std::string bytes;
    bytes.reserve(line.size());
    for (std::size_t i = 1; i < line.size(); ++i) {
        if (line[i] != escape) {
            bytes += line[i];
            continue;
        }
        ++i;
        if (i == line.size() || (line[i] != escape && line[i] != escapedNewline))
            return fail("The answer is no piece of a file.");
        bytes += line[i] == escapedNewline ? '\n' : escape;
    }
    if (std::int64_t(bytes.size()) > filePieceBytes)
        return fail("The answer has " + std::to_string(bytes.size()) + " bytes, and a piece of a file has "
            + std::to_string(filePieceBytes) + " at most.");
    return bytes;
}

} // namespace motley
