// A TorchScript file as a module whose parameters we train.
#pragma once

#include "engine/base/result.h"

#include <torch/script.h>

#include <exception>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace motley {

std::string wordsOf(const std::exception &problem); // torch's without the list of its functions that follows them

class ScriptModule : public torch::nn::Module {
public:
    // Runs what the file says: only for files that one trusts. Errors name the file.
    static Result<std::shared_ptr<ScriptModule>> load(const std::string &path);

    struct Answer {
        at::Tensor loss; // mean over the samples, a scalar
        std::map<std::string, double> metrics; // likewise means
    };
    // Throws std::runtime_error if the script fails or returns something else than a loss, or a loss and a dictionary
    // of metrics.
    Answer forward(const std::vector<at::Tensor> &inputs);

    void train(bool on = true) override;

private:
    explicit ScriptModule(torch::jit::Module script);

    torch::jit::Module m_script;
};

} // namespace motley
