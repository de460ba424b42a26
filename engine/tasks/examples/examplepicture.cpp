#include "engine/tasks/examples/examplepicture.h"

#include "engine/base/base64.h"
#include "engine/data/images/pngcodec.h"

#include <ATen/ATen.h>

#include <algorithm>

namespace motley {

std::string examplePicture(const at::Tensor &levels)
{
    at::Tensor pixels = levels.detach().to(at::kCPU, at::kFloat);
    const std::int64_t longer = std::max(pixels.size(1), pixels.size(2));
    if (longer > largestExampleSide) {
        const auto shrunk
            = [&](std::int64_t side) { return std::max<std::int64_t>(1, side * largestExampleSide / longer); };
        pixels = at::adaptive_avg_pool2d(pixels, {shrunk(pixels.size(1)), shrunk(pixels.size(2))});
    }
    const at::Tensor bytes
        = pixels.round().clamp(0, 255).to(at::kByte).expand({3, -1, -1}).permute({1, 2, 0}).contiguous();
    const auto *first = bytes.const_data_ptr<std::uint8_t>();
    const auto png = encodePng({pixels.size(2), pixels.size(1), {first, first + bytes.numel()}});
    TORCH_CHECK(png, "a small picture can be written");
    return base64Of({reinterpret_cast<const char *>(png->data()), png->size()});
}

} // namespace motley
