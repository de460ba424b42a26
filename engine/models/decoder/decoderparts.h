// What the layers of a decoder are made of. Their weights are placeholders until a file's are put in their place.
#pragma once

#include "engine/formats/decoder/decoderconfig.h"
#include "engine/models/layers/placeholder.h"
#include "engine/models/layers/projection.h"

#include <memory>
#include <string>
#include <vector>

namespace motley {

// Of tokens. A large table of which nothing but rows is read stays in the memory of the host while it is not trained:
// the rows of a pass are few, and a GPU has better use for a gibibyte.
class Vectors : public torch::nn::Module {
public:
    enum class Use { Rows, Whole }; // Whole: also as a matrix, which the output layer multiplies by
    Vectors(std::int64_t rows, std::int64_t size, Use use);

    using torch::nn::Module::to;
    void to(torch::Device device, bool nonBlocking = false) override;

    // On the device of ids. The multiplier is rounded to the weight's type.
    at::Tensor forward(const at::Tensor &ids, double multiplier);
    const at::Tensor &weight() const { return m_weight; }

private:
    at::Tensor m_weight;
    Use m_use;
};

// Divides by the root mean square of the last dimension (Zhang and Sennrich 2019). Computes in float32, and returns the
// type of x.
class RmsNorm : public torch::nn::Module {
public:
    enum class Weight { Plain, AddedToOne, None };
    RmsNorm(std::int64_t size, double epsilon, Weight weight);

    at::Tensor forward(const at::Tensor &x);

private:
    at::Tensor m_weight; // may be undefined
    double m_epsilon;
    Weight m_kind;
};
std::shared_ptr<RmsNorm> normOf(const DecoderConfig &config, std::int64_t size);

// The module of this name, with dots, below `module`; groups that are missing on the way are registered.
torch::nn::Module &groupCalled(torch::nn::Module &module, const std::string &name);

} // namespace motley
