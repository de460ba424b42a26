// How a script gets through whatever login shell an account has: sh, csh and fish read the same words out of it, and a
// random marker shows where the output of rc files ends and the script's own begins.
#pragma once

#include <string>
#include <string_view>

namespace motley {

// exec /bin/sh -c '...': between the quotes stands nothing that sh, csh or fish would take for its own.
std::string forLoginShell(std::string_view script);

std::string randomMarker();
std::string withMarker(std::string_view marker, std::string_view script); // prints the marker on both streams first

// Passes on what comes after the marker, and keeps the end of what came before it.
class MarkerFilter {
public:
    explicit MarkerFilter(std::string marker);

    std::string_view pass(std::string_view bytes); // valid until the next call
    bool hasBegun() const { return m_begun; }
    const std::string &noise() const { return m_before; } // the last bytes before the marker
    std::size_t noiseBytes() const { return m_noiseBytes; }

private:
    std::string m_marker;
    std::string m_before;
    std::size_t m_noiseBytes = 0;
    bool m_begun = false;
};

} // namespace motley
