#include "engine/data/text/documents.h"

#include "engine/data/tokenizers/textlines.h"
#include "engine/data/tokenizers/utf8.h"

#include <cstdint>

namespace motley {

namespace {

constexpr std::size_t mostDocumentsBytes = std::size_t(4) << 30;

bool endsSentence(char32_t character)
{
    return std::u32string_view(U".!?…").find(character) != std::u32string_view::npos;
}

bool endsCjkSentence(char32_t character) // CJK punctuation, which is not followed by a space
{
    return std::u32string_view(U"。！？").find(character) != std::u32string_view::npos;
}

bool closes(char32_t character)
{
    return std::u32string_view(U"\"')]}»”’」』）").find(character) != std::u32string_view::npos;
}

std::string_view trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r");
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(" \t\r") + 1 - first);
}

} // namespace

std::vector<std::string> sentencesOf(std::string_view line)
{
    enum class State { Inside, Ended, EndedCjk };
    std::vector<std::string> sentences;
    State state = State::Inside;
    std::size_t start = 0;
    const auto cut = [&](std::size_t end) {
        if (const std::string_view sentence = trimmed(line.substr(start, end - start)); !sentence.empty())
            sentences.emplace_back(sentence);
        start = end;
        state = State::Inside;
    };
    for (std::size_t at = 0; at < line.size();) {
        const auto [character, bytes] = firstCharacter(line.substr(at));
        const bool ends = endsSentence(character) || endsCjkSentence(character);
        const bool over = (state == State::Ended && isSpace(character)) || state == State::EndedCjk;
        if (!ends && !closes(character) && over)
            cut(at);
        if (ends)
            state = endsCjkSentence(character) ? State::EndedCjk : State::Ended;
        else if (!closes(character))
            state = State::Inside;
        at += bytes;
    }
    cut(line.size());
    return sentences;
}

Result<std::vector<Document>> readDocuments(const std::string &path)
{
    const auto lines = readLines(path, mostDocumentsBytes);
    if (!lines)
        return tl::unexpected(lines.error());
    std::vector<Document> documents;
    bool between = true;
    for (const std::string &line : *lines) {
        const std::vector<std::string> sentences = sentencesOf(line);
        if (!sentences.empty() && between)
            documents.emplace_back();
        if (!sentences.empty())
            documents.back().insert(documents.back().end(), sentences.begin(), sentences.end());
        between = sentences.empty();
    }
    return documents;
}

} // namespace motley
