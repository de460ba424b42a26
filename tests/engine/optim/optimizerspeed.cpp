// optimizerspeed adamw|lamb: takes one step over BERT-base's parameters for every line it reads, and prints its
// seconds. tests/reference/optimizerspeed.py alternates it with PyTorch's step.
#include "engine/optim/optimizer.h"

#include <torch/types.h>

#include <chrono>
#include <iostream>
#include <string>

using namespace motley;

namespace {

void add(NamedTensors &parameters, std::vector<std::int64_t> shape)
{
    const at::Tensor tensor = torch::randn(shape).mul_(0.02).requires_grad_();
    tensor.mutable_grad() = torch::randn(shape).mul_(1e-3);
    parameters.push_back({"p" + std::to_string(parameters.size()), tensor});
}

void addLinear(NamedTensors &parameters, std::int64_t out, std::int64_t in)
{
    add(parameters, {out, in});
    add(parameters, {out});
}

void addNorm(NamedTensors &parameters, std::int64_t width)
{
    add(parameters, {width});
    add(parameters, {width});
}

NamedTensors bertBase()
{
    constexpr std::int64_t width = 768;
    constexpr std::int64_t vocabulary = 30522;
    NamedTensors parameters;
    for (const std::int64_t rows : {vocabulary, std::int64_t(512), std::int64_t(2)})
        add(parameters, {rows, width});
    addNorm(parameters, width);
    for (int layer = 0; layer < 12; ++layer) {
        for (int i = 0; i < 4; ++i)
            addLinear(parameters, width, width);
        addNorm(parameters, width);
        addLinear(parameters, 4 * width, width);
        addLinear(parameters, width, 4 * width);
        addNorm(parameters, width);
    }
    addLinear(parameters, width, width); // pooler
    addLinear(parameters, width, width); // head of the masked language model
    addNorm(parameters, width);
    add(parameters, {vocabulary});
    addLinear(parameters, 2, width); // next sentence
    return parameters;
}

} // namespace

int main(int count, char **arguments)
{
    if (count != 2) {
        std::cerr << "optimizerspeed adamw|lamb\n";
        return 2;
    }
    const bool lamb = std::string(arguments[1]) == "lamb";
    const NamedTensors parameters = bertBase();
    Optimizer optimizer(usualOptimizer(lamb ? OptimizerSpec::Kind::Lamb : OptimizerSpec::Kind::AdamW), parameters);
    for (std::string line; std::getline(std::cin, line);) {
        const auto started = std::chrono::steady_clock::now();
        optimizer.step(1e-4);
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - started;
        std::cout << taken.count() << std::endl;
    }
    return 0;
}
