#include "engine/exchange/gathertexts.h"

#include <ATen/ops/zeros.h>

#include <cstring>

namespace motley {

// All are zero in a rank's place but its own, so that the sum is what each has there.
std::vector<std::string> gatherTexts(Group &group, const std::string &mine)
{
    const std::vector<std::int64_t> sizes = group.gather(std::int64_t(mine.size()));
    std::int64_t words = 0;
    std::vector<std::int64_t> begins;
    for (const std::int64_t size : sizes) {
        begins.push_back(words);
        words += (size + 7) / 8;
    }
    at::Tensor all = at::zeros({words}, at::kLong);
    auto *numbers = all.mutable_data_ptr<std::int64_t>();
    std::memcpy(numbers + begins[std::size_t(group.rank())], mine.data(), mine.size());
    if (!group.isAlone())
        group.allReduceHost(all);
    std::vector<std::string> texts;
    for (std::size_t rank = 0; rank < sizes.size(); ++rank)
        texts.emplace_back(reinterpret_cast<const char *>(numbers + begins[rank]), std::size_t(sizes[rank]));
    return texts;
}

} // namespace motley
