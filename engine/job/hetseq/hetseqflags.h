// For hetseqcommand.cpp: the flags of HetSeq's command line, read as its argument parser reads them.
#pragma once

#include "engine/base/result.h"

#include <map>
#include <string>
#include <vector>

namespace motley {

class HetSeqFlags {
public:
    // Errors name a flag that HetSeq does not have, or not for this task or optimizer, and one without its value or
    // with one that HetSeq would refuse.
    static Result<HetSeqFlags> parse(const std::vector<std::string> &words);

    // Flags go by their names in hetseqoptions.h. Numbers have been checked by parse().
    bool has(const std::string &flag) const { return m_given.count(flag) > 0; }
    std::string text(const std::string &flag, const std::string &otherwise = {}) const;
    double number(const std::string &flag, double otherwise) const;
    std::vector<double> numbers(const std::string &flag, const std::vector<double> &otherwise) const;

    // Names of the flags whose values differ, except those that differ between machines of one run, such as the rank.
    std::vector<std::string> differencesTo(const HetSeqFlags &other) const;

    // Sentences on the flags that were given and have no effect in a job, or had none in HetSeq.
    std::vector<std::string> notes() const;

private:
    struct Given {
        std::string spelling; // with its dashes
        std::string value;
    };

    Result<void> check() const;

    std::map<std::string, Given> m_given;
};

} // namespace motley
