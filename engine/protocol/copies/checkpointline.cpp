#include "engine/protocol/copies/checkpointline.h"

#include "engine/base/base64.h"
#include "engine/json/fieldscan.h"
#include "engine/json/jsonfields.h"
#include "engine/protocol/event.h"

namespace motley {

namespace {

struct PieceText {
    bool isThere = false;
    std::string base64;
};

} // namespace

template <typename Fields>
void describe(Fields &fields, CheckpointRequest &request)
{
    fields("step", request.step);
    fields("file", request.file);
    fields("from", request.from);
}

template <typename Fields>
void describe(Fields &fields, PieceText &piece)
{
    fields("isThere", piece.isThere);
    fields("base64", piece.base64);
}

namespace {

Result<PieceText> scanPiece(std::string_view line)
{
    PieceText text;
    FieldScan fields(line);
    fields.object(text);
    if (line.size() <= longestEventLine && fields.isAtEnd())
        return text;
    return parseJson(line, longestEventLine, "piece of a checkpoint").and_then([](const Json &json) {
        return fromJson<PieceText>(json);
    });
}

} // namespace

std::string toLine(const CheckpointRequest &request)
{
    return dumpLine(jsonOf(request));
}

// Base64 needs no escapes, and looking for them in megabytes takes longer than all else.
std::string toLine(const CheckpointPiece &piece)
{
    return std::string(R"({"isThere":)") + (piece.isThere ? "true" : "false") + R"(,"base64":")" + base64Of(piece.bytes)
        + "\"}";
}

Result<CheckpointRequest> parseCheckpointRequest(std::string_view line)
{
    auto request = parseJson(line, longestEventLine, "request for a checkpoint").and_then([](const Json &json) {
        return fromJson<CheckpointRequest>(json);
    });
    if (request && (request->step < 0 || request->from < 0))
        return fail("The fields step and from must not be negative.");
    return request;
}

Result<CheckpointPiece> parseCheckpointPiece(std::string_view line)
{
    const auto text = scanPiece(line);
    if (!text)
        return tl::unexpected(text.error());
    auto bytes = bytesOfBase64(text->base64);
    if (!bytes || bytes->size() > checkpointPiece)
        return fail("A piece of a checkpoint must be base64 of at most " + std::to_string(checkpointPiece) + " bytes.");
    return CheckpointPiece{text->isThere, *std::move(bytes)};
}

} // namespace motley
