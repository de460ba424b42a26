// Samples as they lie in a file of tensors, whose first dimension counts them.
#pragma once

#include "engine/base/result.h"
#include "engine/data/dataset.h"
#include "engine/tensorfiles/namedtensors.h"

#include <string>

namespace motley {

class TensorDataset : public Dataset {
public:
    // safetensors or HDF5, told apart by content. names: with commas between; empty: all tensors of a safetensors file,
    // by name. HDF5 numbers come as int64 if they are whole, as float if they are not. Errors name the file and what is
    // missing or of another length.
    static Result<TensorDataset> read(const std::string &path, const std::string &names);

    std::int64_t size() const override { return m_tensors.front().tensor.size(0); }
    Batch batch(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override; // all are inputs
    double weight(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override;

private:
    NamedTensors m_tensors; // at least one
};

} // namespace motley
