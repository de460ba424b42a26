// The lines of the probe script, key by key. They come from another machine and are not trusted.
#pragma once

#include "engine/protocol/probereport.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

inline constexpr std::size_t longestProbeOutput = 1 << 20;
inline constexpr std::int64_t mebibyte = 1 << 20;

class ProbeOutput {
public:
    // Fails if the script did not come to its end or printed more than longestProbeOutput bytes.
    static Result<ProbeOutput> parse(std::string_view output);

    std::string value(const std::string &key) const; // the first value; empty if there is none
    std::vector<std::string> values(const std::string &key) const;
    std::optional<std::int64_t> number(const std::string &key) const;

private:
    std::multimap<std::string, std::string> m_values;
};

std::optional<std::int64_t> wholeNumber(std::string_view text);
std::optional<double> decimalNumber(std::string_view text);
std::vector<std::string> split(std::string_view text, std::string_view separator);

void readMemory(const ProbeOutput &output, ProbeReport &report);
void readGpus(const ProbeOutput &output, ProbeReport &report);
std::vector<InterfaceReport> readInterfaces(const ProbeOutput &output);

} // namespace motley
