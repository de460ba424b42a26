#include "engine/formats/hubtokenizer.h"

#include "engine/base/base64.h"

#include <nlohmann/json.hpp>

namespace motley {

namespace {

// Not ordered_json, where inserting a key is linear in the number of keys.
using Table = nlohmann::json;

Table addedToken(std::size_t id, const std::string &text, bool isSpecial)
{
    return {{"id", id}, {"content", text}, {"single_word", false}, {"lstrip", false}, {"rstrip", false},
        {"normalized", false}, {"special", isSpecial}};
}

Table replaced(const char *expression, const char *by)
{
    return {{"type", "Replace"}, {"pattern", {{"Regex", expression}}}, {"content", by}};
}

std::string textOf(Table parts)
{
    Table tokenizer{{"version", "1.0"}, {"truncation", nullptr}, {"padding", nullptr}, {"post_processor", nullptr}};
    tokenizer.update(parts);
    return tokenizer.dump(-1, ' ', false, Table::error_handler_t::replace) + "\n";
}

} // namespace

std::string unigramTokenizer(
    std::vector<ScoredPiece> pieces, std::string_view normalization, const SpecialPieces &specials)
{
    pieces[specials.lineEnd].text = "\n";
    Table vocabulary = Table::array();
    for (const ScoredPiece &piece : pieces)
        vocabulary.push_back(Table::array({piece.text, piece.score}));
    Table normalizers = Table::array();
    if (!normalization.empty())
        normalizers.push_back({{"type", "Precompiled"}, {"precompiled_charsmap", base64Of(normalization)}});
    normalizers.push_back(replaced("^ +| +$", ""));
    normalizers.push_back(replaced(" {2,}", " "));
    const Table spaces{
        {"type", "Metaspace"}, {"replacement", "\u2581"}, {"prepend_scheme", "always"}, {"split", false}};
    // The space that was put before each line is taken away again.
    const Table decoders = Table::array({{{"type", "Replace"}, {"pattern", {{"String", "\u2581"}}}, {"content", " "}},
        {{"type", "Fuse"}}, replaced("\\A |(?<=\\n) ", "")});
    const Table added = Table::array({addedToken(specials.unknown, pieces[specials.unknown].text, true),
        addedToken(specials.lineEnd, "\n", false), addedToken(specials.pad, pieces[specials.pad].text, true)});
    const Table model{
        {"type", "Unigram"}, {"unk_id", specials.unknown}, {"vocab", vocabulary}, {"byte_fallback", false}};
    return textOf({{"added_tokens", added}, {"normalizer", {{"type", "Sequence"}, {"normalizers", normalizers}}},
        {"pre_tokenizer", spaces}, {"decoder", {{"type", "Sequence"}, {"decoders", decoders}}}, {"model", model}});
}

std::string characterTokenizer(const std::vector<std::string> &characters)
{
    Table vocabulary = Table::object();
    for (std::size_t id = 0; id < characters.size(); ++id)
        vocabulary[characters[id]] = id;
    return textOf({{"added_tokens", Table::array({addedToken(0, characters.front(), true)})}, {"normalizer", nullptr},
        {"pre_tokenizer",
            {{"type", "Split"}, {"pattern", {{"Regex", "[\\s\\S]"}}}, {"behavior", "Isolated"}, {"invert", false}}},
        {"decoder", {{"type", "Fuse"}}},
        {"model", {{"type", "WordLevel"}, {"vocab", vocabulary}, {"unk_token", characters.front()}}}});
}

} // namespace motley
