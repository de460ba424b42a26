#include "engine/data/tokenizers/pipeline/textpieces.h"

#include "engine/data/tokenizers/utf8.h"

#include <algorithm>

namespace motley {

namespace {

std::vector<PatternMatch> matchesOf(TextRegex::Matches &matches, std::string_view piece, bool inverted)
{
    std::vector<PatternMatch> found;
    std::size_t done = 0;
    matches.begin(piece);
    while (const auto match = matches.next()) {
        if (match->first > done)
            found.push_back({{done, match->first}, inverted});
        found.push_back({*match, !inverted});
        done = match->end;
    }
    if (done < piece.size())
        found.push_back({{done, piece.size()}, inverted});
    return found;
}

std::vector<PatternMatch> matchesOf(bool (*isMatch)(char32_t), std::string_view piece)
{
    std::vector<PatternMatch> found;
    std::size_t done = 0;
    for (std::size_t at = 0; at < piece.size();) {
        const DecodedCharacter next = firstCharacter(piece.substr(at));
        const std::size_t end = at + next.bytes;
        if (isMatch(next.character)) {
            if (at > done)
                found.push_back({{done, at}, false});
            found.push_back({{at, end}, true});
            done = end;
        }
        at = end;
    }
    if (done < piece.size())
        found.push_back({{done, piece.size()}, false});
    return found;
}

void mergeRuns(std::vector<PatternMatch> &matches)
{
    std::vector<PatternMatch> merged;
    bool before = false;
    for (const PatternMatch &match : matches) {
        if (match.isMatch == before && !merged.empty())
            merged.back().range.end = match.range.end;
        else
            merged.push_back(match);
        before = match.isMatch;
    }
    matches = std::move(merged);
}

// Of several matches in a row the first alone is merged.
void mergeWithPrevious(std::vector<PatternMatch> &matches)
{
    std::vector<PatternMatch> merged;
    bool before = false;
    for (const PatternMatch &match : matches) {
        if (match.isMatch && !before && !merged.empty())
            merged.back().range.end = match.range.end;
        else
            merged.push_back(match);
        before = match.isMatch;
    }
    matches = std::move(merged);
}

// The same from the end: the last one alone.
void mergeWithNext(std::vector<PatternMatch> &matches)
{
    std::vector<PatternMatch> merged;
    bool before = false;
    for (auto match = matches.rbegin(); match != matches.rend(); ++match) {
        if (match->isMatch && !before && !merged.empty())
            merged.back().range.first = match->range.first;
        else
            merged.push_back(*match);
        before = match->isMatch;
    }
    std::reverse(merged.begin(), merged.end());
    matches = std::move(merged);
}

void apply(SplitBehavior behavior, std::vector<PatternMatch> &matches)
{
    switch (behavior) {
    case SplitBehavior::Removed:
        std::erase_if(matches, [](const PatternMatch &match) { return match.isMatch; });
        break;
    case SplitBehavior::Isolated:
        break;
    case SplitBehavior::MergedWithPrevious:
        mergeWithPrevious(matches);
        break;
    case SplitBehavior::MergedWithNext:
        mergeWithNext(matches);
        break;
    case SplitBehavior::Contiguous:
        mergeRuns(matches);
        break;
    }
}

} // namespace

void splitPieces(TextPieces &text, const FindMatches &find, SplitBehavior behavior)
{
    std::vector<TextRange> pieces;
    for (const TextRange &piece : text.pieces) {
        std::vector<PatternMatch> matches = find(text.of(piece));
        apply(behavior, matches);
        for (const PatternMatch &match : matches)
            if (!match.range.empty())
                pieces.push_back({piece.first + match.range.first, piece.first + match.range.end});
    }
    text.pieces = std::move(pieces);
}

void splitPieces(TextPieces &text, const TextRegex &regex, SplitBehavior behavior, bool inverted)
{
    TextRegex::Matches matches(regex, {});
    splitPieces(
        text, [&](std::string_view piece) { return matchesOf(matches, piece, inverted); }, behavior);
}

void splitPieces(TextPieces &text, bool (*isMatch)(char32_t), SplitBehavior behavior)
{
    splitPieces(
        text, [&](std::string_view piece) { return matchesOf(isMatch, piece); }, behavior);
}

} // namespace motley
