// A TorchScript file as a module whose parameters are trained.
#pragma once

#include "engine/base/result.h"

#include <torch/script.h>

#include <exception>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace motley {

std::string wordsOf(const std::exception &problem); // without torch's backtrace

class ScriptModule : public torch::nn::Module {
public:
    // Loading runs code of the file, so use trusted files only. Errors name the file.
    static Result<std::shared_ptr<ScriptModule>> load(const std::string &path);

    struct Answer {
        at::Tensor loss; // mean over the samples, a scalar
        std::map<std::string, double> metrics; // means over the samples
    };
    // Throws std::runtime_error if the script fails or returns neither a loss nor a loss and a dictionary of metrics.
    Answer forward(const std::vector<at::Tensor> &inputs);

    void train(bool on = true) override;

private:
    explicit ScriptModule(torch::jit::Module script);

    torch::jit::Module m_script;
};

} // namespace motley
