#include "engine/tasks/entitycounts.h"

namespace motley {

EntityCounts countEntities(const EntityCounter &counter, const at::Tensor &labels, const at::Tensor &chosen)
{
    const at::Tensor expected = labels.cpu().contiguous();
    const at::Tensor found = chosen.cpu().contiguous();
    std::vector<EntityCounts> byType(counter.types().size());
    const auto tokens = std::size_t(labels.size(1));
    for (std::int64_t row = 0; row < labels.size(0); ++row) {
        const std::size_t first = std::size_t(row) * tokens;
        counter.count({expected.data_ptr<std::int64_t>() + first, tokens},
            {found.data_ptr<std::int64_t>() + first, tokens}, byType);
    }
    EntityCounts all;
    for (const EntityCounts &counts : byType)
        all += counts;
    return all;
}

} // namespace motley
