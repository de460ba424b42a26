#include "engine/data/chat/tokens/trainingencoder.h"

#include <algorithm>

namespace motley {

namespace {

// The parts of ranges, which are in their order and apart, that lie in another one, from where that begins.
std::vector<TextRange> within(std::span<const TextRange> ranges, const TextRange &part)
{
    std::vector<TextRange> result;
    auto range = std::partition_point(
        ranges.begin(), ranges.end(), [&](const TextRange &before) { return before.end <= part.first; });
    for (; range != ranges.end() && range->first < part.end; ++range) {
        const TextRange common{std::max(range->first, part.first), std::min(range->end, part.end)};
        if (common.first < common.end)
            result.push_back({common.first - part.first, common.end - part.first});
    }
    return result;
}

std::size_t commonBeginning(std::string_view one, std::string_view other)
{
    return std::size_t(
        std::mismatch(one.begin(), one.begin() + std::ptrdiff_t(std::min(one.size(), other.size())), other.begin())
            .first
        - one.begin());
}

bool hasWords(const ChatSpan &span) // of a message itself
{
    return span.source.kind == ChatSource::Kind::Message && span.source.field != "role";
}

// The first bytes that a message itself has; nullopt: it has none.
std::optional<ChatSpan> firstOf(const RenderedChat &rendered, std::int32_t message)
{
    const auto found = std::find_if(rendered.spans.begin(), rendered.spans.end(),
        [&](const ChatSpan &span) { return hasWords(span) && span.source.message == message; });
    return found == rendered.spans.end() ? std::nullopt : std::optional(*found);
}

ChatValue withContent(const ChatValue &message, const char *content)
{
    ChatObject members = *message.object();
    std::erase_if(members, [](const ChatMember &member) { return member.name == "content"; });
    members.push_back({"content", content});
    return members;
}

std::string withByte(std::string text, std::size_t at, char byte)
{
    return at <= text.size() ? text.insert(at, 1, byte) : text;
}

} // namespace

TrainingEncoder::TrainingEncoder(
    std::shared_ptr<const PipelineTokenizer> tokenizer, ChatTemplates templates, Options options)
    : m_tokenizer(std::move(tokenizer)), m_templates(std::move(templates)), m_options(std::move(options))
{
    const NamedTokens &named = m_tokenizer->named();
    for (const auto &[name, token] : {std::pair{"bos_token", &named.begin}, {"eos_token", &named.end},
             {"unk_token", &named.unknown}, {"sep_token", &named.separate}, {"pad_token", &named.pad},
             {"cls_token", &named.classify}, {"mask_token", &named.mask}})
        if (*token)
            m_specialTokens.emplace_back(name, **token);
    if (named.end)
        m_turnTokens.ends.push_back(*named.end);
    for (const AddedToken &token : m_tokenizer->added()) {
        if (token.special)
            m_turnTokens.special.push_back(token.text);
        if (std::count(m_options.stopIds.begin(), m_options.stopIds.end(), *token.id) > 0)
            m_turnTokens.ends.push_back(token.text);
    }
    m_prompt = answerPrompt({});
}

const std::optional<ChatTemplate> &TrainingEncoder::templateOf(const Conversation &conversation) const
{
    const bool hasTools = !conversation.tools.isNull();
    return hasTools && m_templates.withTools ? m_templates.withTools : m_templates.usual;
}

// Asks the template with a short conversation: what follows with a prompt and not without.
std::string TrainingEncoder::answerPrompt(const Conversation &conversation) const
{
    if (!templateOf(conversation))
        return {};
    const Conversation question{.messages = {chatMessage("user", "Hello")},
        .tools = m_templates.withTools ? conversation.tools : ChatValue(),
        .variables = conversation.variables};
    const auto without = render(question, false);
    const auto with = render(question, true);
    return without && with ? with->text.substr(commonBeginning(with->text, without->text)) : std::string();
}

Result<RenderedChat> TrainingEncoder::render(const Conversation &conversation, bool addPrompt) const
{
    const std::optional<ChatTemplate> &chatTemplate = templateOf(conversation);
    if (!chatTemplate)
        return fail(
            "The model has no chat template (chat_template.jinja, or chat_template in tokenizer_config.json), which "
            "conversations need. Choose a model that was made for conversations, or data with \"text\".");
    ChatInput input{.messages = conversation.messages,
        .tools = conversation.tools,
        .addGenerationPrompt = addPrompt,
        .specialTokens = m_specialTokens,
        .variables = conversation.variables,
        .now = m_options.now};
    input.variables.insert(input.variables.end(), m_options.variables.begin(), m_options.variables.end());
    return chatTemplate->render(input);
}

// Asks the template with a word instead of nothing: it stands where nothing stood, if it changes nothing else.
Result<std::vector<EmptyAnswer>> TrainingEncoder::emptyAnswers(
    const Conversation &conversation, const RenderedChat &rendered, const std::vector<bool> &isTrained) const
{
    constexpr int mostAsked = 100; // each takes as long as the whole conversation does
    std::vector<bool> isAsked = isTrained;
    for (const ChatSpan &span : rendered.spans)
        if (hasWords(span) && std::size_t(span.source.message) < isAsked.size())
            isAsked[std::size_t(span.source.message)] = false;
    std::vector<EmptyAnswer> found;
    int asks = 0;
    for (std::size_t i = 0; i < isAsked.size(); ++i) {
        if (!isAsked[i])
            continue;
        if (++asks > mostAsked)
            return fail("more than " + std::to_string(mostAsked) + " answers of the assistant have no word");
        Conversation asked = conversation;
        asked.messages[i] = withContent(asked.messages[i], "x");
        const auto other = render(asked, false);
        const auto span = other ? firstOf(*other, std::int32_t(i)) : std::nullopt;
        if (span && span->end == span->begin + 1 && other->text == withByte(rendered.text, span->begin, 'x'))
            found.push_back({std::int32_t(i), span->begin});
    }
    std::sort(found.begin(), found.end(), [](const auto &one, const auto &two) { return one.at < two.at; });
    return found;
}

Result<MarkedText> TrainingEncoder::markConversation(const Conversation &conversation) const
{
    auto rendered = render(conversation, false);
    if (!rendered)
        return tl::unexpected(rendered.error());
    MarkedText marked;
    marked.typed = typedIn(*rendered);
    if (m_options.answersOnly) {
        std::vector<bool> isTrained;
        for (const ChatValue &message : conversation.messages)
            isTrained.push_back(isTrained.size() >= conversation.firstTrained && isAnswer(message));
        const bool isUsual = conversation.variables.empty() && (conversation.tools.isNull() || !m_templates.withTools);
        const std::string prompt = isUsual ? m_prompt : answerPrompt(conversation);
        const auto empty = emptyAnswers(conversation, *rendered, isTrained);
        if (!empty)
            return tl::unexpected(empty.error());
        Answers answers = answersIn(*rendered, isTrained, prompt, m_turnTokens, *empty);
        marked.learned = std::move(answers.ranges);
        marked.answersWithoutEnd = answers.withoutEnd;
    } else if (!rendered->text.empty()) {
        marked.learned = {{0, rendered->text.size()}};
    }
    marked.text = std::move(rendered->text);
    return marked;
}

MarkedText TrainingEncoder::markPlain(const PlainText &plain) const
{
    MarkedText marked{.text = plain.prompt + plain.text, .learned = {}, .isPlain = true};
    const std::size_t first = m_options.answersOnly ? plain.prompt.size() : 0;
    if (first < marked.text.size())
        marked.learned = {{first, marked.text.size()}};
    return marked;
}

Result<MarkedText> TrainingEncoder::mark(const TrainingText &text) const
{
    if (const auto *conversation = std::get_if<Conversation>(&text))
        return markConversation(*conversation);
    return markPlain(std::get<PlainText>(text));
}

// As the tokenizer does around a text, and the token that ends it, which the file often lacks; not twice where the text
// has them.
void TrainingEncoder::addEnds(ExplainedTokens &explained) const
{
    TrainingTokens &tokens = explained.tokens;
    const auto &before = m_tokenizer->ends().before;
    if (tokens.ids.size() < before.size() || !std::equal(before.begin(), before.end(), tokens.ids.begin())) {
        tokens.ids.insert(tokens.ids.begin(), before.begin(), before.end());
        tokens.learned.insert(tokens.learned.begin(), before.size(), 0);
        explained.begins.insert(explained.begins.begin(), before.size(), 0);
    }
    const auto end = m_tokenizer->named().end ? m_tokenizer->idOf(*m_tokenizer->named().end) : std::nullopt;
    if (end && (tokens.ids.empty() || tokens.ids.back() != *end)) {
        tokens.ids.push_back(*end);
        tokens.learned.push_back(1);
        explained.begins.push_back(explained.marked.text.size());
    }
}

// The text is cut where the model begins to write, as it is then, and where it ends unless a special token is there.
std::vector<TextRange> TrainingEncoder::partsOf(const MarkedText &marked) const
{
    std::vector<TextRange> parts;
    std::size_t done = 0;
    const auto cutAt = [&](std::size_t end) {
        if (end > done)
            parts.push_back({done, end});
        done = std::max(done, end);
    };
    for (const TextRange &range : marked.learned) {
        cutAt(range.first);
        const std::string_view learned = std::string_view(marked.text).substr(range.first, range.end - range.first);
        const auto endsIt = [&](const std::string &token) {
            return learned.size() >= token.size() && learned.substr(learned.size() - token.size()) == token
                && within(marked.typed, {range.end - token.size(), range.end}).empty();
        };
        if (std::none_of(m_turnTokens.special.begin(), m_turnTokens.special.end(), endsIt))
            cutAt(range.end);
    }
    cutAt(marked.text.size());
    return parts;
}

// A part has an answer alone, or one at its beginning and a special token that ends it, or none.
void TrainingEncoder::append(const TextRange &part, ExplainedTokens &explained) const
{
    const MarkedText &marked = explained.marked;
    std::vector<std::size_t> begins;
    const TokenIds ids
        = m_tokenizer->encodePart(std::string_view(marked.text).substr(part.first, part.end - part.first),
            within(marked.typed, part), part.first == 0, &begins);
    const std::vector<TextRange> learned = within(marked.learned, part);
    const std::size_t end = learned.empty() ? 0 : learned.back().end;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        explained.tokens.ids.push_back(ids[i]);
        explained.tokens.learned.push_back(begins[i] < end ? 1 : 0);
        explained.begins.push_back(part.first + begins[i]);
    }
}

Result<TrainingTokens> TrainingEncoder::encode(const TrainingText &text) const
{
    return explain(text).map([](ExplainedTokens explained) { return std::move(explained.tokens); });
}

Result<ExplainedTokens> TrainingEncoder::explain(const TrainingText &text) const
{
    auto marked = mark(text);
    if (!marked)
        return tl::unexpected(marked.error());
    ExplainedTokens explained{std::move(*marked), {}, {}};
    try {
        for (const TextRange &part : partsOf(explained.marked))
            append(part, explained);
    } catch (const TokenizingTooCostly &problem) {
        return fail("The tokenizer cannot cut a row into tokens.", problem.what());
    }
    if (explained.marked.isPlain)
        addEnds(explained);
    return explained;
}

Result<TokenIds> TrainingEncoder::encodePrompt(const Conversation &conversation) const
{
    const auto rendered = render(conversation, true);
    if (!rendered)
        return tl::unexpected(rendered.error());
    try {
        return m_tokenizer->encodePart(rendered->text, typedIn(*rendered), true);
    } catch (const TokenizingTooCostly &problem) {
        return fail("The tokenizer cannot cut the conversation into tokens.", problem.what());
    }
}

} // namespace motley
