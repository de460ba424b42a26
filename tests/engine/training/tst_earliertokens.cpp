// Weights that a run begins with keep their tokens: those that they were trained with, whatever the new text has. What
// it has beyond them is said.
#include "earlierruns.h"

#include "engine/formats/checkpointmanifest.h"

#include <QDir>
#include <QFile>

#include <algorithm>
#include <map>

using namespace motley;

namespace {

// As a run of before checkpoints had more than weights and optimizer left them.
void makeOld(const std::string &checkpoint)
{
    auto manifest = parseCheckpointManifest(textOf(checkpoint + "/manifest.json")).value_or(CheckpointManifest());
    std::vector<ManifestEntry> kept;
    for (const ManifestEntry &entry : manifest.files) {
        if (entry.name == "state.json" || entry.name.ends_with(".safetensors"))
            kept.push_back(entry);
        else
            QVERIFY(QFile::remove(QString::fromStdString(checkpoint + "/" + entry.name)));
    }
    QVERIFY(kept.size() < manifest.files.size());
    manifest.files = kept;
    std::ofstream(checkpoint + "/manifest.json") << toJson(manifest);
}

} // namespace

class TestEarlierTokens : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsCharactersAndPieces_data();
    void keepsCharactersAndPieces();
    void takesTokensOfTheModelItStartsFrom_data();
    void takesTokensOfTheModelItStartsFrom();
    void refusesOtherHeads();
    void keepsPiecesOfATranslation();
    void comparesVocabularies();
    void findsWhatOldCheckpointsLack();
    void resumesWithItsOwnTokens();

private:
    EarlierRuns m_runs;
};

void TestEarlierTokens::keepsCharactersAndPieces_data()
{
    QTest::addColumn<int>("pieces");
    QTest::addColumn<QString>("from");
    QTest::addColumn<bool>("weightsOnly");
    QTest::addRow("characters, run") << 0 << "" << false;
    QTest::addRow("characters, weights of a run") << 0 << "" << true;
    QTest::addRow("characters, model folder") << 0 << "/model" << false;
    QTest::addRow("characters, file of weights") << 0 << "/model/model.safetensors" << false;
    QTest::addRow("pieces, checkpoint") << 28 << "/checkpoints/step-60" << true;
    QTest::addRow("pieces, model folder") << 28 << "/model" << false;
}

void TestEarlierTokens::keepsCharactersAndPieces()
{
    QFETCH(int, pieces);
    QFETCH(QString, from);
    QFETCH(bool, weightsOnly);
    static std::map<int, EarlierRuns::Earlier> trained;
    if (trained.count(pieces) == 0)
        trained[pieces] = m_runs.train("language-model", 60, 0.002, [&](JobSpec &job) {
            auto &data = std::get<LanguageModelSpec>(job.task).data;
            data.units = pieces > 0 ? LanguageModelData::Units::Pieces : LanguageModelData::Units::Characters;
            data.vocabulary = std::max(pieces, 16);
        });
    const EarlierRuns::Earlier &earlier = trained[pieces];
    JobSpec job = earlier.job;
    auto &data = std::get<LanguageModelSpec>(job.task).data;
    data.train = m_runs.freshFolder();
    // As many characters as before, as the one takes the place of the other; and without ' ' the order is another.
    std::ofstream(data.train.path) << replaced(textOf(earlier.data + "/text.txt"), "walks", "w\u00e9lks") + "0123";
    job.continueFrom = {earlier.run + from.toStdString(), weightsOnly};
    job.epochs = 2000;
    job.maxSteps = 62;
    job.schedule.peak = 1e-8;
    const std::string folder = m_runs.freshFolder();
    const RunResult rest = runRanks({job, {job.batch / 2, 0, job.batch - job.batch / 2}, folder});
    QVERIFY2(rest.outcomes[0], rest.problem().constData());
    QVERIFY(isNear(rest.lastEvaluation()->loss, earlier.loss)); // on the test text of before
    QVERIFY(rest.warned("knows nothing of"));
    QVERIFY(rest.warned("\"\u00e9\""));
    for (const char *file : {"tokenizer.json", pieces > 0 ? "tokenizer.model" : "characters.txt"})
        QCOMPARE(textOf(folder + "/model/" + file), textOf(earlier.run + "/model/" + file));
    QVERIFY(QDir(QString::fromStdString(folder)).entryList({"earlier-model*"}).isEmpty());
}

void TestEarlierTokens::takesTokensOfTheModelItStartsFrom_data()
{
    using Units = LanguageModelData::Units;
    QTest::addColumn<int>("trained");
    QTest::addColumn<int>("units");
    QTest::addColumn<QByteArray>("words"); // of an error or a warning; empty: there is neither
    QTest::addRow("characters, left out") << int(Units::Characters) << int(Units::Characters) << QByteArray();
    QTest::addRow("characters, of-model") << int(Units::Characters) << int(Units::OfModel) << QByteArray();
    QTest::addRow("characters, pieces") << int(Units::Characters) << int(Units::Pieces)
                                        << QByteArray("asks for pieces learned from the text");
    QTest::addRow("pieces, left out") << int(Units::Pieces) << int(Units::Characters)
                                      << QByteArray("not the characters of data.units");
    QTest::addRow("pieces, of-model") << int(Units::Pieces) << int(Units::OfModel) << QByteArray();
}

void TestEarlierTokens::takesTokensOfTheModelItStartsFrom()
{
    using Units = LanguageModelData::Units;
    QFETCH(int, trained);
    QFETCH(int, units);
    QFETCH(QByteArray, words);
    const EarlierRuns::Earlier earlier = m_runs.train("language-model", 60, 0.002, [&](JobSpec &job) {
        auto &data = std::get<LanguageModelSpec>(job.task).data;
        data.units = Units(trained);
        data.vocabulary = 28;
    });
    JobSpec job = earlier.job;
    auto &spec = std::get<LanguageModelSpec>(job.task);
    spec.model.start = earlier.run + "/model";
    spec.data.units = Units(units);
    spec.data.train = m_runs.freshFolder();
    std::ofstream(spec.data.train.path) << textOf(earlier.data + "/text.txt").substr(40) << " zebra!";
    job.maxSteps = 1;
    job.schedule.peak = 1e-8;
    const RunResult rest = runRanks({job, {job.batch}, m_runs.freshFolder()});
    if (Units(units) == Units::Pieces && Units(trained) != Units::Pieces) {
        QVERIFY2(rest.problem().contains(words), rest.problem().constData());
        return;
    }
    QVERIFY2(rest.outcomes[0], rest.problem().constData());
    QVERIFY(isNear(rest.lastEvaluation()->loss, earlier.loss));
    QVERIFY(rest.warned("knows nothing of"));
    QCOMPARE(rest.warned("not the characters of data.units"), !words.isEmpty());
}

void TestEarlierTokens::refusesOtherHeads()
{
    const EarlierRuns::Earlier earlier = m_runs.train("language-model", 2, 0.002);
    JobSpec job = earlier.job;
    std::get<LanguageModelSpec>(job.task).model.heads = 4;
    const RunResult refused = m_runs.goOn(earlier, job);
    QVERIFY2(refused.problem().contains("Set model.heads to 2"), refused.problem().constData());
}

void TestEarlierTokens::keepsPiecesOfATranslation()
{
    const EarlierRuns::Earlier earlier = m_runs.train("translation", 60, 0.001);
    JobSpec job = earlier.job;
    auto &data = std::get<TranslationSpec>(job.task).data;
    for (const auto &[side, path] : {std::pair("source", &data.trainSource), std::pair("target", &data.trainTarget)}) {
        path->path = m_runs.freshFolder();
        std::ofstream(path->path) << textOf(earlier.data + "/train." + side) << "zigzag zoo \u00e9\nzoo zigzag\n";
    }
    const RunResult rest = m_runs.goOn(earlier, job);
    QVERIFY2(rest.outcomes[0], rest.problem().constData());
    QVERIFY(isNear(rest.lastEvaluation()->loss, earlier.loss));
    QVERIFY(rest.warned("has no pieces for"));

    const EarlierRuns::Earlier other = m_runs.train("translation", 2, 0.001,
        [](JobSpec &changed) { std::get<TranslationSpec>(changed.task).data.vocabulary = 38; });
    data.pieces = other.run + "/model/tokenizer.model";
    const RunResult refused = m_runs.goOn(earlier, job);
    QVERIFY2(refused.problem().contains("other pieces than those of"), refused.problem().constData());
}

void TestEarlierTokens::comparesVocabularies()
{
    const EarlierRuns::Earlier earlier = m_runs.train("bert-pretraining", 2, 0.002, [](JobSpec &job) {
        auto &model = std::get<BertSpec>(job.task).model;
        model.vocabulary = replaced(model.config.path, "config.json", "vocab.txt");
    });
    JobSpec job = earlier.job;
    auto &model = std::get<BertSpec>(job.task).model;
    const std::string vocabulary = textOf(model.vocabulary.path);
    QVERIFY(m_runs.goOn(earlier, job).warnings().empty());
    model.vocabulary = m_runs.freshFolder();
    std::ofstream(model.vocabulary.path) << replaced(vocabulary, "clara\ndavid\n", "david\nclara\n");
    const RunResult swapped = m_runs.goOn(earlier, job);
    QVERIFY2(swapped.outcomes[0], swapped.problem().constData());
    QVERIFY(swapped.warned("has other tokens at 2 of 23 ids"));
    QVERIFY(swapped.warned("\"david\" in place of \"clara\" at 9"));
    model.vocabulary = {};
    job.continueFrom = {earlier.run, true};
    job.maxSteps = 1;
    const std::string folder = m_runs.freshFolder();
    QVERIFY(runRanks({job, {job.batch}, folder}).outcomes[0]);
    QCOMPARE(textOf(folder + "/model/vocab.txt"), vocabulary);
}

void TestEarlierTokens::findsWhatOldCheckpointsLack()
{
    const EarlierRuns::Earlier earlier = m_runs.train("language-model", 60, 0.002);
    makeOld(earlier.run + "/checkpoints/step-60");
    JobSpec job = earlier.job;
    auto &data = std::get<LanguageModelSpec>(job.task).data;
    data.train = m_runs.freshFolder();
    std::ofstream(data.train.path) << replaced(textOf(earlier.data + "/text.txt"), "walks", "w\u00e9lks");
    const RunResult rest = m_runs.goOn(earlier, job);
    QVERIFY2(rest.outcomes[0], rest.problem().constData());
    QVERIFY(isNear(rest.lastEvaluation()->loss, earlier.loss));
    QVERIFY(!rest.warned("does not say which tokens"));

    QVERIFY(QDir(QString::fromStdString(earlier.run + "/model")).removeRecursively());
    const RunResult unknown = m_runs.goOn(earlier, earlier.job); // on the text of before
    QVERIFY2(unknown.outcomes[0], unknown.problem().constData());
    QVERIFY(unknown.warned("does not say which tokens its weights were trained with"));
    QVERIFY(isNear(unknown.lastEvaluation()->loss, earlier.loss));
}

void TestEarlierTokens::resumesWithItsOwnTokens()
{
    const EarlierRuns::Earlier earlier = m_runs.train("language-model", 60, 0.002);
    JobSpec job = earlier.job;
    auto &data = std::get<LanguageModelSpec>(job.task).data;
    data.train = m_runs.freshFolder();
    std::ofstream(data.train.path) << replaced(textOf(earlier.data + "/text.txt"), "walks", "w\u00e9lks");
    job.continueFrom = {earlier.run, true};
    job.maxSteps = 4;
    const RunResult whole = runRanks({job, {job.batch}, m_runs.freshFolder()});
    QVERIFY2(whole.outcomes[0], whole.problem().constData());
    RunRequest request{job, {job.batch}, m_runs.freshFolder()};
    request.stopAfterStep = 2;
    QVERIFY(runRanks(request).outcomes[0]);
    QVERIFY(QDir(QString::fromStdString(earlier.run)).removeRecursively());
    const std::string stopped = request.folder + "/checkpoints";
    request = {job, {job.batch / 2, job.batch - job.batch / 2}, m_runs.freshFolder()};
    request.resumeFrom = stopped;
    const RunResult rest = runRanks(request);
    QVERIFY2(rest.outcomes[0], rest.problem().constData());
    QVERIFY(std::abs(rest.lastEvaluation()->loss - whole.lastEvaluation()->loss) < 1e-4);
}

QTEST_GUILESS_MAIN(TestEarlierTokens)
#include "tst_earliertokens.moc"
