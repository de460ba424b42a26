// Texts whose mentions of entities are marked and linked, in the format of AIDA-CoNLL-YAGO (Hoffart et al. 2011), which
// HetSeq's entity linking trains on.
#pragma once

#include "engine/data/text/conll.h"

#include <unordered_map>

namespace motley {

constexpr std::int32_t unknownEntity = -1;

std::vector<std::string> mentionTags(); // B, I, O: HetSeq's labels 0, 1, 2

// Each line has a word and, for words of a mention, separated by tabs: B or I, the mention, its entity or --NME--, and
// up to three columns that are ignored. Blank lines end sentences. In the result the entity stands at the first word of
// its mention, as entityName() writes it. Errors name the file and the line.
Result<std::vector<TaggedSentence>> readMentions(const std::string &path);

// The name in the form of Wikipedia's titles: spaces for underscores, a capital first letter, and \u00e9 and &amp;
// replaced by é and &.
std::string entityName(std::string_view name);

// The entities that have vectors.
class EntityNames {
public:
    // Each line has a name, up to a tab if there is one. Its number, the row of its vector, is the line counted from 0.
    // Of a repeated name the first line counts. Errors name the file.
    static Result<EntityNames> read(const std::string &file);

    std::int64_t size() const { return m_size; }
    std::int64_t repeated() const { return m_repeated; } // names that an earlier line has too
    std::int32_t find(const std::string &name) const; // the number of a name from entityName(), or unknownEntity

private:
    std::int64_t m_size = 0;
    std::int64_t m_repeated = 0;
    std::unordered_map<std::string, std::int32_t> m_numbers;
};

} // namespace motley
