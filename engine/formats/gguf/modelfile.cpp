#include "engine/formats/gguf/modelfile.h"

namespace motley {

namespace {

// Texts that the template language of Ollama, or the file around it, would take for its own.
bool isPlain(const std::string &text)
{
    return text.find("{{") == std::string::npos && text.find("\"\"\"") == std::string::npos;
}

std::string blockOf(const char *role, const ChatBlock &block)
{
    return std::string("if eq .Role \"") + role + "\" }}" + block.before + "{{ .Content }}" + block.after;
}

std::string templateOf(const ChatBlocks &chat)
{
    std::string text;
    if (!chat.head.empty())
        text = "{{ if not .System }}" + chat.head + "{{ end }}";
    text += "{{ range .Messages }}{{ " + blockOf("user", chat.user) + "{{ else " + blockOf("assistant", chat.answer);
    if (chat.system)
        text += "{{ else " + blockOf("system", *chat.system);
    return text + "{{ end }}{{ end }}" + chat.prompt;
}

bool isPlain(const ChatBlocks &chat)
{
    const auto both = [](const ChatBlock &block) { return isPlain(block.before) && isPlain(block.after); };
    return isPlain(chat.head) && isPlain(chat.prompt) && both(chat.user) && both(chat.answer)
        && (!chat.system || both(*chat.system));
}

} // namespace

std::string modelfileOf(const ModelfileInput &input)
{
    std::string text = "# ollama create NAME -f Modelfile\nFROM ./" + input.file + "\n";
    if (input.chat && isPlain(*input.chat))
        text += "TEMPLATE \"\"\"" + templateOf(*input.chat) + "\"\"\"\n";
    for (const std::string &stop : input.stops)
        if (stop.find_first_of("\"\n") == std::string::npos)
            text += "PARAMETER stop \"" + stop + "\"\n";
    return text;
}

} // namespace motley
