// For hetseqcommand.cpp: the flags of HetSeq's command line, read as its argument parser reads them.
#pragma once

#include "engine/base/result.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace motley {

class HetSeqFlags {
public:
    // Errors name a flag that is not known, or one without its value.
    static Result<HetSeqFlags> parse(const std::vector<std::string> &words);

    bool has(const std::string &flag) const { return m_values.count(flag) > 0; }
    std::string text(const std::string &flag, const std::string &otherwise = {}) const;
    // Errors name the flag and what it must be.
    Result<double> number(const std::string &flag, double otherwise) const;
    Result<std::vector<double>> numbers(const std::string &flag, const std::vector<double> &otherwise) const;

    // Names of the flags whose values differ, except those that differ between machines of one run, such as the rank.
    std::vector<std::string> differencesTo(const HetSeqFlags &other) const;

    // Flags that were given but that HetSeq itself ignores.
    std::vector<std::string> dead() const;

private:
    std::map<std::string, std::string> m_values; // by name without dashes in front, "-" for "_"
};

} // namespace motley
