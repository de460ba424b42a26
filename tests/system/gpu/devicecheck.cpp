// What tests/system/gpu/check asks of the engine's libraries. devicecheck jobs FOLDER: writes a small job of each task
// with made-up data, FOLDER/TASK.json. devicecheck gradients JOB UUID: compares the gradients of the job's first step
// on the GPU, in the job's precision, with the CPU's in float32, tensor by tensor, and prints a JSON line. devicecheck
// dropout UUID: compares keyed dropout bit for bit.
#include "engine/base/textfile.h"
#include "engine/bench/syntheticdata.h"
#include "engine/data/dataloader.h"
#include "engine/device/computedevice.h"
#include "engine/device/mixedprecision.h"
#include "engine/job/presets.h"
#include "engine/models/layers/keyeddropout.h"
#include "engine/tasks/registry.h"
#include "engine/tensorfiles/namedtensors.h"
#include "kernelprofile.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <set>
#include <stdexcept>

using namespace motley;

namespace {

template <typename T>
T checked(Result<T> result)
{
    if (!result)
        throw std::runtime_error(result.error().message + " " + result.error().detail);
    if constexpr (!std::is_void_v<T>)
        return *std::move(result);
}

// Of each task its first preset.
void writeJobs(const std::string &folder)
{
    std::set<std::string> made;
    for (const Preset &preset : presets()) {
        const std::string name = taskName(preset.job.task);
        if (!made.insert(name).second)
            continue;
        const std::string place = folder + "/" + name;
        std::filesystem::create_directories(place);
        JobSpec job = checked(withMadeUpData(preset.job, place));
        if (auto *text = std::get_if<LanguageModelSpec>(&job.task))
            text->data.testPart = 0.002; // a test ends each run
        job.batch = std::holds_alternative<TranslationSpec>(job.task) ? 512 : 8; // tokens, samples
        job.epochs = job.evaluateEveryEpochs = 1000;
        job.maxSteps = 20;
        job.checkpoint.everySteps = 0;
        job.schedule = {};
        job.schedule.kind = ScheduleSpec::Kind::Constant;
        job.schedule.peak = 1e-5; // with a higher rate, rounding would soon change the sign of an activation
        checked(writeTextFile(place + ".json", toJson(job)));
        std::cout << name << '\n';
    }
}

struct Gradients {
    double loss = 0;
    NamedTensors tensors; // in host memory, float32
};

Gradients gradientsOn(c10::Device device, const JobSpec &job, const PrecisionSpec &precision)
{
    constexpr double lossScale = 1024; // keeps small gradients in float16's range
    const auto task = checked(openTask(job));
    torch::nn::Module &model = task->model();
    model.to(device);
    model.train();
    DataLoader data(task->trainingSet(),
        {.seed = job.seed, .globalBatch = job.batch, .shares = {job.batch}, .lastStep = 1, .device = device});
    const StepData step = checked(data.next());
    at::Tensor loss;
    {
        const MixedPrecision low(precision, device);
        loss = task->summedLoss(step.batch.to(device)) / step.weight;
    }
    (loss * lossScale).backward();
    Gradients found{loss.item<double>(), {}};
    for (const NamedTensor &parameter : parametersOf(model))
        if (parameter.tensor.grad().defined())
            found.tensors.push_back({parameter.name, parameter.tensor.grad().cpu().to(at::kFloat) / lossScale});
    return found;
}

double normOf(const NamedTensors &tensors)
{
    double squares = 0;
    for (const NamedTensor &item : tensors)
        squares += std::pow(item.tensor.norm().item<double>(), 2);
    return std::sqrt(squares);
}

// Relative to the tensor's norm. Some gradients are zero but for rounding, such as those of the keys' biases, and some
// are small sums of large numbers, such as those of two classes: for them a thousandth of the whole gradient's norm
// counts, or a hundredth where numbers have 16 bits.
void compareGradients(const std::string &jobFile, const std::string &uuid)
{
    const JobSpec job = checked(readJob(jobFile));
    const c10::Device device = checked(openDevice({Device::Kind::Cuda, uuid}, 4)); // before the CPU's backward pass
    chooseKernels(job.precision);
    const Gradients there = gradientsOn(device, job, job.precision);
    const Gradients here = gradientsOn(at::kCPU, job, {});
    if (there.tensors.size() != here.tensors.size())
        throw std::runtime_error("other tensors have gradients on the GPU than on the CPU");
    const bool isExact = job.precision.kind == PrecisionSpec::Kind::Float32;
    const double least = (isExact ? 1e-3 : 1e-2) * normOf(here.tensors);
    double worst = -1;
    std::string name;
    for (std::size_t i = 0; i < here.tensors.size(); ++i) {
        const at::Tensor &expected = here.tensors[i].tensor;
        const double apart = (there.tensors[i].tensor - expected).norm().item<double>();
        const double relative = apart / std::max(expected.norm().item<double>(), least);
        if (relative <= worst)
            continue;
        worst = std::isfinite(relative) ? relative : 1e30; // JSON has no infinity
        name = here.tensors[i].name;
    }
    std::cout << nlohmann::json{{"tensors", here.tensors.size()}, {"worst", worst}, {"tensor", name},
        {"loss", std::abs(there.loss - here.loss) / std::abs(here.loss)}}
                     .dump()
              << std::endl;
}

struct Batch {
    std::vector<std::int64_t> sizes;
    std::vector<std::int64_t> widest;
};

const std::vector<Batch> batches{{{3, 5, 7, 11}, {5, 16, 16}}, {{2, 4, 64, 64}, {}}, {{2, 4, 64, 64}, {4, 128, 128}},
    {{4, 1000}, {}}, {{1, 1'000'003}, {}}, {{70'000, 3}, {}}, {{0, 8}, {}}, {{5, 0}, {}}};

void compareDropout(const std::string &uuid)
{
    const c10::Device device = checked(openDevice({Device::Kind::Cuda, uuid}, 4));
    int compared = 0;
    for (const auto &[sizes, widest] : batches)
        for (const auto type : {at::kFloat, at::kHalf, at::kBFloat16, at::kDouble}) {
            const at::Tensor keys = dropoutKeys(1, 2, std::vector<std::int64_t>(std::size_t(sizes[0]), 3));
            const at::Tensor whole = at::randn(sizes).to(type);
            const bool isOdd = sizes.size() == 2 && sizes[1] > 8; // begins where no vector does
            const at::Tensor x = isOdd ? whole.slice(1, 1).contiguous() : whole;
            const at::Tensor there
                = keyedDropout(isOdd ? whole.to(device).slice(1, 1) : x.to(device), 0.3, keys.to(device), 7, widest);
            if (!at::equal(there.cpu(), keyedDropout(x, 0.3, keys, 7, widest)))
                throw std::runtime_error("dropout of " + std::string(c10::toString(type)) + " in "
                    + std::to_string(sizes.size()) + " dimensions, the first of " + std::to_string(sizes[0])
                    + ", differs from the CPU's");
            ++compared;
        }
    std::cout << nlohmann::json{{"compared", compared}}.dump() << std::endl;
}

void printProfile(const std::string &jobFile, const std::string &uuid, int steps)
{
    constexpr std::size_t most = 40;
    const JobSpec job = checked(readJob(jobFile));
    const Device place = uuid == "-" ? Device{} : Device{Device::Kind::Cuda, uuid};
    const c10::Device device = checked(openDevice(place, 1));
    chooseKernels(job.precision);
    const KernelProfile profile = checked(profileKernels(job, device, steps));
    auto rows = nlohmann::json::array();
    std::printf("%d steps of %.2f ms, the device busy for %.2f ms of each\n", steps, 1e3 * profile.seconds / steps,
        1e3 * profile.busySeconds / steps);
    for (const KernelTime &kernel : profile.kernels) {
        if (rows.size() == most)
            break;
        std::printf(
            "%9.3f ms %5d x  %.110s\n", 1e3 * kernel.seconds / steps, kernel.launches / steps, kernel.name.c_str());
        rows.push_back(
            {{"kernel", kernel.name}, {"launches", kernel.launches / steps}, {"seconds", kernel.seconds / steps}});
    }
    const nlohmann::json all{
        {"stepSeconds", profile.seconds / steps}, {"busySeconds", profile.busySeconds / steps}, {"rows", rows}};
    std::printf("%s\n", all.dump().c_str());
}

} // namespace

int main(int argc, char **argv)
{
    const std::vector<std::string> words(argv + 1, argv + argc);
    try {
        if (words.size() == 2 && words[0] == "jobs")
            writeJobs(words[1]);
        else if (words.size() == 3 && words[0] == "gradients")
            compareGradients(words[1], words[2]);
        else if (words.size() == 2 && words[0] == "dropout")
            compareDropout(words[1]);
        else if (words.size() == 4 && words[0] == "profile")
            printProfile(words[1], words[2], std::stoi(words[3]));
        else
            throw std::runtime_error(
                "Usage: devicecheck jobs FOLDER | gradients JOB UUID | dropout UUID | profile JOB UUID STEPS");
    } catch (const std::exception &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
