#include "engine/data/chat/template/chattemplate.h"

#include "engine/data/chat/template/parser.h"
#include "engine/data/chat/template/renderer.h"
#include "engine/data/tokenizers/utf8.h"

#include <algorithm>
#include <array>

namespace motley {

namespace {

using jinja::Context;
using jinja::Origin;
using jinja::Text;
using jinja::Value;

Text givenText(const std::string &text, Origin origin)
{
    if (!isUtf8(text))
        throw jinja::Problem("a text of the conversation is no valid UTF-8.");
    return Text(text, origin);
}

// Makes the template's values of what was given, of which each text has an origin of its own.
class GivenValues {
public:
    GivenValues(Context &context, ChatSource source)
        : m_context(context), m_source(std::move(source)), m_origin(context.add(m_source))
    {
    }

    Value of(const ChatValue &value)
    {
        m_context.meter.takeSteps(1);
        if (const std::string *text = value.text())
            return m_context.made(givenText(*text, ofText()));
        Value made = withoutOrigin(value);
        made.origin = m_origin;
        return made;
    }

private:
    Origin ofText()
    {
        ++m_source.value;
        return m_context.add(m_source);
    }

    Value withoutOrigin(const ChatValue &value)
    {
        if (const ChatList *list = value.list()) {
            std::vector<Value> items;
            for (const ChatValue &item : *list)
                items.push_back(of(item));
            return jinja::sequenceValue(std::move(items));
        }
        if (const ChatObject *object = value.object()) {
            std::vector<std::pair<std::shared_ptr<const Text>, Value>> entries;
            for (const auto &[name, item] : *object)
                entries.emplace_back(std::make_shared<const Text>(givenText(name, ofText())), of(item));
            return jinja::mappingValue(std::move(entries));
        }
        if (const auto *flag = std::get_if<bool>(&value.value))
            return {*flag};
        if (const auto *whole = std::get_if<std::int64_t>(&value.value))
            return {*whole};
        if (const auto *real = std::get_if<double>(&value.value))
            return {*real};
        return {jinja::None()};
    }

    Context &m_context;
    ChatSource m_source;
    Origin m_origin;
};

// Templates call the text of a model's reasoning by one of these names; transformers gives it the first two where a
// message has any of them.
ChatObject withReasoning(const ChatObject &message)
{
    static constexpr std::array<std::string_view, 3> names{"reasoning_content", "thinking", "reasoning"};
    const auto find = [&](const ChatObject &members, std::string_view name) {
        return std::find_if(
            members.begin(), members.end(), [&](const ChatMember &member) { return member.name == name; });
    };
    for (const std::string_view name : names) {
        const auto found = find(message, name);
        if (found == message.end() || found->value.isNull())
            continue;
        const auto thinking = find(message, "thinking");
        ChatObject result{{"thinking", thinking == message.end() ? found->value : thinking->value}};
        for (const ChatMember &member : message)
            if (member.name != "thinking")
                result.push_back(member);
        const auto known = std::find_if(
            result.begin(), result.end(), [](const ChatMember &member) { return member.name == "reasoning_content"; });
        const ChatValue reasoning = found->value;
        if (known != result.end())
            known->value = reasoning;
        else
            result.push_back({"reasoning_content", reasoning});
        return result;
    }
    return message;
}

Value givenMessages(Context &context, const ChatValue &messages)
{
    std::vector<Value> items;
    if (!messages.list())
        throw jinja::Problem("the messages of a conversation must be a list.");
    for (std::size_t i = 0; i < messages.list()->size(); ++i) {
        const ChatObject *message = (*messages.list())[i].object();
        if (!message)
            throw jinja::Problem("message " + std::to_string(i + 1) + " of a conversation must be an object.");
        std::vector<std::pair<std::shared_ptr<const Text>, Value>> entries;
        const auto sourceOf = [i](const std::string &field) {
            return ChatSource{ChatSource::Kind::Message, std::int32_t(i), field};
        };
        const Origin whole = context.add(sourceOf(""));
        for (const auto &[name, value] : withReasoning(*message))
            entries.emplace_back(
                std::make_shared<const Text>(givenText(name, whole)), GivenValues(context, sourceOf(name)).of(value));
        items.push_back(jinja::mappingValue(std::move(entries)));
        items.back().origin = whole;
    }
    Value list = jinja::sequenceValue(std::move(items));
    list.origin = context.add({ChatSource::Kind::Other, -1, "messages"});
    return list;
}

RenderedChat renderedBy(const jinja::Renderer &renderer, const Context &context)
{
    RenderedChat result;
    result.text = renderer.text().bytes();
    result.generated = renderer.generated();
    std::size_t begin = 0;
    for (const Text::Run &run : renderer.text().runs()) {
        const ChatSource &source = context.sourceOf(run.origin);
        if (!result.spans.empty() && result.spans.back().source == source)
            result.spans.back().end = run.end;
        else
            result.spans.push_back({begin, run.end, source});
        begin = run.end;
    }
    return result;
}

} // namespace

struct ChatTemplate::Parsed {
    jinja::Body body;
};

Result<ChatTemplate> ChatTemplate::parse(std::string_view source)
{
    if (source.size() > longestChatTemplate)
        return fail("The chat template has more than " + std::to_string(longestChatTemplate) + " bytes.");
    if (!isUtf8(source))
        return fail("The chat template is no valid UTF-8.");
    try {
        return ChatTemplate(std::make_shared<const Parsed>(Parsed{jinja::parseTemplate(source)}));
    } catch (const jinja::Problem &problem) {
        return fail("The chat template cannot be used: line " + std::to_string(problem.line) + ": " + problem.what());
    }
}

Result<RenderedChat> ChatTemplate::render(const ChatInput &input) const
{
    Context context;
    jinja::Renderer renderer(context, input.now);
    try {
        const auto other = [&](const std::string &name, const ChatValue &value) {
            renderer.define(name, GivenValues(context, {ChatSource::Kind::Other, -1, name}).of(value));
        };
        renderer.define("messages", givenMessages(context, input.messages));
        other("tools", input.tools);
        other("documents", input.documents);
        renderer.define("add_generation_prompt", {input.addGenerationPrompt});
        for (const auto &[name, token] : input.specialTokens)
            renderer.define(name, jinja::textValue(givenText(token, 0)));
        for (const auto &[name, value] : input.variables)
            other(name, value);
        renderer.run(m_parsed->body);
    } catch (const jinja::Refusal &refusal) {
        return fail("The model's chat template refuses the conversation: " + std::string(refusal.what()));
    } catch (const jinja::Problem &problem) {
        return fail("The model's chat template fails in line "
            + std::to_string(problem.line > 0 ? problem.line : renderer.line()) + ": " + problem.what());
    }
    return renderedBy(renderer, context);
}

} // namespace motley
