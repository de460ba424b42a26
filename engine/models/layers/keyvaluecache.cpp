#include "engine/models/layers/keyvaluecache.h"

#include <ATen/ATen.h>

#include <algorithm>

namespace motley {

namespace {

constexpr std::int64_t leastRoom = 16; // tokens allocated at least

at::Tensor withRoom(const at::Tensor &full, const at::Tensor &next, std::int64_t tokens, std::int64_t room)
{
    const at::Tensor larger = at::empty({next.size(0), room, next.size(2)}, next.options());
    if (full.defined())
        larger.narrow(1, 0, tokens).copy_(full.narrow(1, 0, tokens));
    return larger;
}

} // namespace

KeyValue KeyValueCache::append(const KeyValue &next)
{
    const std::int64_t more = next.key.size(1);
    const std::int64_t tokens = m_tokens + more;
    if (!m_room.key.defined() || tokens > m_room.key.size(1)) {
        const std::int64_t room = std::max({leastRoom, tokens, 2 * m_tokens});
        m_room = {withRoom(m_room.key, next.key, m_tokens, room), withRoom(m_room.value, next.value, m_tokens, room)};
    }
    m_room.key.narrow(1, m_tokens, more).copy_(next.key);
    m_room.value.narrow(1, m_tokens, more).copy_(next.value);
    m_tokens = tokens;
    return {m_room.key.narrow(1, 0, tokens), m_room.value.narrow(1, 0, tokens)};
}

void KeyValueCache::select(const at::Tensor &rows)
{
    if (m_room.key.defined())
        m_room = {m_room.key.index_select(0, rows), m_room.value.index_select(0, rows)};
}

} // namespace motley
