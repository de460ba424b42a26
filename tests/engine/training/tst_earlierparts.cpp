// Weights that a run begins with depend on more than their tensors: on the vectors of entities, the code of a
// TorchScript, what a voxel is. A run that goes on with others says so.
#include "earlierruns.h"

#include "engine/tensorfiles/safetensors.h"

#include <torch/script.h>

using namespace motley;

namespace {

constexpr const char *largerCode = R"(
def forward(self, numbers, answers):
    guess = torch.matmul(numbers, self.weight)
    loss = torch.cross_entropy_loss(guess, answers)
    right = torch.mean(torch.mul(torch.eq(torch.argmax(guess, 1), answers), 1.0))
    return loss, {"accuracy": right}
)";

// As that of the fixture, with other weights and a temperature.
std::string scriptOf(const std::string &path, const char *className, const std::string &code, double temperature)
{
    torch::jit::Module model(className);
    model.register_parameter("weight", torch::full({2, 2}, 0.3).requires_grad_(true), false);
    model.register_attribute("temperature", c10::FloatType::get(), temperature);
    model.define(code);
    model.save(path);
    return path;
}

} // namespace

class TestEarlierParts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void comparesEntities();
    void saysThatNamesOfEntitiesAreRepeated();
    void comparesScripts_data();
    void comparesScripts();
    void comparesVoxels();

private:
    EarlierRuns m_runs;
};

void TestEarlierParts::comparesEntities()
{
    const EarlierRuns::Earlier earlier = m_runs.train("entity-linking", 2, 0.002);
    JobSpec job = earlier.job;
    auto &data = std::get<EntityLinkingSpec>(job.task).data;
    QVERIFY(!m_runs.goOn(earlier, job).warned("entities are not those"));

    const auto vectors = readSafetensors(data.vectors.path);
    QVERIFY(vectors);
    const std::string again = m_runs.freshFolder() + ".safetensors"; // a file like it
    QVERIFY(writeSafetensors(again, {{"same", vectors->front().tensor}}));
    const std::string other = m_runs.freshFolder() + ".safetensors";
    QVERIFY(writeSafetensors(other, {{"vectors", vectors->front().tensor.flip(0)}}));
    data.vectors = again;
    QVERIFY(!m_runs.goOn(earlier, job).warned("entities are not those"));
    data.vectors = other;
    const RunResult rest = m_runs.goOn(earlier, job);
    QVERIFY2(rest.outcomes[0], rest.problem().constData());
    QVERIFY(rest.warned("The entities are not those that the weights in " + earlier.run + " were trained with"));
}

void TestEarlierParts::saysThatNamesOfEntitiesAreRepeated()
{
    JobSpec job = makeTaskJob("entity-linking", m_runs.freshFolder()).job;
    job.maxSteps = 1;
    auto &data = std::get<EntityLinkingSpec>(job.task).data;
    const std::string names = textOf(data.entities.path);
    data.entities = m_runs.freshFolder();
    std::ofstream(data.entities.path) << names.substr(0, names.rfind('\n', names.size() - 2) + 1)
                                      << names.substr(8, names.find('\n', 8) - 7); // the second name again, as the last
    const RunResult run = runRanks({job, {job.batch}, m_runs.freshFolder()});
    QVERIFY2(run.outcomes[0], run.problem().constData());
    QVERIFY(run.warned("Of the names of entities 1 is the same text as an earlier one"));
}

void TestEarlierParts::comparesScripts_data()
{
    QTest::addColumn<QByteArray>("className");
    QTest::addColumn<double>("temperature");
    QTest::addColumn<bool>("isNegative");
    QTest::addColumn<bool>("isOther");
    QTest::addRow("other weights") << QByteArray("__torch__.Larger") << 1.0 << false << false;
    QTest::addRow("scripted twice") << QByteArray("__torch__.___torch_mangle_7.Larger") << 1.0 << false << false;
    QTest::addRow("other attribute") << QByteArray("__torch__.Larger") << 2.0 << false << true;
    QTest::addRow("other code") << QByteArray("__torch__.Larger") << 1.0 << true << true;
}

void TestEarlierParts::comparesScripts()
{
    QFETCH(QByteArray, className);
    QFETCH(double, temperature);
    QFETCH(bool, isNegative);
    QFETCH(bool, isOther);
    const std::string first = scriptOf(m_runs.freshFolder() + ".pt", "__torch__.Larger", largerCode, 1);
    const EarlierRuns::Earlier earlier = m_runs.train(
        "torchscript", 2, 0.002, [&](JobSpec &job) { std::get<TorchScriptSpec>(job.task).model.script = first; });
    JobSpec job = earlier.job;
    const std::string code
        = isNegative ? replaced(largerCode, "matmul(numbers", "matmul(torch.neg(numbers)") : largerCode;
    std::get<TorchScriptSpec>(job.task).model.script
        = scriptOf(m_runs.freshFolder() + ".pt", className.constData(), code, temperature);
    const RunResult rest = m_runs.goOn(earlier, job);
    QVERIFY2(rest.outcomes[0], rest.problem().constData());
    QCOMPARE(rest.warned("is not that which the weights in " + earlier.run + " were trained with"), isOther);
}

void TestEarlierParts::comparesVoxels()
{
    const EarlierRuns::Earlier earlier = m_runs.train("volume-segmentation", 2, 0.001);
    JobSpec job = earlier.job;
    QVERIFY(!m_runs.goOn(earlier, job).warned("were trained with"));
    std::get<VolumeSpec>(job.task).data.mean = 100;
    const RunResult rest = m_runs.goOn(earlier, job);
    QVERIFY2(rest.outcomes[0], rest.problem().constData());
    QVERIFY(rest.warned("were trained with data.mean 128, not 100:"));
}

QTEST_GUILESS_MAIN(TestEarlierParts)
#include "tst_earlierparts.moc"
