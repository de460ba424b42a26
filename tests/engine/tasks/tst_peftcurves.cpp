// A fine-tune of each family has the losses that PEFT computes, however it is split.
#include "decoderjob.h"
#include "fixturerun.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace motley;

namespace {

constexpr std::int64_t sequences = 24; // of two rows each
constexpr std::int64_t length = 32;

struct Split {
    std::vector<std::int64_t> shares;
    std::int64_t parts; // micro-batches of the rank with the most
};
QString fixtureOf(const QString &family)
{
    return QStringLiteral(MOTLEY_TESTS "/fixtures/tuning/") + family;
}

const Split splits[] = {{{24}, 1}, {{24}, 8}, {{17, 7}, 4}, {{13, 8, 3}, 2}};

} // namespace

class PeftCurvesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void losesAsPeftDoes_data()
    {
        addFamilies({"llama", "qwen2", "qwen3", "qwen3_5", "gemma3", "gemma4", "mistral", "ministral3", "smollm3",
            "granite", "phi3", "olmo3"});
    }
    void losesAsPeftDoes();
    void losesAsPeftDoesInFewerBits_data();
    void losesAsPeftDoesInFewerBits();

private:
    void compareCurves(const QString &family, const QString &folder, Quantization bits, const QJsonArray &losses);
    QString fresh() { return m_folder.filePath(QString::number(++m_folders)); }

    QTemporaryDir m_folder;
    int m_folders = 0;
};

void PeftCurvesTest::losesAsPeftDoes()
{
    QFETCH(QString, family);
    const QString folder = fresh();
    writeDecoderFolder(family, folder, false);
    compareCurves(family, folder, Quantization::None, jsonIn(fixtureOf(family) + "/curve.json")["losses"].toArray());
}

void PeftCurvesTest::losesAsPeftDoesInFewerBits_data()
{
    QTest::addColumn<QString>("curve");
    QTest::addColumn<int>("bits"); // Quantization
    QTest::addColumn<bool>("isPacked"); // in its files
    QTest::newRow("8 bits") << "int8" << int(Quantization::Int8) << false;
    QTest::newRow("4 bits") << "nf4" << int(Quantization::Nf4) << false;
    QTest::newRow("4 bits in its files") << "nf4" << int(Quantization::None) << true;
}

// The judge of 4 bits is bitsandbytes.
void PeftCurvesTest::losesAsPeftDoesInFewerBits()
{
    QFETCH(QString, curve);
    QFETCH(int, bits);
    QFETCH(bool, isPacked);
    const QString fixture = QStringLiteral(MOTLEY_TESTS "/fixtures/quantised/");
    const QString folder = fresh();
    writeDecoderFolder("llama", folder, false);
    if (isPacked)
        for (const char *file : {"/config.json", "/model.safetensors"})
            writeBytes(folder + file, bytesOf(fixture + "llama-nf4" + file));
    compareCurves("llama", folder, Quantization(bits), jsonIn(fixture + "curves.json")[curve].toArray());
}

void PeftCurvesTest::compareCurves(
    const QString &family, const QString &folder, Quantization bits, const QJsonArray &losses)
{
    const QString fixture = fixtureOf(family);
    const QJsonObject curve = jsonIn(fixture + "/curve.json");
    steadyNorms(folder);
    QByteArray rows;
    for (const auto &row : curve["rows"].toArray())
        rows += QJsonDocument(row.toObject()).toJson(QJsonDocument::Compact) + '\n';
    writeBytes(folder + "/rows.jsonl", rows);
    LanguageModelSpec spec;
    spec.model.start = folder.toStdString();
    spec.model.context = int(length);
    spec.data.format = LanguageModelData::Format::Conversations;
    spec.data.train = spec.data.test = folder.toStdString() + "/rows.jsonl";
    spec.adapter.start = fixture.toStdString();
    spec.model.quantization = bits;
    QVERIFY(!losses.isEmpty());
    JobSpec job = jobOf(spec, losses.size());
    job.batch = sequences; // all rows in each step, so that their order is of no account
    job.optimizer = usualOptimizer(OptimizerSpec::Kind::AdamW);
    job.optimizer.weightDecay = 0;
    job.schedule.kind = ScheduleSpec::Kind::Constant;
    job.schedule.peak = curve["rate"].toDouble();
    job.evaluateEveryEpochs = job.epochs;
    for (const Split &split : splits) {
        RunRequest request{job, split.shares, fresh().toStdString()};
        request.microbatch = (split.shares.front() + split.parts - 1) / split.parts;
        const RunResult run = runRanks(request);
        const auto &first = run.outcomes.front();
        QVERIFY2(first, first ? "" : (first.error().message + " " + first.error().detail).c_str());
        const auto steps = run.steps();
        QCOMPARE(qsizetype(steps.size()), qsizetype(losses.size()));
        double farthest = 0;
        for (std::size_t i = 0; i < steps.size(); ++i)
            farthest = std::max(farthest, std::abs(steps[i].loss - losses[qsizetype(i)].toDouble()));
        qInfo("%zu ranks, %lld micro-batches: %.2g apart", split.shares.size(), static_cast<long long>(split.parts),
            farthest);
        QVERIFY2(farthest < 1e-4, qPrintable(QString::number(farthest)));
        QVERIFY(steps.back().loss < 0.9 * steps.front().loss);
    }
}

QTEST_GUILESS_MAIN(PeftCurvesTest)
#include "tst_peftcurves.moc"
