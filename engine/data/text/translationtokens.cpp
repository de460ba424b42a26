#include "engine/data/text/translationtokens.h"

#include <algorithm>

namespace motley {

Result<TranslationTokens> TranslationTokens::of(SentencePieceTokenizer pieces)
{
    const SentencePieceTokenizer::Specials specials = pieces.specials();
    if (!specials.end)
        return fail("The SentencePiece model has no piece that ends a sentence, such as </s>, which translation needs; "
                    "train it with an eos_id.");
    TranslationTokens tokens;
    tokens.end = *specials.end;
    tokens.pad = specials.pad.value_or(std::int32_t(pieces.size()));
    tokens.begin = specials.begin.value_or(tokens.pad);
    tokens.pieces = std::make_shared<const SentencePieceTokenizer>(std::move(pieces));
    return tokens;
}

std::int64_t TranslationTokens::size() const
{
    return std::max<std::int64_t>(pieces->size(), pad + 1);
}

std::string TranslationTokens::text(std::int32_t id) const
{
    if (id < pieces->size())
        return pieces->piece(id);
    std::string padding = "<pad>";
    while (pieces->has(padding))
        padding = "<" + padding + ">";
    return padding;
}

} // namespace motley
