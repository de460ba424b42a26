#include "engine/tasks/entityvectors.h"

#include "engine/base/sha256.h"
#include "engine/tensorfiles/finitenumbers.h"
#include "engine/tensorfiles/safetensors.h"
#include "engine/tensorfiles/torchfile.h"

#include <torch/types.h>

#include <filesystem>

namespace motley {

namespace {

Result<at::Tensor> readVectors(const std::string &path)
{
    const bool isSafetensors = std::filesystem::path(path).extension() == ".safetensors";
    const auto tensors = isSafetensors ? readSafetensors(path) : readTorchFile(path);
    if (!tensors)
        return tl::unexpected(tensors.error());
    if (tensors->size() != 1)
        return fail(path + " holds " + std::to_string(tensors->size())
            + " tensors; the vectors of the entities are one, a row for each.");
    const at::Tensor &vectors = tensors->front().tensor;
    if (vectors.dim() != 2 || !vectors.is_floating_point() || vectors.size(1) == 0)
        return fail(path + " does not hold vectors: a table of floating-point numbers, a row for each entity.");
    at::Tensor numbers = vectors.to(at::kFloat).contiguous();
    if (!isFinite(numbers))
        return fail(path + " holds vectors with infinities, or with what is not a number.");
    return numbers;
}

// Of the numbers, whichever kind of file they are in.
std::string hashOf(const at::Tensor &vectors)
{
    return sha256Of({static_cast<const char *>(vectors.const_data_ptr()), vectors.nbytes()});
}

} // namespace

Result<Entities> readEntities(const std::string &nameFile, const std::string &vectorFile)
{
    auto names = EntityNames::read(nameFile);
    if (!names)
        return tl::unexpected(names.error());
    auto vectors = readVectors(vectorFile);
    if (!vectors)
        return tl::unexpected(vectors.error());
    if (vectors->size(0) != names->size())
        return fail(nameFile + " has " + std::to_string(names->size()) + " names, but " + vectorFile + " has "
            + std::to_string(vectors->size(0)) + " vectors: they do not belong together.");
    const auto hashOfNames = sha256OfFile(nameFile);
    if (!hashOfNames)
        return tl::unexpected(hashOfNames.error());
    std::string hash = sha256Of(*hashOfNames + hashOf(*vectors));
    return Entities{std::move(*names), std::move(*vectors), std::move(hash)};
}

} // namespace motley
