// A rank whose weights have left the others' is named at the next checkpoint, and goes on with rank 0's.
#include "imageruns.h"

#include <torch/types.h>

#include <QTest>

using namespace motley;

class AlignReplicasTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesTheRankAndMendsIt_data();
    void namesTheRankAndMendsIt();
    void saysNothingOfCopiesThatAreAlike();

private:
    RunRequest request()
    {
        RunRequest request{m_runs.job(), {20, 12}, m_runs.freshFolder().toStdString()};
        request.job.maxSteps = 12;
        request.job.checkpoint.everySteps = 4;
        return request;
    }

    ImageRuns m_runs;
};

void AlignReplicasTest::namesTheRankAndMendsIt_data()
{
    QTest::addColumn<ExchangeSpec::Combine>("combine");
    QTest::addRow("sum") << ExchangeSpec::Combine::Sum;
    QTest::addRow("Adasum") << ExchangeSpec::Combine::Adasum;
}

// The damage is as of one that a machine's memory does.
void AlignReplicasTest::namesTheRankAndMendsIt()
{
    QFETCH(ExchangeSpec::Combine, combine);
    RunRequest damaged = request();
    damaged.job.exchange.combine = combine;
    if (combine == ExchangeSpec::Combine::Adasum)
        damaged.groups = {0, 1};
    damaged.changeLoss = [](std::int64_t pass, const at::Tensor &loss, torch::nn::Module &model) {
        if (pass == 2) // in the first four steps
            model.parameters().back().data().add_(0.5);
        return loss;
    };
    const RunResult run = runRanks(damaged);
    QVERIFY2(run.problem().isEmpty(), run.problem());
    std::vector<std::string> told;
    for (const std::string &warning : run.warnings())
        if (warning.find("differs from that of rank 0") != std::string::npos)
            told.push_back(warning);
    QCOMPARE(told.size(), std::size_t(1)); // none at steps 8 and 12
    QVERIFY2(told.front().find("At step 4 the parameter ") == 0, told.front().c_str());
    QVERIFY2(told.front().find("of rank 1 (here) differs") != std::string::npos, told.front().c_str());
}

void AlignReplicasTest::saysNothingOfCopiesThatAreAlike()
{
    const RunResult run = runRanks(request());
    QVERIFY2(run.problem().isEmpty(), run.problem());
    QVERIFY(!run.warned("differs from that of rank 0"));
}

QTEST_GUILESS_MAIN(AlignReplicasTest)
#include "tst_alignreplicas.moc"
