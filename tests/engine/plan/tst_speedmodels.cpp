// Regressions find the factors behind the numbers, no prediction uses the run that it predicts, and our model's errors
// stay below their bounds.
#include "engine/plan/simulation/leastsquares.h"
#include "engine/plan/simulation/revocationtrial.h"
#include "engine/plan/simulation/speedmodels.h"

#include <QtTest>

#include <cmath>
#include <random>

using namespace motley;

namespace {

struct TaskTruth {
    std::string name;
    double operationsPerUnit;
    double gradientBytes;
    double fixedOperations; // of a step, whatever the number of units
    double efficiency; // fraction of the device's capability that the task reaches
};

const std::vector<TaskTruth> tasks{{"a", 1e8, 4e6, 1e9, 0.8}, {"b", 4e7, 1e6, 3e9, 0.5}, {"c", 3e9, 4e7, 1e8, 0.9}};

// Simulates the steps of machines, with a little noise.
class Machines {
public:
    explicit Machines(double noise) : m_noise(0, noise) { }

    MeasuredRun run(const TaskTruth &task, const std::vector<double> &quotas, const std::vector<double> &units)
    {
        MeasuredRun made{task.name, task.operationsPerUnit, task.gradientBytes, {}, 0};
        for (std::size_t i = 0; i < quotas.size(); ++i) {
            const double capability = 5e10 * quotas[i];
            const double operations = task.fixedOperations + task.operationsPerUnit * units[i];
            const double seconds = operations / capability / task.efficiency * std::exp(m_noise(m_random));
            made.ranks.push_back({std::to_string(quotas[i]), capability, units[i], seconds});
            made.stepSeconds = std::max(made.stepSeconds, seconds);
        }
        if (quotas.size() > 1)
            made.stepSeconds += 0.002 / quotas.back() + task.gradientBytes / 1e9;
        return made;
    }

    std::vector<MeasuredRun> all()
    {
        std::vector<MeasuredRun> runs;
        const std::vector<double> quotas{1, 0.5, 0.25};
        for (const TaskTruth &task : tasks)
            for (std::size_t i = 0; i < quotas.size(); ++i) {
                for (const double units : {64, 48, 32, 16})
                    runs.push_back(run(task, {quotas[i]}, {units}));
                for (std::size_t j = i; j < quotas.size(); ++j)
                    for (const double first : {22, 32, 42, 51})
                        runs.push_back(run(task, {quotas[i], quotas[j]}, {first, 64 - first}));
            }
        return runs;
    }

private:
    std::mt19937 m_random{11};
    std::normal_distribution<double> m_noise;
};

const ModelErrors &ours(const std::vector<ModelErrors> &models)
{
    return models.back();
}

} // namespace

class SpeedModelsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theLineIsFoundAgain();
    void factorsBelowZeroAreLeftOut();
    void whatDoesNotDetermineALineGivesNone();
    void exactMachinesArePredictedExactly();
    void noisyMachinesArePredictedWithinTheBar();
    void noPredictionSeesItsOwnRun();
    void theExchangeOfThreeRanksFollowsFromThatOfTwo();
    void runsComeBackFromTheirText();
    void refusesRunsThatCannotBe_data();
    void refusesRunsThatCannotBe();
    void revokedRunsAreForecastWithinTheBar();
};

void SpeedModelsTest::theLineIsFoundAgain()
{
    std::vector<Observation> observations;
    for (const double x : {1.0, 2.0, 5.0})
        for (const double y : {1e11, 3e12})
            observations.push_back({{1, x, y}, 0.5 + 2 * x + 1e-12 * y});
    const auto factors = fitFactors(observations);
    QVERIFY(factors.has_value());
    QVERIFY(std::abs((*factors)[0] - 0.5) < 1e-6);
    QVERIFY(std::abs((*factors)[1] - 2) < 1e-6);
    QVERIFY(std::abs((*factors)[2] / 1e-12 - 1) < 1e-6);
}

void SpeedModelsTest::factorsBelowZeroAreLeftOut()
{
    const std::vector<Observation> observations{{{1, 1}, 0.9}, {{1, 2}, 2.1}, {{1, 3}, 3.2}};
    QVERIFY((*fitFactors(observations))[0] < 0);
    const auto positive = fitPositiveFactors(observations);
    QCOMPARE(positive[0], 0.0);
    QVERIFY(std::abs(positive[1] - 1) < 0.1);
}

void SpeedModelsTest::whatDoesNotDetermineALineGivesNone()
{
    QVERIFY(!fitFactors({}));
    QVERIFY(!fitFactors({{{1, 2}, 3}}));
    QVERIFY(!fitFactors({{{1, 2}, 3}, {{1, 2}, 4}}));
    QVERIFY(fitPositiveFactors({}).empty());
}

void SpeedModelsTest::exactMachinesArePredictedExactly()
{
    const auto models = compareModels(Machines(0).all());
    QVERIFY(*ours(models).largest(false) < 1e-6);
    QVERIFY(*ours(models).largest(true) < 0.05); // the exchange is fitted for each set of devices and not by its law
    QVERIFY(*models.front().meanAbsolute(false) > 0.3); // operations alone do not tell devices apart
}

void SpeedModelsTest::noisyMachinesArePredictedWithinTheBar()
{
    const auto models = compareModels(Machines(0.03).all());
    for (const ModelErrors &model : models)
        qInfo("%s: %.1f %% of one rank, %.1f %% of several", nameOf(model.model).c_str(),
            100 * *model.meanAbsolute(false), 100 * *model.meanAbsolute(true));
    for (const bool together : {false, true}) {
        QVERIFY(*ours(models).meanAbsolute(together) < 0.1);
        for (std::size_t i = 0; i + 1 < models.size(); ++i)
            QVERIFY(*ours(models).meanAbsolute(together) < *models[i].meanAbsolute(together));
    }
}

// A run that took twice as long changes only the measured side of its own error, not the prediction.
void SpeedModelsTest::noPredictionSeesItsOwnRun()
{
    auto runs = Machines(0.03).all();
    const auto before = compareModels(runs);
    for (const std::size_t changed : {std::size_t(2), std::size_t(6)}) {
        auto others = runs;
        others[changed].stepSeconds *= 2;
        for (MeasuredRank &rank : others[changed].ranks)
            rank.ownSeconds *= 2;
        const auto after = compareModels(others);
        for (std::size_t model = 0; model < before.size(); ++model)
            QVERIFY(std::abs((1 + *after[model].errors[changed]) * 2 - (1 + *before[model].errors[changed])) < 1e-9);
    }
}

void SpeedModelsTest::theExchangeOfThreeRanksFollowsFromThatOfTwo()
{
    Machines machines(0);
    const std::vector<MeasuredRun> known = machines.all();
    for (const TaskTruth &task : tasks) {
        const MeasuredRun asked = machines.run(task, {1, 0.5, 0.25}, {32, 20, 12});
        const auto seconds = predictStep(SpeedModel::Measured, known, asked);
        QVERIFY(seconds);
        QVERIFY(std::abs(*seconds / asked.stepSeconds - 1) < 1e-3);
    }
}

void SpeedModelsTest::runsComeBackFromTheirText()
{
    MeasuredRuns all{"a computer", "2026-07-14", 30, Machines(0.03).all()};
    const auto back = parseMeasuredRuns(toJson(all));
    QVERIFY2(back.has_value(), back ? "" : back.error().message.c_str());
    QVERIFY(*back == all);
    all.runs.clear();
    QVERIFY(*parseMeasuredRuns(toJson(all)) == all);
}

void SpeedModelsTest::refusesRunsThatCannotBe_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addRow("no time") << QByteArray("\"stepSeconds\":0.5") << QByteArray("\"stepSeconds\":0");
    QTest::addRow("no ranks") << QByteArray("[{\"device\":\"d\",\"capability\":2.0,\"units\":3.0,\"ownSeconds\":0.25}]")
                              << QByteArray("[]");
    QTest::addRow("no units") << QByteArray("\"units\":3.0") << QByteArray("\"units\":-1");
    QTest::addRow("infinite") << QByteArray("\"capability\":2.0") << QByteArray("\"capability\":\"inf\"");
    QTest::addRow("newer") << QByteArray("\"version\":1") << QByteArray("\"version\":2");
}

void SpeedModelsTest::refusesRunsThatCannotBe()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QByteArray text = QByteArray::fromStdString(
        toJson(MeasuredRuns{"a computer", "2026-07-14", 30, {{"a", 1e9, 4e6, {{"d", 2, 3, 0.25}}, 0.5}}}));
    QVERIFY(parseMeasuredRuns(text.toStdString()).has_value());
    QVERIFY2(text.contains(from), text.constData());
    QVERIFY(!parseMeasuredRuns(text.replace(from, to).toStdString()));
}

void SpeedModelsTest::revokedRunsAreForecastWithinTheBar()
{
    for (const Recovery recovery : {Recovery::FromCheckpoint, Recovery::FromSurvivors}) {
        const auto errors = tryRevocations(recovery, 5);
        QVERIFY(errors.has_value());
        for (const double error : *errors)
            QVERIFY2(std::abs(error) < 0.05, qPrintable(QString::number(error)));
    }
}

QTEST_GUILESS_MAIN(SpeedModelsTest)
#include "tst_speedmodels.moc"
