#include "engine/data/chat/conversations/conversationfiles.h"
#include "engine/data/chat/tokens/trainingencoder.h"
#include "engine/data/tokenizers/utf8.h"
#include "tests/fuzz/memoryfile.h"
#include "tests/fuzz/targets.h"
#include "tests/fuzz/temporaryfolder.h"

#include <algorithm>
#include <array>

namespace motley {

namespace {

void checkRanges(const std::vector<TextRange> &ranges, std::size_t size, const char *what)
{
    std::size_t done = 0;
    for (const TextRange &range : ranges) {
        promise(range.first >= done && range.first < range.end && range.end <= size, what);
        done = range.end;
    }
}

void checkRendered(const RenderedChat &rendered, std::size_t messages)
{
    promise(isUtf8(rendered.text), "no UTF-8");
    std::size_t end = 0;
    for (const ChatSpan &span : rendered.spans) {
        promise(span.begin == end && span.end > end, "spans with gaps");
        promise(span.source.message < std::int32_t(messages), "a message that there is not");
        end = span.end;
    }
    promise(end == rendered.text.size(), "spans that are not all of the text");
    const TurnTokens tokens{.special = {"<|end|>", "</s>", "<"}, .ends = {"</s>"}};
    checkRanges(answersIn(rendered, std::vector<bool>(messages, true), "A", tokens).ranges, end, "answers overlap");
    checkRanges(typedIn(rendered), end, "typed ranges overlap");
}

void renderWith(const ChatTemplate &parsed, const ChatValue &messages)
{
    ChatInput input{.messages = messages};
    input.tools = ChatList{ChatObject{{"name", "f"}}};
    input.specialTokens = {{"bos_token", "<s>"}, {"eos_token", "</s>"}};
    for (const bool prompt : {false, true}) {
        input.addGenerationPrompt = prompt;
        if (const auto rendered = parsed.render(input))
            checkRendered(*rendered, messages.list()->size());
    }
}

ChatValue oneQuestion()
{
    return ChatList{chatMessage("user", "a")};
}

// A template, a zero byte, and its messages as JSON.
void renderChatTemplate(std::string_view bytes)
{
    const auto parsed = ChatTemplate::parse(takeField(bytes));
    const auto messages = parseChatValue(bytes, 1 << 20);
    if (parsed)
        renderWith(*parsed, messages && messages->list() ? *messages : oneQuestion());
}

// chat_template.jinja, chat_template.json and tokenizer_config.json, then name and text of each additional template;
// all end with a zero byte, and what is empty is not there.
void readTemplateFolder(std::string_view bytes)
{
    constexpr int mostAdditional = 8;
    const TemporaryFolder folder({additionalChatTemplates});
    for (const char *name : {"chat_template.jinja", "chat_template.json", "tokenizer_config.json"})
        if (const std::string_view text = takeField(bytes); !text.empty())
            folder.write(name, text);
    for (int i = 0; i < mostAdditional && !bytes.empty(); ++i) {
        const std::string name(takeField(bytes));
        folder.write(std::string(additionalChatTemplates) + "/" + name + ".jinja", takeField(bytes));
    }
    const auto templates = chatTemplatesIn(folder.path());
    const auto usual = readChatTemplates(folder.path());
    promise(templates.has_value() || !usual.has_value(), "templates of files that cannot be read");
    if (!templates)
        return;
    for (std::size_t i = 0; i < templates->size(); ++i) {
        const NamedChatTemplate &each = (*templates)[i];
        promise(i == 0 || (*templates)[i - 1].name < each.name, "a name twice");
        const auto text = readChatTemplateText(folder.path(), {.name = each.name});
        promise(each.name.empty() || (text && *text == each.text), "another template than was asked for");
    }
    if (!usual)
        return;
    promise(usual->usual.has_value() == !templates->empty(), "no template and no Error");
    for (const auto &parsed : {usual->usual, usual->withTools})
        if (parsed)
            renderWith(*parsed, oneQuestion());
}

void checkCut(const std::string &text, std::size_t at)
{
    promise(at == text.size() || (static_cast<unsigned char>(text[at]) & 0xc0) != 0x80, "a cut inside a character");
}

void checkIds(const TokenIds &ids, const Tokenizer &tokenizer)
{
    for (const std::int32_t id : ids)
        promise(id >= 0 && id < tokenizer.size(), "a token beyond the vocabulary");
}

void checkEncoded(const TrainingEncoder &encoder, const TrainingText &text, const Tokenizer &tokenizer)
{
    if (const auto *conversation = std::get_if<Conversation>(&text))
        if (const auto prompt = encoder.encodePrompt(*conversation))
            checkIds(*prompt, tokenizer);
    const auto explained = encoder.explain(text);
    if (!explained)
        return;
    const auto &[marked, tokens, begins] = *explained;
    checkRanges(marked.learned, marked.text.size(), "learned ranges overlap");
    checkRanges(marked.typed, marked.text.size(), "typed ranges overlap");
    for (const TextRange &range : marked.learned) {
        checkCut(marked.text, range.first);
        checkCut(marked.text, range.end);
    }
    checkIds(tokens.ids, tokenizer);
    const std::size_t count = tokens.ids.size();
    promise(tokens.learned.size() == count && begins.size() == count, "a token without what is known of it");
    for (std::size_t i = 0; i < count; ++i) {
        promise(begins[i] <= marked.text.size() && (i == 0 || begins[i - 1] <= begins[i]), "tokens in another order");
        promise(tokens.learned[i] == 0 || marked.isPlain || !marked.learned.empty(), "what is not marked is learned");
    }
}

// A template, tokenizer.json and tokenizer_config.json, each up to a zero byte, and a file of rows.
void encodeRows(std::string_view bytes)
{
    const auto parsed = ChatTemplate::parse(takeField(bytes));
    TokenizerFiles files;
    files.tokenizer = takeField(bytes);
    files.config = takeField(bytes);
    auto tokenizer = PipelineTokenizer::fromFiles("folder", files);
    if (!parsed || !tokenizer)
        return;
    const MemoryFile file(bytes);
    const auto rows = readConversations(file.path(), 0);
    if (!rows)
        return;
    const auto kept = std::make_shared<const PipelineTokenizer>(std::move(*tokenizer));
    for (const bool answersOnly : {true, false}) {
        const TrainingEncoder encoder(kept, {*parsed, std::nullopt}, {.answersOnly = answersOnly, .stopIds = {1}});
        for (const ConversationRow &row : rows->training)
            if (row.text)
                checkEncoded(encoder, *row.text, *kept);
    }
}

void readConversationFile(std::string_view bytes)
{
    const MemoryFile file(bytes);
    const auto conversations = readConversations(file.path(), 0.5);
    if (!conversations)
        return;
    const ConversationCounts &counts = conversations->counts;
    const std::size_t kept = conversations->training.size() + conversations->heldOut.size();
    promise(kept > 0, "no row and no Error");
    promise(std::int64_t(kept) == counts.rows, "rows that nobody counted");
    for (const auto *part : {&conversations->training, &conversations->heldOut})
        for (const ConversationRow &row : *part) {
            if (!row.text)
                continue;
            const auto *conversation = std::get_if<Conversation>(&*row.text);
            promise(
                !conversation || std::any_of(conversation->messages.begin(), conversation->messages.end(), isAnswer),
                "nothing to learn");
            promise((drawnFraction(*row.text) < 0.5) == (part == &conversations->heldOut), "a row on the wrong side");
        }
}

constexpr std::array targets{FuzzTarget{"chatfolder", readTemplateFolder}, FuzzTarget{"chatrows", encodeRows},
    FuzzTarget{"chattemplate", renderChatTemplate}, FuzzTarget{"conversations", readConversationFile}};

} // namespace

std::span<const FuzzTarget> chatTargets()
{
    return targets;
}

} // namespace motley
