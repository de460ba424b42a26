#include "engine/protocol/copies/checkpointline.h"

#include "engine/base/base64.h"
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

std::string toLine(const CheckpointRequest &request)
{
    return dumpLine(jsonOf(request));
}

std::string toLine(const CheckpointPiece &piece)
{
    return dumpLine(jsonOf(PieceText{piece.isThere, base64Of(piece.bytes)}));
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
    const auto text = parseJson(line, longestEventLine, "piece of a checkpoint").and_then([](const Json &json) {
        return fromJson<PieceText>(json);
    });
    if (!text)
        return tl::unexpected(text.error());
    auto bytes = bytesOfBase64(text->base64);
    if (!bytes || bytes->size() > checkpointPiece)
        return fail("A piece of a checkpoint must be base64 of at most " + std::to_string(checkpointPiece) + " bytes.");
    return CheckpointPiece{text->isThere, *std::move(bytes)};
}

} // namespace motley
