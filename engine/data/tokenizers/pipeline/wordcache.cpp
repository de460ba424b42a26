#include "engine/data/tokenizers/pipeline/wordcache.h"

#include <functional>

namespace motley {

std::size_t WordCache::placeOf(std::string_view word) const
{
    return std::hash<std::string_view>()(word) % words;
}

bool WordCache::append(std::string_view word, TokenIds &ids) const
{
    if (word.size() > longestWord)
        return false;
    const std::size_t place = placeOf(word);
    const std::lock_guard lock(m_locks[place % locks]);
    const Entry &entry = m_entries[place];
    if (entry.word != word)
        return false;
    ids.insert(ids.end(), entry.ids.begin(), entry.ids.end());
    return true;
}

void WordCache::put(std::string_view word, std::span<const std::int32_t> ids)
{
    if (word.size() > longestWord)
        return;
    const std::size_t place = placeOf(word);
    const std::lock_guard lock(m_locks[place % locks]);
    m_entries[place].word = word;
    m_entries[place].ids.assign(ids.begin(), ids.end());
}

} // namespace motley
