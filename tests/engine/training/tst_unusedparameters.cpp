// Parameters without a gradient stay where they are, as in PyTorch, whatever optimizer and exchange there is. Where one
// rank has a gradient, all ranks update.
#include "engine/tasks/registry.h"
#include "engine/tensorfiles/safetensors.h"
#include "fixturerun.h"
#include "taskdata.h"

#include <torch/optim/sgd.h>
#include <torch/script.h>

#include <QTemporaryDir>
#include <QTest>

using namespace motley;
using Kind = OptimizerSpec::Kind;
using Shares = std::vector<std::int64_t>;
using Groups = std::vector<int>;

// No sample uses `spare`. One sample in twenty uses `rare`, so that in most steps one rank at most has a gradient of
// it.
class UnusedParametersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void leavesThemAlone_data();
    void leavesThemAlone();
    void updatesAsPyTorchDoes();
    void updatesWhereOneRankHasAGradient_data();
    void updatesWhereOneRankHasAGradient();

private:
    JobSpec job();
    NamedTensors train(const JobSpec &job, RunRequest request = {});
    std::string freshFolder() { return m_folder.filePath(QString("%1").arg(++m_folders)).toStdString(); }

    QTemporaryDir m_folder;
    int m_folders = 0;
    at::Tensor m_spare = at::linspace(-1, 1, 12).reshape({4, 3});
};

JobSpec UnusedParametersTest::job()
{
    JobSpec job = makeTaskJob("torchscript", freshFolder()).job;
    torch::jit::Module model("Larger");
    model.register_parameter("weight", torch::full({2, 2}, 0.1).requires_grad_(true), false);
    model.register_parameter("rare", torch::full({2, 2}, 0.5).requires_grad_(true), false);
    model.register_parameter("spare", m_spare.clone().requires_grad_(true), false);
    model.define(R"(
def forward(self, numbers, answers):
    guess = torch.matmul(numbers, self.weight)
    marked = torch.gt(torch.select(numbers, 1, 0), 0.9)
    if bool(torch.any(marked)):
        guess = guess + torch.mul(torch.unsqueeze(marked, 1), torch.matmul(numbers, self.rare))
    return torch.cross_entropy_loss(guess, answers)
)");
    model.save(std::get<TorchScriptSpec>(job.task).model.script.path);
    job.batch = 8;
    job.maxSteps = 30;
    job.schedule.peak = 0.02;
    job.schedule.warmupSteps = 0;
    job.clipNorm = 0;
    job.optimizer.weightDecay = 0.1;
    return job;
}

NamedTensors UnusedParametersTest::train(const JobSpec &job, RunRequest request)
{
    request.job = job;
    request.folder = freshFolder();
    if (request.shares.empty())
        request.shares = {job.batch};
    const RunResult run = runRanks(request);
    const auto model = readSafetensors(request.folder + "/model/model.safetensors");
    if (!run.problem().isEmpty() || !model)
        qFatal("%s", run.problem().constData());
    return *model;
}

void UnusedParametersTest::leavesThemAlone_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<Shares>("shares");
    QTest::addColumn<bool>("sharded");
    QTest::addColumn<Groups>("groups");
    const auto rows = [](const char *name, Kind kind) {
        QTest::addRow("%s, one rank", name) << int(kind) << Shares{8} << false << Groups();
        QTest::addRow("%s, two ranks", name) << int(kind) << Shares{6, 2} << false << Groups();
        QTest::addRow("%s, in shards", name) << int(kind) << Shares{4, 0, 4} << true << Groups();
        QTest::addRow("%s, Adasum", name) << int(kind) << Shares{4, 2, 2} << false << Groups{0, 1, 1};
    };
    rows("sgd", Kind::Sgd);
    rows("adamw", Kind::AdamW);
    rows("lamb", Kind::Lamb);
    rows("muon", Kind::Muon);
}

void UnusedParametersTest::leavesThemAlone()
{
    QFETCH(int, kind);
    QFETCH(Shares, shares);
    QFETCH(bool, sharded);
    QFETCH(Groups, groups);
    JobSpec made = job();
    made.optimizer = usualOptimizer(Kind(kind));
    made.optimizer.weightDecay = 0.1;
    if (!groups.empty())
        made.exchange.combine = ExchangeSpec::Combine::Adasum;
    RunRequest request;
    request.shares = shares;
    request.stateShares = sharded ? std::vector<double>(shares.size(), 1) : std::vector<double>();
    request.groups = groups;
    const NamedTensors trained = train(made, request);
    QVERIFY(findTensor(trained, "spare")->equal(m_spare));
    QVERIFY(!findTensor(trained, "weight")->equal(at::full({2, 2}, 0.1)));
    QVERIFY(!findTensor(trained, "rare")->equal(at::full({2, 2}, 0.5)));
}

// PyTorch's own optimizer over the same batches, with gradients that are not there where nothing used a parameter.
void UnusedParametersTest::updatesAsPyTorchDoes()
{
    JobSpec made = job();
    made.optimizer = usualOptimizer(Kind::Sgd);
    made.optimizer.momentum = 0.9;
    made.optimizer.nesterov = false;
    made.optimizer.weightDecay = 0.1;
    const auto task = openTask(made);
    QVERIFY(task);
    torch::nn::Module &model = (*task)->model();
    model.train();
    torch::optim::SGD optimizer(
        model.parameters(), torch::optim::SGDOptions(made.schedule.peak).momentum(0.9).weight_decay(0.1));
    const auto sampler = (*task)->trainingSet().sampler(made.seed, made.batch, made.order);
    int uses = 0;
    for (std::int64_t step = 1; step <= made.maxSteps; ++step) {
        for (const at::Tensor &parameter : model.parameters())
            parameter.mutable_grad().reset();
        const Batch batch = (*task)->trainingSet().batch(sampler->ids(step), std::nullopt);
        ((*task)->summedLoss(batch) / double(batch.samples)).backward();
        optimizer.step();
        uses += model.named_parameters()["rare"].grad().defined() ? 1 : 0;
    }
    QVERIFY2(uses > 3 && uses < 20, qPrintable(QString::number(uses)));
    const NamedTensors trained = train(made);
    for (const auto &item : model.named_parameters()) {
        const double difference = (*findTensor(trained, item.key()) - item.value()).abs().max().item<double>();
        QVERIFY2(difference < 1e-6, qPrintable(QString("%1: %2").arg(item.key().c_str()).arg(difference)));
    }
}

void UnusedParametersTest::updatesWhereOneRankHasAGradient_data()
{
    QTest::addColumn<Shares>("shares");
    QTest::addColumn<std::int64_t>("microbatch");
    QTest::addColumn<bool>("sharded");
    QTest::addRow("micro-batches") << Shares{8} << std::int64_t(1) << false;
    QTest::addRow("two ranks") << Shares{6, 2} << std::int64_t(0) << false;
    QTest::addRow("three ranks, one without samples") << Shares{4, 0, 4} << std::int64_t(0) << false;
    QTest::addRow("two ranks of micro-batches") << Shares{4, 4} << std::int64_t(2) << false;
    QTest::addRow("shards") << Shares{4, 2, 2} << std::int64_t(0) << true;
    QTest::addRow("shards of micro-batches") << Shares{6, 2} << std::int64_t(1) << true;
}

void UnusedParametersTest::updatesWhereOneRankHasAGradient()
{
    QFETCH(Shares, shares);
    QFETCH(std::int64_t, microbatch);
    QFETCH(bool, sharded);
    const JobSpec made = job();
    const NamedTensors expected = train(made);
    RunRequest request;
    request.shares = shares;
    request.microbatch = microbatch;
    request.stateShares = sharded ? std::vector<double>(shares.size(), 1) : std::vector<double>();
    const NamedTensors trained = train(made, request);
    for (const NamedTensor &item : expected) {
        const double difference = (*findTensor(trained, item.name) - item.tensor).abs().max().item<double>();
        QVERIFY2(difference < 1e-5, qPrintable(QString("%1: %2").arg(item.name.c_str()).arg(difference)));
    }
}

QTEST_GUILESS_MAIN(UnusedParametersTest)
#include "tst_unusedparameters.moc"
