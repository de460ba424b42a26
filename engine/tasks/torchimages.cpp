#include "engine/tasks/torchimages.h"

#include "engine/tensorfiles/torchfile.h"

#include <torch/types.h>

namespace motley {

namespace {

constexpr std::int64_t highestLabel = 255;

IdxArray bytesOf(const at::Tensor &tensor)
{
    const at::Tensor bytes = tensor.to(at::kByte).contiguous();
    const auto *first = bytes.data_ptr<std::uint8_t>();
    return {tensor.sizes().vec(), {first, first + bytes.numel()}};
}

} // namespace

Result<ImageDataset> readTorchImages(const std::string &file)
{
    const auto tensors = readTorchFile(file);
    if (!tensors)
        return tl::unexpected(tensors.error());
    if (tensors->size() != 2)
        return fail(
            file + " must hold two tensors, images and labels, but holds " + std::to_string(tensors->size()) + ".");
    const at::Tensor &images = tensors->front().tensor;
    const at::Tensor &labels = tensors->back().tensor;
    if (images.scalar_type() != at::kByte)
        return fail("The images in " + file + " must be bytes (uint8).");
    if (labels.scalar_type() != at::kLong)
        return fail("The labels in " + file + " must be whole numbers (int64).");
    if (labels.numel() > 0
        && (labels.min().item<std::int64_t>() < 0 || labels.max().item<std::int64_t>() > highestLabel))
        return fail("The labels in " + file + " must be between 0 and 255.");
    return ImageDataset::make({bytesOf(images), file}, {bytesOf(labels), file});
}

} // namespace motley
