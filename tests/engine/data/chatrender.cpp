// chatrender CASES OUT: what ChatTemplate makes of conversations, for comparisons with other programs (tests/oracles).
// Each line of CASES is an object with "template", "messages" and, where there are any, "tools", "documents",
// "add_generation_prompt", "special_tokens", "variables", "now" (seconds since 1970), "answer_prompt" and
// "turn_tokens". Each line of OUT has "text", "spans" (begin, end, message or -1, field or what else was given),
// "generated" and "answers", or "error".
#include "engine/base/textfile.h"
#include "engine/data/chat/conversations/conversation.h"
#include "engine/data/chat/tokens/answers.h"

#include <nlohmann/json.hpp>

#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

using namespace motley;

namespace {

constexpr std::size_t longestFile = 1 << 30;

ChatValue member(const ChatValue &of, std::string_view name)
{
    const ChatValue *found = of.find(name);
    return found ? *found : ChatValue();
}

ChatInput inputOf(const ChatValue &line)
{
    ChatInput input{
        .messages = member(line, "messages"), .tools = member(line, "tools"), .documents = member(line, "documents")};
    const ChatValue prompt = member(line, "add_generation_prompt");
    input.addGenerationPrompt = prompt == ChatValue(true);
    const ChatValue tokens = member(line, "special_tokens");
    if (tokens.object())
        for (const auto &[name, token] : *tokens.object())
            input.specialTokens.emplace_back(name, *token.text());
    const ChatValue variables = member(line, "variables");
    if (variables.object())
        input.variables = *variables.object();
    const ChatValue now = member(line, "now");
    if (const auto *seconds = std::get_if<std::int64_t>(&now.value))
        input.now = std::time_t(*seconds);
    return input;
}

nlohmann::json answersOf(const ChatValue &line, const RenderedChat &rendered)
{
    const auto textsIn = [&line](const char *name) {
        const ChatValue given = member(line, name);
        std::vector<std::string> texts;
        if (given.list())
            for (const ChatValue &token : *given.list())
                texts.push_back(*token.text());
        return texts;
    };
    const TurnTokens tokens{.special = textsIn("turn_tokens"), .ends = textsIn("stop_tokens")};
    std::vector<bool> isTrained;
    const ChatValue messages = member(line, "messages");
    for (const ChatValue &message : *messages.list())
        isTrained.push_back(isAnswer(message));
    const ChatValue prompt = member(line, "answer_prompt");
    nlohmann::json ranges = nlohmann::json::array();
    for (const TextRange &range : answersIn(rendered, isTrained, prompt.text() ? *prompt.text() : "", tokens).ranges)
        ranges.push_back({range.first, range.end});
    return ranges;
}

nlohmann::json rendered(const ChatValue &line)
{
    const auto result = ChatTemplate::parse(*member(line, "template").text()).and_then([&](const ChatTemplate &parsed) {
        return parsed.render(inputOf(line));
    });
    if (!result)
        return {{"error", result.error().message}};
    nlohmann::json spans = nlohmann::json::array();
    for (const ChatSpan &span : result->spans)
        spans.push_back({span.begin, span.end, int(span.source.kind), span.source.message, span.source.field});
    return {{"text", result->text}, {"spans", spans}, {"generated", result->generated},
        {"answers", answersOf(line, *result)}};
}

} // namespace

int main(int count, char **words)
{
    if (count < 3)
        return 2;
    const auto cases = readTextFile(words[1], longestFile);
    if (!cases) {
        std::cerr << cases.error().message << "\n";
        return 1;
    }
    std::istringstream lines(*cases);
    std::ofstream out(words[2]);
    for (std::string line; std::getline(lines, line);) {
        const auto value = parseChatValue(line, longestFile);
        if (!value) {
            std::cerr << value.error().message << " " << value.error().detail << "\n";
            return 1;
        }
        out << rendered(*value).dump() << "\n";
    }
    return out.flush() ? 0 : 1;
}
