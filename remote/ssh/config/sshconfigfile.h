// The grammar of ssh_config(5) files, without the meaning of their keywords.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

constexpr int deepestSshInclude = 16; // as in ssh

struct SshConfigLine {
    std::string keyword; // in lower case
    std::vector<std::string> arguments; // without quotes
};

// An empty keyword: a blank line or a comment. nullopt: no keyword, or a quote without its end.
std::optional<SshConfigLine> parseSshConfigLine(std::string_view line);

// nullopt: the file cannot be read. A file is cut after 4 MB.
std::optional<std::vector<std::string>> sshConfigLines(const std::string &path);

// The files that an argument of Include stands for; relative ones lie in `folder`.
std::vector<std::string> includedSshFiles(const std::string &pattern, const std::string &folder);

} // namespace motley
