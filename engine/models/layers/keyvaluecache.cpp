#include "engine/models/layers/keyvaluecache.h"

#include <ATen/ATen.h>

#include <algorithm>

namespace motley {

namespace {

constexpr std::int64_t leastRoom = 16; // tokens allocated at least

// A tensor with room for so many tokens, which begins with those that are kept.
at::Tensor withRoom(
    const at::Tensor &full, const at::Tensor &next, std::int64_t first, std::int64_t kept, std::int64_t room)
{
    const at::Tensor larger = at::empty({next.size(0), room, next.size(2)}, next.options());
    if (full.defined())
        larger.narrow(1, 0, kept).copy_(full.narrow(1, first, kept));
    return larger;
}

} // namespace

KeyValue KeyValueCache::append(const KeyValue &next)
{
    const std::int64_t more = next.key.size(1);
    const std::int64_t kept = m_window > 0 ? std::min(m_kept, m_window - 1) : m_kept;
    std::int64_t first = m_first + m_kept - kept;
    if (!m_room.key.defined() || first + kept + more > m_room.key.size(1)) {
        const std::int64_t room = std::max({leastRoom, kept + more, 2 * kept});
        m_room = {
            withRoom(m_room.key, next.key, first, kept, room), withRoom(m_room.value, next.value, first, kept, room)};
        first = 0;
    }
    m_room.key.narrow(1, first + kept, more).copy_(next.key);
    m_room.value.narrow(1, first + kept, more).copy_(next.value);
    m_first = first;
    m_kept = kept + more;
    m_tokens += more;
    return {m_room.key.narrow(1, m_first, m_kept), m_room.value.narrow(1, m_first, m_kept)};
}

void KeyValueCache::select(const at::Tensor &rows)
{
    if (m_room.key.defined())
        m_room = {m_room.key.index_select(0, rows), m_room.value.index_select(0, rows)};
}

} // namespace motley
