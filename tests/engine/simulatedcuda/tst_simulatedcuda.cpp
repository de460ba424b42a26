// The simulated device computes what the CPU computes, and shows each mistake where it is made.
#include "simulatedcuda.h"

#include <ATen/autocast_mode.h>
#include <c10/core/impl/VirtualGuardImpl.h>
#include <torch/csrc/distributed/c10d/HashStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>
#include <torch/csrc/distributed/c10d/reducer.hpp>
#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/conv.h>
#include <torch/nn/modules/embedding.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/normalization.h>
#include <torch/optim/sgd.h>
#include <torch/types.h>

#include <QTest>

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <thread>

namespace {

const c10::Device device(at::kCUDA, 0);

struct NetImpl : torch::nn::Module {
    torch::nn::Embedding words = register_module("words", torch::nn::Embedding(50, 32));
    torch::nn::Linear query = register_module("query", torch::nn::Linear(32, 32));
    torch::nn::Linear out = register_module("out", torch::nn::Linear(32, 50));
    torch::nn::LayerNorm norm = register_module("norm", torch::nn::LayerNorm(torch::nn::LayerNormOptions({32})));
    torch::nn::Conv2d conv = register_module("conv", torch::nn::Conv2d(torch::nn::Conv2dOptions(4, 4, 3).padding(1)));
    torch::nn::BatchNorm2d batchNorm = register_module("batchNorm", torch::nn::BatchNorm2d(4));

    at::Tensor forward(const at::Tensor &ids)
    {
        const at::Tensor x = words(ids);
        const at::Tensor heads = query(x).view({ids.size(0), ids.size(1), 4, 8}).transpose(1, 2);
        const at::Tensor seen = batchNorm(conv(at::scaled_dot_product_attention(heads, heads, heads)));
        return out(norm(x + seen.transpose(1, 2).reshape(x.sizes())) / 0.9);
    }
};
TORCH_MODULE(Net);

// The parameters after some steps.
std::vector<at::Tensor> train(at::Device on, bool inBFloat16)
{
    torch::manual_seed(1);
    Net net;
    net->to(on);
    torch::optim::SGD optimizer(net->parameters(), torch::optim::SGDOptions(0.1).momentum(0.9));
    for (int step = 0; step < 5; ++step) {
        const at::Tensor ids = torch::randint(50, {8, 6}, at::kLong);
        at::autocast::set_autocast_dtype(on.type(), at::kBFloat16);
        at::autocast::set_autocast_enabled(on.type(), inBFloat16);
        const at::Tensor logits = net->forward(ids.to(on));
        at::autocast::set_autocast_enabled(on.type(), false);
        at::autocast::clear_cache();
        optimizer.zero_grad();
        at::cross_entropy_loss(logits.view({-1, 50}), ids.roll(1).to(on).view({-1})).backward();
        optimizer.step();
    }
    std::vector<at::Tensor> parameters;
    for (const at::Tensor &parameter : net->parameters())
        parameters.push_back(parameter.detach().cpu());
    return parameters;
}

template <typename Call>
std::string problemOf(const Call &call)
{
    try {
        call();
    } catch (const std::exception &failure) {
        return failure.what();
    }
    return {};
}

template <typename Call>
bool refusesWith(const std::string &words, const Call &call)
{
    return problemOf(call).find(words) != std::string::npos;
}

template <typename Call>
bool isKilledBy(int signal, const Call &call)
{
    const pid_t child = fork();
    if (child == 0) {
        std::signal(signal, SIG_DFL); // Qt Test has a handler of its own
        call();
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) && WTERMSIG(status) == signal;
}

// A tensor that is filled on a stream of its own, and the event after that.
struct OnSideStream {
    OnSideStream()
    {
        const c10::Stream side = c10::impl::VirtualGuardImpl(at::kCUDA).getStreamFromGlobalPool(device);
        const c10::StreamGuard guard(side);
        tensor = at::ones({64}, device);
        filled.record(side);
    }

    void letCurrentStreamWait() { filled.block(c10::impl::VirtualGuardImpl(at::kCUDA).getStream(device)); }

    at::Tensor tensor;
    c10::Event filled{at::kCUDA};
};

using Kernel = std::function<void()>;

} // namespace
Q_DECLARE_METATYPE(Kernel)

class SimulatedCudaTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void trainsAsTheCpu_data();
    void trainsAsTheCpu();
    void refusesATensorThatWasLeftOnTheHost();
    void cannotBeReadThroughAPointer();
    void hasNoZerosInFreshMemory();
    void hasOnlySoMuchMemory();
    void refusesWorkThatDoesNotWaitForAnotherStream();
    void refusesMemoryThatIsFreedWhileAnotherStreamUsesIt();
    void copiesAsLateAsItMay();
    void countsEachWaitOfTheHost();
    void countsBytesThatKernelsMove_data();
    void countsBytesThatKernelsMove();
    void computesWhileTheHostGoesOn();
    void sumsGradientsOfTwoRanks();
};

void SimulatedCudaTest::trainsAsTheCpu_data()
{
    QTest::addColumn<bool>("inBFloat16");
    QTest::addColumn<double>("tolerance");
    QTest::addRow("float32") << false << 1e-6;
    QTest::addRow("bfloat16") << true << 1e-2; // autocast has other lists of operators for CUDA
}

void SimulatedCudaTest::trainsAsTheCpu()
{
    QFETCH(bool, inBFloat16);
    QFETCH(double, tolerance);
    at::globalContext().setSDPUseFlash(false); // on the CPU: the simulated device has none
    const auto here = train(at::kCPU, inBFloat16);
    const auto there = train(device, inBFloat16);
    for (std::size_t i = 0; i < here.size(); ++i)
        QVERIFY((here[i] - there[i]).abs().max().item<double>() <= tolerance);
}

void SimulatedCudaTest::refusesATensorThatWasLeftOnTheHost()
{
    const at::Tensor x = torch::rand({64, 64}, device), y = torch::rand({64, 64});
    QVERIFY(refusesWith("same device", [&] { x + y; }));
    QVERIFY(refusesWith("same device", [&] { at::mm(x, y); }));
    QVERIFY(refusesWith("same device", [&] { at::layer_norm(x, {64}, y[0], y[0]); }));
    QVERIFY(refusesWith("same device", [&] { at::_foreach_add_(std::vector{x}, std::vector{y}); }));
}

void SimulatedCudaTest::cannotBeReadThroughAPointer()
{
    const at::Tensor x = torch::rand({64}, device);
    QVERIFY(isKilledBy(SIGSEGV, [&] {
        const volatile float read = *x.const_data_ptr<float>();
        static_cast<void>(read);
    }));
}

void SimulatedCudaTest::hasNoZerosInFreshMemory()
{
    QVERIFY(at::empty({2}, device).isnan().all().item<bool>());
}

void SimulatedCudaTest::hasOnlySoMuchMemory()
{
    simulated::limitMemory(0, simulated::usedMemory(0) + (1 << 20));
    QVERIFY(refusesWith("out of memory", [] { at::zeros({1 << 20}, device); }));
    QCOMPARE(at::ones({1 << 10}, device).sum().item<float>(), float(1 << 10));
    simulated::limitMemory(0, 0);
    QVERIFY(problemOf([] { at::zeros({1 << 20}, device); }).empty());
    QVERIFY(
        refusesWith("out of memory", [] { at::empty({std::int64_t(9) << 30}, at::device(device).dtype(at::kByte)); }));
}

void SimulatedCudaTest::refusesWorkThatDoesNotWaitForAnotherStream()
{
    OnSideStream other;
    QVERIFY(refusesWith("without waiting", [&] { other.tensor.add_(1); }));
    other.letCurrentStreamWait();
    other.tensor.add_(1);
    other.tensor.record_stream(c10::impl::VirtualGuardImpl(at::kCUDA).getStream(device));
}

void SimulatedCudaTest::refusesMemoryThatIsFreedWhileAnotherStreamUsesIt()
{
    for (const bool isRecorded : {true, false}) {
        OnSideStream other;
        other.letCurrentStreamWait();
        other.tensor.add_(1);
        if (isRecorded)
            other.tensor.record_stream(c10::impl::VirtualGuardImpl(at::kCUDA).getStream(device));
        other.tensor.reset();
        QCOMPARE(refusesWith("record_stream", [] { at::ones({1}, device); }), !isRecorded);
    }
}

void SimulatedCudaTest::copiesAsLateAsItMay()
{
    at::Tensor pinned = at::ones({4}, at::TensorOptions().pinned_memory(true));
    const at::Tensor there = pinned.to(device, /*non_blocking=*/true);
    pinned.zero_();
    QCOMPARE(there.sum().item<float>(), 0.0f);
}

void SimulatedCudaTest::countsEachWaitOfTheHost()
{
    const at::Tensor x = at::ones({8}, device);
    const simulated::Counts before = simulated::counts();
    const at::Tensor sum = x.sum();
    QCOMPARE(simulated::counts().launches, before.launches + 1);
    QCOMPARE(simulated::counts().synchronisations, before.synchronisations);
    QCOMPARE(sum.item<float>(), 8.0f);
    QCOMPARE(simulated::counts().synchronisations, before.synchronisations + 1);
}

void SimulatedCudaTest::countsBytesThatKernelsMove_data()
{
    QTest::addColumn<Kernel>("kernel");
    QTest::addColumn<int>("rows"); // of 8 float32 that are read or written
    const at::Tensor x = at::ones({10, 8}, device), y = at::ones({10, 8}, device), row = at::ones({8}, device);
    const at::Tensor ids = at::zeros({2}, at::device(device).dtype(at::kLong)); // 16 bytes
    const auto add
        = [](const char *name, const Kernel &kernel, int rows) { QTest::addRow("%s", name) << kernel << rows; };
    add(
        "two in, one out", [=] { x + y; }, 30);
    add(
        "in place", [=] { x.add_(y); }, 30);
    add(
        "into a given tensor", [=] { at::add_out(const_cast<at::Tensor &>(x), y, y); }, 30);
    add(
        "fill", [=] { x.fill_(1); }, 10);
    add(
        "copy", [=] { x.copy_(y); }, 20);
    add(
        "an expanded row",
        [=] {
            x + row.expand({10, 8});
        },
        21);
    add(
        "a part", [=] { x.slice(0, 0, 2).mul_(2); }, 4);
    add(
        "a view", [=] { x.view({80}).slice(0, 3, 9); }, 0);
    add(
        "several at once",
        [=] {
            at::_foreach_add_(std::vector{x, y}, std::vector{y, x});
        },
        60);
    // The numbers of the rows have as many bytes as a row, and are read and written once before.
    add(
        "embedding",
        [=] {
            at::index_select(x, 0, at::cat({ids, ids}));
        },
        11);
}

void SimulatedCudaTest::countsBytesThatKernelsMove()
{
    QFETCH(Kernel, kernel);
    QFETCH(int, rows);
    const std::int64_t before = simulated::counts().bytes;
    kernel();
    QCOMPARE(simulated::counts().bytes - before, std::int64_t(rows) * 32);
}

void SimulatedCudaTest::computesWhileTheHostGoesOn()
{
    c10::Event begun(at::kCUDA, c10::EventFlag::BACKEND_DEFAULT), ended(at::kCUDA, c10::EventFlag::BACKEND_DEFAULT);
    const c10::Stream stream = c10::impl::VirtualGuardImpl(at::kCUDA).getStream(device);
    at::Tensor x = at::ones({8}, device);
    simulated::setLaunchTime(std::chrono::milliseconds(50));
    begun.record(stream);
    for (int launch = 0; launch < 4; ++launch)
        x.add_(1);
    ended.record(stream);
    simulated::setLaunchTime(std::chrono::milliseconds(0));
    ended.synchronize();
    QVERIFY(begun.elapsedTime(ended) >= 200);
}

void SimulatedCudaTest::sumsGradientsOfTwoRanks()
{
    const auto store = c10::make_intrusive<c10d::HashStore>();
    std::vector<at::Tensor> gradients(2);
    const auto rank = [&](int i) {
        const c10::Device own(at::kCUDA, c10::DeviceIndex(i));
        const c10::DeviceGuard guard(own);
        auto group = c10::make_intrusive<c10d::ProcessGroup>(store, i, 2);
        group->setBackend(c10::DeviceType::CUDA, c10d::ProcessGroup::BackendType::NCCL,
            simulated::makeExchange(store, i, 2, i, std::chrono::seconds(20)));
        group->setDefaultBackend(c10d::ProcessGroup::BackendType::NCCL);
        const at::Tensor weight = at::ones({8}, own).requires_grad_(true);
        c10d::Reducer reducer({weight}, {{0}}, group, {false}, 1 << 20, false, true, {}, 1 << 20, false, false, {});
        reducer.prepare_for_forward();
        const at::Tensor loss = (weight * double(i + 1)).sum();
        reducer.prepare_for_backward({});
        loss.backward();
        gradients[std::size_t(i)] = weight.grad().cpu();
    };
    std::thread other(rank, 1);
    rank(0);
    other.join();
    const at::Tensor mean = at::full({8}, 1.5);
    QVERIFY(at::equal(gradients[0], mean));
    QVERIFY(at::equal(gradients[1], mean));
}

QTEST_GUILESS_MAIN(SimulatedCudaTest)
#include "tst_simulatedcuda.moc"
