// A data set of samples in a file of tensors, whose first dimension counts them.
#pragma once

#include "engine/base/result.h"
#include "engine/data/dataset.h"
#include "engine/tensorfiles/namedtensors.h"

#include <string>

namespace motley {

class TensorDataset : public Dataset {
public:
    // Reads safetensors or HDF5, detected by content. names: separated by commas; empty: all tensors of a safetensors
    // file, by name. HDF5 integers become int64, other numbers float. Errors name the file: a missing tensor, or one of
    // another length.
    static Result<TensorDataset> read(const std::string &path, const std::string &names);

    std::int64_t size() const override { return m_tensors.front().tensor.size(0); }
    std::uint64_t fingerprint() const override;
    Batch batch(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override; // only inputs
    double weight(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override;

private:
    NamedTensors m_tensors; // at least one
};

} // namespace motley
