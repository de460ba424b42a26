#include "engine/tasks/causal/prompts.h"

#include "engine/base/textfile.h"
#include "engine/data/tokenizers/utf8.h"

#include <sstream>

namespace motley {

Result<std::vector<std::string>> readPrompts(const std::string &file)
{
    const auto text = readTextFile(file, 1 << 20);
    if (!text)
        return tl::unexpected(text.error());
    std::vector<std::string> prompts;
    std::istringstream lines(*text);
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        const auto refuse = [&](const std::string &why) {
            return fail("Line " + std::to_string(number) + " of " + file + " is no prompt: " + why);
        };
        if (line.find_first_not_of(" \t\r") == std::string::npos)
            continue;
        if (line.back() == '\r')
            line.pop_back();
        if (!isUtf8(line))
            return refuse("it is not UTF-8. Save the file as UTF-8.");
        if (line.size() > longestPrompt)
            return refuse("it has more than " + std::to_string(longestPrompt) + " bytes. Shorten it.");
        prompts.push_back(line);
        if (prompts.size() > mostPrompts)
            return refuse("a test asks no more than " + std::to_string(mostPrompts) + ". Leave out others.");
    }
    if (prompts.empty())
        return fail("There is no prompt in " + file + ". Write one on each line, or leave data.prompts empty.");
    return prompts;
}

Result<Prompts> promptsOf(
    const LanguageModelData &data, const std::function<Result<TokenIds>(const std::string &prompt)> &encode)
{
    Prompts prompts{{}, data.format == LanguageModelData::Format::Conversations};
    if (data.prompts.empty())
        return prompts;
    const auto texts = readPrompts(data.prompts.path);
    if (!texts)
        return tl::unexpected(texts.error());
    for (const std::string &text : *texts) {
        auto ids = encode(text);
        if (ids && ids->empty())
            ids = fail("It holds no token. Leave it out.");
        if (!ids)
            return fail("Prompt " + std::to_string(prompts.all.size() + 1) + " of " + data.prompts.path
                    + " cannot be used: " + ids.error().message,
                ids.error().detail);
        prompts.all.push_back({text, std::move(*ids)});
    }
    return prompts;
}

Result<Prompts> questionsOf(const LanguageModelData &data, const ConversationSource &source)
{
    if (data.prompts.empty())
        return Prompts();
    const auto encoder = trainingEncoder(source, data);
    if (!encoder)
        return tl::unexpected(encoder.error());
    return promptsOf(data,
        [&](const std::string &prompt) { return encoder->encodePrompt({.messages = {chatMessage("user", prompt)}}); });
}

} // namespace motley
