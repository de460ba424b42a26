#include "engine/commands/terminal/textinput.h"

#include "engine/base/descriptor.h"
#include "engine/data/tokenizers/textlines.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iostream>

namespace motley {

namespace {

constexpr std::size_t longestLine = 1 << 20; // bytes
constexpr std::string_view byteOrderMark = "\xef\xbb\xbf";

// A shell hands over what cannot be read too, as in "< FOLDER": the system says so even where no byte is asked for.
Result<void> checkStandardInput()
{
    char nothing = 0;
    if (::read(STDIN_FILENO, &nothing, 0) < 0)
        return fail("Could not read the standard input.", systemReason(errno));
    return {};
}

} // namespace

Result<TextInput> TextInput::open(const std::string &path)
{
    TextInput input;
    if (path == "-") {
        input.m_oneAtATime = ::isatty(STDIN_FILENO) == 1;
        return checkStandardInput().map([&] { return std::move(input); });
    }
    input.m_path = path;
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        return fail(path + " is a folder; name a text file, or - for the standard input.");
    input.m_file.open(path, std::ios::binary);
    if (!input.m_file)
        return fail("Could not open " + path + ".", std::strerror(errno));
    return input;
}

Result<std::vector<std::string>> TextInput::next(std::size_t most)
{
    std::vector<std::string> lines;
    const std::string where = m_path.empty() ? "the standard input" : m_path;
    for (std::string line; lines.size() < (m_oneAtATime ? 1 : most) && readLine(line);) {
        const std::string which = "Line " + std::to_string(++m_lines) + " of " + where;
        if (line.size() > longestLine)
            return fail(which + " is longer than 1 MiB; there must be a sentence a line.");
        if (m_lines == 1 && line.compare(0, byteOrderMark.size(), byteOrderMark) == 0)
            line.erase(0, byteOrderMark.size());
        if (!line.empty() && line.back() == '\r')
            line.pop_back();
        if (const std::string problem = encodingProblem(line); !problem.empty())
            return fail(which + problem);
        lines.push_back(line);
    }
    if (stream().bad() || (m_path.empty() && std::ferror(stdin)))
        return fail("Could not read " + where + ".");
    return lines;
}

std::istream &TextInput::stream()
{
    return m_path.empty() ? std::cin : m_file;
}

bool TextInput::readLine(std::string &line)
{
    line.clear();
    std::streambuf &bytes = *stream().rdbuf();
    int byte = bytes.sbumpc();
    if (byte == std::char_traits<char>::eof())
        return false;
    for (; byte != std::char_traits<char>::eof() && byte != '\n' && line.size() <= longestLine; byte = bytes.sbumpc())
        line += char(byte);
    return true;
}

} // namespace motley
