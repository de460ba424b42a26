#include "engine/bench/goodput/convexjob.h"

#include "engine/tensorfiles/safetensors.h"

#include <torch/script.h>

#include <cmath>

namespace motley {

namespace {

constexpr std::int64_t rows = 24000;
constexpr std::int64_t inputs = 256;
constexpr std::int64_t features = 4096;
constexpr std::int64_t answers = 10;
constexpr double teaching = 0.2; // how much the answers depend on the inputs, beside chance

void saveModel(const std::string &path)
{
    torch::jit::Module model("RandomFeatures");
    model.register_buffer("features", torch::randn({features, inputs}).div_(std::sqrt(double(inputs))));
    model.register_parameter("answers", torch::zeros({answers, features}).requires_grad_(true), false);
    model.define(R"(
def forward(self, numbers, answers):
    inner = torch.relu(torch.linear(numbers, self.features)) * 0.014
    return torch.cross_entropy_loss(torch.linear(inner, self.answers), answers)
)");
    model.save(path);
}

} // namespace

Result<JobSpec> makeConvexJob(std::int64_t batch, const std::string &folder)
{
    torch::manual_seed(1);
    TorchScriptSpec task;
    task.model.script = folder + "/features.pt";
    task.data = {folder + "/rows.safetensors", {}, "numbers, answers"};
    saveModel(task.model.script.path);
    const auto numbers = torch::randn({rows, inputs});
    const auto teacher = torch::randn({inputs, answers}) * teaching;
    const auto right = (numbers.mm(teacher) + torch::randn({rows, answers})).argmax(1);

    JobSpec job;
    job.name = "goodput";
    job.task = task;
    job.batch = batch;
    job.epochs = job.evaluateEveryEpochs = 1'000'000;
    job.schedule.kind = ScheduleSpec::Kind::Constant;
    job.schedule.peak = 1;
    return writeSafetensors(task.data.train.path, {{"answers", right}, {"numbers", numbers}}).map([&] { return job; });
}

} // namespace motley
