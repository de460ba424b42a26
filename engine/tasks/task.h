// A task: a model, its data for training and tests, the loss, and the metrics of a test. Each task is implemented in
// one file; the training loop uses only this interface.
#pragma once

#include "engine/data/dataset.h"
#include "engine/protocol/examples/testexamples.h"
#include "engine/protocol/metric.h"
#include "engine/protocol/promptanswer.h"
#include "engine/tensorfiles/namedtensors.h"
#include "engine/tensorfiles/sidefile.h"

#include <ATen/core/Tensor.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace torch::nn {
class Module;
}

namespace motley {

// Sums over tested samples, which are all-reduced over the ranks.
struct Score {
    double loss = 0;
    double weight = 0; // divisor of the mean loss, as in Dataset::weight()
    std::vector<double> counts; // what the task's metrics are computed from, such as the number of correct predictions
    // Of each of Task::classes() a row of how often it was taken for each class; empty: they are not counted.
    std::vector<double> confusion = {};
};

// Bytes of the logits of a pass and of what is computed from them.
struct LogitBytes {
    std::int64_t whole = 0; // if all were computed at once; 0: not known
    std::int64_t most = 0; // that are computed at once
};

class Task {
public:
    virtual ~Task() = default;

    virtual torch::nn::Module &model() = 0;
    virtual std::string modelName() const = 0; // for people, such as "BERT, 12 layers of 768"
    virtual std::string modelConfig() const = 0; // config.json of the model folder
    virtual std::vector<SideFile> modelFiles() const { return {}; } // further files of the model folder
    // Tensors of the model folder that belong to no part of model(), and stay as they came.
    virtual NamedTensors otherTensors() const { return {}; }

    virtual std::vector<std::string> notes() const { return {}; } // how the model was initialised
    // adapter_config.json of the adapter that is trained instead of the model; then the model folder is PEFT's.
    // nullopt: the model is trained.
    virtual std::optional<std::string> adapterConfig() const { return std::nullopt; }

    virtual const Dataset &trainingSet() const = 0;
    virtual const Dataset *testSet() const = 0; // nullptr: nothing is tested

    // The sum, not the mean, of the losses of these samples: a differentiable scalar on the model's device; 0 for an
    // empty batch, with a graph to all parameters. `batch` is on the model's device. The training loop divides the
    // gradient by the weight of the global batch (Dataset::divisor), so that it does not depend on how the batch is cut
    // into ranks and micro-batches, and takes no step where that is 0. A second term with a mean of its own
    // (Dataset::secondWeight) is multiplied by batch.wholeWeight / batch.wholeSecondWeight before it is added.
    virtual at::Tensor summedLoss(const Batch &batch) = 0;

    // As summedLoss() computes them of this batch, for plans of memory.
    virtual LogitBytes logitBytes(const Batch & /*batch*/) { return {}; }

    virtual std::int64_t testedAtOnce() const { return 250; } // samples of one batch in a test
    virtual std::size_t scoreCounts() const = 0; // size of Score::counts
    virtual Score score(const Batch &batch) = 0; // called in evaluation mode and without gradients
    virtual double meanLoss(const Score &sum) const { return sum.loss / std::max(sum.weight, 1.0); }
    virtual std::vector<Metric> metrics(const Score &sum) const = 0; // the first decides the best checkpoint
    // To the prompts of the job, by the model as it is; called as score() is. `alive` is called often meanwhile.
    virtual std::vector<PromptAnswer> answers(const std::function<void()> & /*alive*/) { return {}; }

    // Whose confusion score() counts, by name; empty: of none. The same on all ranks.
    virtual std::vector<std::string> classes() const { return {}; }
    virtual std::int64_t shownExamples() const { return 0; } // samples of the test set that people see at each test
    // What the model makes of these samples, with all pictures; called as score() is, after it had these samples from
    // the model as it is now.
    virtual std::vector<TestExample> examples(const Batch & /*batch*/) { return {}; }
};

} // namespace motley
