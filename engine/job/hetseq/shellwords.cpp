#include "engine/job/hetseq/shellwords.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace motley {

namespace {

bool isNamePart(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

class ShellReader {
public:
    explicit ShellReader(std::string_view script) : m_rest(script) { }

    std::vector<std::vector<std::string>> read()
    {
        while (!m_rest.empty())
            readNext();
        endCommand();
        return std::move(m_commands);
    }

private:
    void readNext();
    void readWord();
    void readQuoted(char quote);
    void readVariable();
    void readRedirection();
    void endWord();
    void endCommand();

    bool begins(std::string_view text) const { return m_rest.substr(0, text.size()) == text; }
    char pop()
    {
        const char c = m_rest.front();
        m_rest.remove_prefix(1);
        return c;
    }

    std::string_view m_rest;
    std::string m_word;
    bool m_inWord = false;
    bool m_dropsWord = false; // the next word is the file of a redirection
    std::vector<std::string> m_words;
    std::map<std::string, std::string> m_variables;
    std::vector<std::vector<std::string>> m_commands;
};

void ShellReader::readNext()
{
    const char c = m_rest.front();
    if (begins("\\\n")) {
        m_rest.remove_prefix(2);
    } else if (isBlank(c)) {
        endWord();
        pop();
    } else if (c == '#' && !m_inWord) {
        m_rest.remove_prefix(std::min(m_rest.find('\n'), m_rest.size()));
    } else if (c == '<' || c == '>') {
        readRedirection();
    } else if (std::string_view("\n;|&()").find(c) != std::string_view::npos) {
        endCommand();
        pop();
    } else {
        readWord();
    }
}

void ShellReader::readWord()
{
    m_inWord = true;
    const char c = m_rest.front();
    if (c == '"' || c == '\'')
        return readQuoted(pop());
    if (c == '$')
        return readVariable();
    if (c == '\\' && m_rest.size() > 1)
        pop();
    m_word += pop();
}

void ShellReader::readQuoted(char quote)
{
    while (!m_rest.empty() && m_rest.front() != quote) {
        if (quote == '"' && m_rest.front() == '$')
            readVariable();
        else if (quote == '"' && begins("\\\n"))
            m_rest.remove_prefix(2);
        else
            m_word += pop();
    }
    if (!m_rest.empty())
        pop();
}

// Replaces $name and ${name}. Other expansions of a shell are not supported.
void ShellReader::readVariable()
{
    const bool hasBraces = begins("${");
    const std::size_t start = hasBraces ? 2 : 1;
    std::size_t end = start;
    while (end < m_rest.size() && isNamePart(m_rest[end]))
        ++end;
    const auto found = m_variables.find(std::string(m_rest.substr(start, end - start)));
    const bool isWhole = !hasBraces || (end < m_rest.size() && m_rest[end] == '}');
    if (end == start || !isWhole || found == m_variables.end()) {
        if (begins("$(")) { // a command inside it is not a command of the script
            const std::size_t close = std::min(m_rest.find(')'), m_rest.size() - 1);
            m_word += m_rest.substr(0, close + 1);
            m_rest.remove_prefix(close + 1);
            return;
        }
        m_word += pop();
        return;
    }
    m_word += found->second;
    m_rest.remove_prefix(end + (hasBraces ? 1 : 0));
}

// Skips a redirection such as "2>&1", "> file" or "< file": the number before it, the sign and the file are not words
// of the command.
void ShellReader::readRedirection()
{
    const bool isNumber = m_inWord && std::all_of(m_word.begin(), m_word.end(), [](char c) { return std::isdigit(c); });
    if (isNumber) {
        m_word.clear();
        m_inWord = false;
    }
    endWord();
    while (!m_rest.empty() && std::string_view("<>&").find(m_rest.front()) != std::string_view::npos)
        pop();
    m_dropsWord = true;
}

void ShellReader::endWord()
{
    if (!m_inWord)
        return;
    if (!m_dropsWord)
        m_words.push_back(m_word);
    m_dropsWord = m_inWord = false;
    m_word.clear();
}

void ShellReader::endCommand()
{
    endWord();
    m_dropsWord = false;
    if (!m_words.empty() && m_words.front() == "export")
        m_words.erase(m_words.begin());
    while (!m_words.empty()) {
        const std::string &first = m_words.front();
        const std::size_t equals = first.find('=');
        const bool isName = equals != std::string::npos && equals > 0 && !std::isdigit(first[0])
            && std::all_of(first.begin(), first.begin() + std::ptrdiff_t(equals), isNamePart);
        if (!isName)
            break;
        m_variables[first.substr(0, equals)] = first.substr(equals + 1);
        m_words.erase(m_words.begin());
    }
    if (!m_words.empty())
        m_commands.push_back(std::move(m_words));
    m_words.clear();
}

} // namespace

std::vector<std::vector<std::string>> shellCommands(std::string_view script)
{
    return ShellReader(script).read();
}

} // namespace motley
