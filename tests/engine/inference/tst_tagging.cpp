// `tag` and `evaluate` with a trained token classifier: what the one prints scores what the other says.
#include "engine/data/text/conll.h"
#include "engine/tasks/metrics/entityf1.h"
#include "fixturerun.h"
#include "inferencefiles.h"
#include "taskdata.h"
#include "tests/engine/agent/loopbackrun.h"
#include "tests/fixtures/referencepython.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace motley;

class TestTagging : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void tagsAsTheTestDid();
    void testsEveryWordOfLongSentences();
    void tagsLongSentencesInParts();

private:
    QString path(const char *name) const { return m_folder.filePath(name); }
    void write(const char *name, const QByteArray &bytes) const;

    QTemporaryDir m_folder;
    JobSpec m_job;
    QString m_model;
    double m_f1 = 0; // of the run's last test
};

void TestTagging::write(const char *name, const QByteArray &bytes) const
{
    QFile file(path(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

void TestTagging::initTestCase()
{
    m_job = makeTaskJob("token-classification", path("data").toStdString()).job;
    m_job.maxSteps = 30;
    m_job.schedule.peak = 0.002;
    const RunResult run = runRanks({m_job, {m_job.batch}, path("run").toStdString()});
    QVERIFY2(run.outcomes.front(), run.problem().constData());
    m_model = path("run/model");
    m_f1 = run.lastEvaluation()->metrics.at(0).value;
}

void TestTagging::tagsAsTheTestDid()
{
    const auto &spec = std::get<TaggingSpec>(m_job.task);
    const auto truth = readConll(spec.data.test.path);
    QByteArray text;
    for (const TaggedSentence &sentence : *truth) {
        for (const std::string &word : sentence.words)
            text += QByteArray::fromStdString(word) + " ";
        text += "\n";
    }
    write("untagged.txt", text);
    const auto answer = runEngine({"tag", m_model, path("untagged.txt"), "--threads", "1"});
    QVERIFY2(answer.exitCode == 0, answer.errors);
    write("tagged.conll", answer.output);
    const auto tagged = readConll(path("tagged.conll").toStdString());
    QVERIFY(tagged);
    QCOMPARE(tagged->size(), truth->size());
    const std::vector<std::string> tags{"O", "B-person"};
    const EntityCounter counter(tags);
    const auto labelsOf = [&](const std::vector<std::string> &names) {
        std::vector<std::int64_t> labels;
        for (const std::string &name : names)
            labels.push_back(name == "O" ? 0 : 1);
        return labels;
    };
    std::vector<EntityCounts> counts(counter.types().size());
    for (std::size_t i = 0; i < truth->size(); ++i) {
        QVERIFY((*tagged)[i].words == (*truth)[i].words);
        counter.count(labelsOf((*truth)[i].tags), labelsOf((*tagged)[i].tags), counts);
    }
    QVERIFY2(m_f1 > 0.3, qPrintable(QString::number(m_f1)));
    QVERIFY2(std::abs(counts[0].f1() - m_f1) < 1e-9, qPrintable(QString::number(counts[0].f1())));

    if (referencePython().isEmpty())
        return;
    const auto scores = realScores({"entities", QString::fromStdString(spec.data.test.path), path("tagged.conll")});
    qInfo("F1: ours %.6f, seqeval's %.6f", m_f1, scores["f1"].toDouble());
    QVERIFY(std::abs(scores["f1"].toDouble() - m_f1) < 1e-9);
}

// The words beyond data.longest, in another row of the batch, and words without tokens count as all others.
void TestTagging::testsEveryWordOfLongSentences()
{
    const QByteArray name("anna\tB-person\n");
    const QByteArray words("sees\tO\nthe\tO\ntree\tO\n");
    QByteArray conll = (name + words).repeated(7); // 28 of the 30 words that a row takes
    conll += name + "boris\tB-person\nclara\tB-person\n" + (words + name).repeated(30) + "\xef\xb8\x8f\tB-person\n\n";
    conll += name + words;
    write("long.conll", conll);
    QByteArray text;
    for (const QByteArray &line : conll.split('\n'))
        text += line.isEmpty() ? QByteArray("\n") : line.split('\t').front() + " ";
    write("untagged-long.txt", text);
    const auto answer = runEngine({"tag", m_model, path("untagged-long.txt"), "--threads", "1"});
    QVERIFY2(answer.exitCode == 0, answer.errors);
    write("tagged-long.conll", answer.output);
    const auto evaluated = runEngine({"evaluate", m_model, "--data", path("long.conll"), "--threads", "1"});
    QVERIFY2(evaluated.exitCode == 0, evaluated.errors);
    QVERIFY2(
        evaluated.errors.contains("1 word of the test text of nothing that the tokenizer takes"), evaluated.errors);

    const auto truth = readConll(path("long.conll").toStdString());
    const auto tagged = readConll(path("tagged-long.conll").toStdString());
    QVERIFY(truth && tagged && truth->size() == 2 && tagged->size() == 2);
    const EntityCounter counter({"O", "B-person"});
    std::vector<EntityCounts> counts(counter.types().size());
    for (std::size_t i = 0; i < 2; ++i) {
        std::vector<std::int64_t> expected;
        std::vector<std::int64_t> found;
        for (std::size_t word = 0; word < (*truth)[i].words.size(); ++word) {
            expected.push_back((*truth)[i].tags[word] == "O" ? 0 : 1);
            found.push_back((*tagged)[i].tags[word] == "O" ? 0 : 1);
        }
        counter.count(expected, found, counts);
    }
    QCOMPARE(counts[0].expected, 42);
    const QJsonArray metrics = QJsonDocument::fromJson(evaluated.output).object()["metrics"].toArray();
    const double f1 = metrics[0].toObject()["value"].toDouble();
    QVERIFY2(f1 > 0.3, qPrintable(QString::number(f1)));
    QVERIFY2(std::abs(counts[0].f1() - f1) < 1e-9, qPrintable(QString("%1, not %2").arg(counts[0].f1()).arg(f1)));
    if (referencePython().isEmpty())
        return;
    const auto scores = realScores({"entities", path("long.conll"), path("tagged-long.conll")});
    qInfo("F1: ours %.6f, seqeval's %.6f", f1, scores["f1"].toDouble());
    QVERIFY(std::abs(scores["f1"].toDouble() - f1) < 1e-9);
}

void TestTagging::tagsLongSentencesInParts()
{
    // The model takes 32 tokens, into which 30 words fit.
    const QByteArray part = QByteArray("anna sees the old tree ").repeated(6);
    const auto once = runEngine({"tag", m_model, "--threads", "1"}, 120000, part);
    const auto thrice = runEngine({"tag", m_model, "--threads", "1"}, 120000, part.repeated(3));
    QVERIFY2(once.exitCode == 0, thrice.errors);
    QVERIFY2(thrice.exitCode == 0, thrice.errors);
    QCOMPARE(linesOf(once.output).size(), 31);
    QByteArray words = once.output;
    words.chop(1); // removes the blank line behind the sentence
    QCOMPARE(thrice.output, words.repeated(3) + "\n");

    const auto strange = runEngine({"tag", m_model}, 120000, QByteArray("anna \u200b tree\n\n\nanna"));
    QVERIFY2(strange.exitCode == 0, strange.errors);
    QCOMPARE(linesOf(strange.output).size(), 6); // a word without tokens gets a tag too
    QVERIFY(strange.output.contains("\u200b\tO\n"));
}

QTEST_GUILESS_MAIN(TestTagging)
#include "tst_tagging.moc"
