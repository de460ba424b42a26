// Network interfaces: from /sys and `ip`, or, where there is no `ip`, from the kernel's tables.
#include "remote/probe/probeoutput.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <bit>
#include <charconv>
#include <map>

namespace motley {

namespace {

constexpr std::size_t mostInterfaces = 256;
constexpr unsigned flagUp = 0x1;
constexpr unsigned flagLoopback = 0x8;

std::uint32_t hexadecimal(std::string_view text)
{
    if (text.starts_with("0x"))
        text.remove_prefix(2);
    std::uint32_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number, 16);
    return number;
}

std::vector<std::string> wordsOf(const std::string &line)
{
    std::vector<std::string> words;
    std::size_t at = 0;
    while ((at = line.find_first_not_of(" \t", at)) != std::string::npos) {
        const auto end = std::min(line.find_first_of(" \t", at), line.size());
        words.push_back(line.substr(at, end - at));
        at = end;
    }
    return words;
}

bool isAddress(const std::string &text)
{
    const auto slash = text.find('/');
    const auto address = text.substr(0, slash);
    std::array<unsigned char, 16> bytes{};
    return slash != std::string::npos && wholeNumber(text.substr(slash + 1)).value_or(-1) >= 0
        && (::inet_pton(AF_INET, address.c_str(), bytes.data()) == 1
            || ::inet_pton(AF_INET6, address.c_str(), bytes.data()) == 1);
}

std::optional<std::uint32_t> ipv4(const std::string &text)
{
    in_addr address{};
    if (::inet_pton(AF_INET, text.c_str(), &address) != 1)
        return std::nullopt;
    return ntohl(address.s_addr);
}

// fib_trie says which addresses are ours, route which network lies behind which interface.
void addFromRoutes(const ProbeOutput &output, std::map<std::string, std::vector<std::string>> &addresses)
{
    std::vector<std::string> own;
    std::string last;
    for (const auto &line : output.values("fib")) {
        const auto words = wordsOf(line);
        if (words.size() == 2 && words[0] == "|--")
            last = words[1];
        else if (words.size() >= 3 && words[0] == "/32" && words[2] == "LOCAL"
            && std::find(own.begin(), own.end(), last) == own.end())
            own.push_back(last);
    }
    for (const auto &line : output.values("route")) {
        const auto words = wordsOf(line); // interface, destination, gateway, flags, ..., mask (7), in network order
        if (words.size() < 8 || words[0] == "Iface")
            continue;
        const auto network = ntohl(hexadecimal(words[1]));
        const auto mask = ntohl(hexadecimal(words[7]));
        for (const auto &address : own) {
            if (const auto number = ipv4(address); mask != 0 && number && (*number & mask) == network)
                addresses[words[0]].push_back(address + '/' + std::to_string(std::popcount(mask)));
        }
    }
}

// 20010db8000000000000000000000001 02 40 00 80 eth0: address, index, prefix length, scope, flags, interface
void addFromInet6(const ProbeOutput &output, std::map<std::string, std::vector<std::string>> &addresses)
{
    for (const auto &line : output.values("inet6")) {
        const auto words = wordsOf(line);
        if (words.size() != 6 || words[0].size() != 32)
            continue;
        std::array<unsigned char, 16> bytes{};
        for (std::size_t index = 0; index < bytes.size(); ++index)
            bytes[index] = static_cast<unsigned char>(hexadecimal(words[0].substr(2 * index, 2)));
        std::array<char, INET6_ADDRSTRLEN> text{};
        ::inet_ntop(AF_INET6, bytes.data(), text.data(), text.size());
        addresses[words[5]].push_back(std::string(text.data()) + '/' + std::to_string(hexadecimal(words[2])));
    }
}

} // namespace

std::vector<InterfaceReport> readInterfaces(const ProbeOutput &output)
{
    std::map<std::string, std::vector<std::string>> addresses;
    for (const auto &line : output.values("addr")) {
        const auto words = wordsOf(line);
        if (words.size() == 2)
            addresses[words[0].substr(0, words[0].find('@'))].push_back(words[1]);
    }
    addFromRoutes(output, addresses);
    addFromInet6(output, addresses);

    std::vector<InterfaceReport> interfaces;
    for (const auto &line : output.values("net")) {
        const auto words = wordsOf(line); // name, flags, state, speed
        if (words.size() < 3 || interfaces.size() >= mostInterfaces)
            continue;
        InterfaceReport interface;
        interface.name = words[0];
        const auto flags = hexadecimal(words[1]);
        interface.loopback = (flags & flagLoopback) != 0;
        interface.up = (flags & flagUp) != 0 && words[2] != "down" && words[2] != "lowerlayerdown";
        if (const auto speed = words.size() > 3 ? wholeNumber(words[3]) : std::nullopt; speed && *speed > 0)
            interface.megabitsPerSecond = speed;
        for (const auto &address : addresses[interface.name]) {
            if (isAddress(address))
                interface.addresses.push_back(address);
        }
        interfaces.push_back(std::move(interface));
    }
    return interfaces;
}

} // namespace motley
