#include "remote/ssh/loginshell.h"

#include <QRandomGenerator>

#include <array>
#include <cstdio>

namespace motley {

namespace {

constexpr std::size_t noiseKept = 4096;

// Single quotes of csh end at a newline and do not hide '!', those of fish know two backslash escapes; the inner sh
// reads the text in double quotes.
bool needsEscape(unsigned char character)
{
    return character < ' ' || character > '~'
        || std::string_view("'\"\\$`!").find(static_cast<char>(character)) != std::string_view::npos;
}

} // namespace

std::string forLoginShell(std::string_view script)
{
    std::string text;
    for (const char character : script) {
        const auto byte = static_cast<unsigned char>(character);
        if (needsEscape(byte)) {
            std::array<char, 6> octal{};
            std::snprintf(octal.data(), octal.size(), "\\0%03o", byte);
            text += octal.data();
        } else {
            text += character;
        }
    }
    return "exec /bin/sh -c 'eval \"$(printf %b \"" + text + "\")\"'";
}

std::string randomMarker()
{
    std::array<quint32, 4> random{};
    QRandomGenerator::system()->fillRange(random.data(), random.size());
    std::array<char, 33> hex{};
    std::snprintf(hex.data(), hex.size(), "%08x%08x%08x%08x", random[0], random[1], random[2], random[3]);
    return hex.data();
}

std::string withMarker(std::string_view marker, std::string_view script)
{
    const std::string word(marker);
    return "echo " + word + "; echo " + word + " >&2\n" + std::string(script);
}

MarkerFilter::MarkerFilter(std::string marker) : m_marker(std::move(marker) + '\n') { }

std::string_view MarkerFilter::pass(std::string_view bytes)
{
    if (m_begun)
        return bytes;
    m_before += bytes;
    m_noiseBytes += bytes.size();
    const auto found = m_before.find(m_marker);
    if (found == std::string::npos) {
        if (m_before.size() > 2 * noiseKept)
            m_before.erase(0, m_before.size() - noiseKept);
        return {};
    }
    m_begun = true;
    m_before.erase(0, found + m_marker.size());
    return m_before;
}

} // namespace motley
