#include "engine/data/chat/tokens/answers.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <tuple>

namespace motley {

namespace {

bool isRole(const ChatSpan &span)
{
    return span.source.kind == ChatSource::Kind::Message && span.source.field == "role";
}

bool isPlainWord(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), [](char byte) {
        return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9')
            || byte == '_' || byte == '-';
    });
}

// Where the first of the tokens ends; of those that begin there the longest.
std::optional<std::size_t> endOfFirst(std::string_view text, const std::vector<std::string> &tokens)
{
    std::size_t first = std::string_view::npos;
    std::size_t length = 0;
    for (const std::string &token : tokens) {
        const std::size_t found = token.empty() ? std::string_view::npos : text.find(token);
        if (found < first || (found == first && found != std::string_view::npos && token.size() > length)) {
            first = found;
            length = token.size();
        }
    }
    return first == std::string_view::npos ? std::nullopt : std::optional(first + length);
}

// Empty spans of the messages, each in the text of the template around it.
std::vector<ChatSpan> withEmpty(std::vector<ChatSpan> spans, const std::vector<EmptyAnswer> &empty)
{
    for (const EmptyAnswer &answer : empty) {
        const ChatSource source{.kind = ChatSource::Kind::Message, .message = answer.message, .field = "content"};
        auto next
            = std::find_if(spans.begin(), spans.end(), [&](const ChatSpan &span) { return span.end > answer.at; });
        if (next != spans.end() && next->begin < answer.at) {
            ChatSpan rest = *next;
            next->end = rest.begin = answer.at;
            next = spans.insert(next + 1, std::move(rest));
        }
        spans.insert(next, {answer.at, answer.at, source});
    }
    return spans;
}

class AnswerSearch {
public:
    AnswerSearch(const RenderedChat &rendered, const std::vector<bool> &isTrained, std::string_view prompt,
        const TurnTokens &tokens, const std::vector<EmptyAnswer> &empty)
        : m_text(rendered.text), m_spans(withEmpty(rendered.spans, empty)), m_isTrained(isTrained), m_prompt(prompt),
          m_tokens(tokens)
    {
        findRepeated();
        const auto beginsTurn = [prompt](const std::string &token) { return prompt.substr(0, token.size()) == token; };
        std::remove_copy_if(
            tokens.special.begin(), tokens.special.end(), std::back_inserter(m_otherTokens), beginsTurn);
    }

    Answers run()
    {
        const auto &spans = m_spans;
        std::size_t before = 0; // where what belongs to something else ends
        for (std::size_t i = 0; i < spans.size();) {
            if (!isAnswer(i)) {
                const bool isOther = spans[i].source.kind != ChatSource::Kind::Template && !isRole(spans[i]);
                before = isOther ? spans[i].end : before;
                ++i;
                continue;
            }
            const std::size_t last = lastOfAnswer(i);
            addAnswer(before, spans[i].begin, spans[last].end, last + 1);
            before = spans[last].end;
            i = last + 1;
        }
        return std::move(m_answers);
    }

private:
    // Of a call of a tool some templates write the name a second time, before what the tool gave back.
    void findRepeated()
    {
        std::set<std::tuple<std::int32_t, std::int32_t, std::string_view>> written;
        for (const ChatSpan &span : m_spans) {
            const std::string_view text = m_text.substr(span.begin, span.end - span.begin);
            m_isRepeated.push_back(span.source.field == "tool_calls" && span.source.value > 0
                && !written.emplace(span.source.message, span.source.value, text).second);
        }
    }

    bool isAnswer(std::size_t at) const
    {
        const ChatSpan &span = m_spans[at];
        return span.source.kind == ChatSource::Kind::Message && !isRole(span) && !m_isRepeated[at]
            && std::size_t(span.source.message) < m_isTrained.size() && m_isTrained[std::size_t(span.source.message)];
    }

    // The last span of the same message before something other than the template's text comes.
    std::size_t lastOfAnswer(std::size_t first) const
    {
        const auto &spans = m_spans;
        std::size_t last = first;
        for (std::size_t i = first + 1; i < spans.size(); ++i) {
            const bool isSame = isAnswer(i) && spans[i].source.message == spans[first].source.message;
            if (!isSame && spans[i].source.kind != ChatSource::Kind::Template)
                break;
            last = isSame ? i : last;
        }
        return last;
    }

    void addAnswer(std::size_t before, std::size_t begin, std::size_t end, std::size_t next)
    {
        const std::string_view text = m_text;
        if (!m_prompt.empty()) {
            const std::size_t found = text.substr(before, begin - before).rfind(m_prompt);
            begin = found == std::string_view::npos ? begin : before + found + m_prompt.size();
        }
        const bool isFollowed = next < m_spans.size() && m_spans[next].source.kind == ChatSource::Kind::Template;
        const std::string_view following = isFollowed ? text.substr(end, m_spans[next].end - end) : std::string_view();
        auto turnEnd = endOfFirst(following, m_tokens.ends);
        if (!turnEnd)
            turnEnd = endOfFirst(following, m_otherTokens);
        end += turnEnd.value_or(0);
        if (begin == end)
            return;
        m_answers.withoutEnd += turnEnd ? 0 : 1;
        if (!m_answers.ranges.empty() && begin <= m_answers.ranges.back().end)
            m_answers.ranges.back().end = end;
        else
            m_answers.ranges.push_back({begin, end});
    }

    std::string_view m_text;
    std::vector<ChatSpan> m_spans; // and empty ones of empty answers
    const std::vector<bool> &m_isTrained;
    std::string_view m_prompt;
    const TurnTokens &m_tokens;
    std::vector<std::string> m_otherTokens; // special ones that do not begin the prompt
    std::vector<bool> m_isRepeated; // of each span
    Answers m_answers;
};

// What the template marks, without marks around messages that are not trained.
Answers markedAnswers(const RenderedChat &rendered, const std::vector<bool> &isTrained)
{
    Answers answers;
    for (const auto &marks : rendered.generated) {
        const std::size_t begin = marks.first;
        const std::size_t end = marks.second;
        const bool isLearned = std::all_of(rendered.spans.begin(), rendered.spans.end(), [&](const ChatSpan &span) {
            const bool isInside = span.begin < end && begin < span.end;
            return !isInside || span.source.kind != ChatSource::Kind::Message
                || std::size_t(span.source.message) >= isTrained.size() || isTrained[std::size_t(span.source.message)];
        });
        if (!isLearned)
            continue;
        if (!answers.ranges.empty() && answers.ranges.back().end == begin)
            answers.ranges.back().end = end;
        else
            answers.ranges.push_back({begin, end});
    }
    return answers;
}

} // namespace

Answers answersIn(const RenderedChat &rendered, const std::vector<bool> &isTrained, std::string_view prompt,
    const TurnTokens &tokens, const std::vector<EmptyAnswer> &empty)
{
    if (!rendered.generated.empty())
        return markedAnswers(rendered, isTrained);
    return AnswerSearch(rendered, isTrained, prompt, tokens, empty).run();
}

std::vector<TextRange> typedIn(const RenderedChat &rendered)
{
    std::vector<TextRange> ranges;
    for (const ChatSpan &span : rendered.spans) {
        const std::string_view text = std::string_view(rendered.text).substr(span.begin, span.end - span.begin);
        if (span.source.kind == ChatSource::Kind::Template || (isRole(span) && isPlainWord(text)))
            continue;
        if (!ranges.empty() && ranges.back().end == span.begin)
            ranges.back().end = span.end;
        else
            ranges.push_back({span.begin, span.end});
    }
    return ranges;
}

} // namespace motley
