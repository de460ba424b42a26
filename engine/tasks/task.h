// What is trained: a model, the data it learns from and is tested on, the loss, and what a test measures.
// One file per task implements it; the training loop knows no more than this.
#pragma once

#include "engine/data/dataset.h"
#include "engine/protocol/metric.h"
#include "engine/tensorfiles/sidefile.h"

#include <ATen/core/Tensor.h>

#include <algorithm>
#include <string>
#include <vector>

namespace torch::nn {
class Module;
}

namespace motley {

// Sums over tested samples; ranks add theirs up.
struct Score {
    double loss = 0;
    double weight = 0; // what the loss is divided by for a mean, as Dataset::weight has it
    std::vector<double> counts; // what the task's metrics are made of, such as how many answers were right
};

class Task {
public:
    virtual ~Task() = default;

    virtual torch::nn::Module &model() = 0;
    virtual std::string modelName() const = 0; // for people
    virtual std::string modelConfig() const = 0; // config.json of the model folder
    virtual std::vector<SideFile> modelFiles() const { return {}; } // what else the model folder needs

    virtual std::vector<std::string> notes() const { return {}; } // what a person must know of how the model began

    virtual const Dataset &trainingSet() const = 0;
    virtual const Dataset *testSet() const = 0; // nullptr: there is none, and nothing is tested

    // The sum, not the mean, of the losses of these samples: a scalar to go backward from. 0 for an empty batch. It is
    // divided by the weight of the global batch. A second term with a mean of its own joins the sum times
    // batch.wholeWeight / batch.wholeSecondWeight.
    virtual at::Tensor summedLoss(const Batch &batch) = 0;

    virtual std::int64_t testedAtOnce() const { return 250; } // samples that fit into memory beside the model
    virtual std::size_t scoreCounts() const = 0; // how many counts a score has
    virtual Score score(const Batch &batch) = 0; // called in evaluation mode and without gradients
    virtual double meanLoss(const Score &sum) const { return sum.loss / std::max(sum.weight, 1.0); }
    virtual std::vector<Metric> metrics(const Score &sum) const = 0; // the one that the task is judged by first
};

} // namespace motley
