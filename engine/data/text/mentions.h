// Texts whose mentions of entities are marked and linked, as AIDA-CoNLL-YAGO has them (Hoffart et al. 2011), which
// HetSeq's entity linking learns from.
#pragma once

#include "engine/data/text/conll.h"

#include <unordered_map>

namespace motley {

constexpr std::int32_t unknownEntity = -1;

std::vector<std::string> mentionTags(); // B, I, O: HetSeq's labels 0, 1, 2

// A word a line, and for words of a mention, separated by tabs: B or I, the mention, its entity or --NME--, and up to
// three columns that are passed over. Blank lines end sentences. The entity stands at the first word of its mention as
// entityName() writes it. Errors name the file and the line.
Result<std::vector<TaggedSentence>> readMentions(const std::string &path);

// As Wikipedia's titles are: spaces for underscores, a large first letter; \u00e9 and &amp; stand for é and &.
std::string entityName(std::string_view name);

// The entities that there are vectors of.
class EntityNames {
public:
    // A name a line, up to a tab if there is one; its number, the row of its vector, is that of the line from 0. Of a
    // name that is there twice the first counts. Errors name the file.
    static Result<EntityNames> read(const std::string &file);

    std::int64_t size() const { return m_size; }
    std::int32_t find(const std::string &name) const; // as entityName() writes it; its number or unknownEntity

private:
    std::int64_t m_size = 0;
    std::unordered_map<std::string, std::int32_t> m_numbers;
};

} // namespace motley
