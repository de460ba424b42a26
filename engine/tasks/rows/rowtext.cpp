#include "engine/tasks/rows/rowtext.h"

#include "engine/data/tokenizers/utf8.h"

#include <algorithm>

namespace motley {

namespace {

std::size_t bytesShown(const TrainingRow &row)
{
    std::size_t bytes = 0;
    for (const TextPiece &piece : row.pieces)
        bytes += piece.text.size();
    return bytes;
}

} // namespace

void addPiece(TrainingRow &row, TextPiece piece)
{
    const std::size_t room = longestRowShown - std::min(bytesShown(row), longestRowShown);
    if (piece.text.size() > room) {
        std::size_t kept = row.hiddenBytes > 0 ? 0 : room;
        kept -= unfinishedUtf8(std::string_view(piece.text).substr(0, kept));
        row.hiddenBytes += std::int64_t(piece.text.size() - kept);
        piece.text.resize(kept);
    }
    if (piece.text.empty())
        return;
    const bool continues = !row.pieces.empty() && !piece.special && !row.pieces.back().special
        && row.pieces.back().learned == piece.learned;
    if (continues)
        row.pieces.back().text += piece.text;
    else
        row.pieces.push_back(std::move(piece));
}

} // namespace motley
