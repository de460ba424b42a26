// Scores of translations and tags against sacreBLEU and seqeval; tests/reference/scores.py writes the fixtures.
#include "tests/engine/data/textfixture.h"

#include "engine/tasks/metrics/bleu.h"
#include "engine/tasks/metrics/entityf1.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>

using namespace motley;

class TestMetrics : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cutsWordsAsSacrebleu();
    void scoresAsSacrebleu();
    void addsUpOverParts();
    void scoresNothing();
    void countsEntitiesAsSeqeval();
    void passesOverPlacesWithoutWord();
    void dividesByNothing();
};

using Words = std::vector<std::string>;

static Words wordsOf(const QJsonValue &list)
{
    Words words;
    for (const QJsonValue &word : list.toArray())
        words.push_back(word.toString().toStdString());
    return words;
}

static QJsonObject bleuFixture()
{
    return QJsonDocument::fromJson(fixtureBytes("bleu.json")).object();
}

void TestMetrics::cutsWordsAsSacrebleu()
{
    const QJsonArray lines = bleuFixture()["lines"].toArray();
    QVERIFY(lines.size() > 300);
    for (const QJsonValue &line : lines) {
        const QString text = line["text"].toString();
        QVERIFY2(bleuWords(text.toStdString()) == wordsOf(line["words"]), qPrintable(text));
    }
}

static BleuCounts countsOf(const Words &translations, const Words &references, std::size_t first, std::size_t last)
{
    BleuCounts counts;
    for (std::size_t i = first; i < last; ++i)
        counts += countBleu(translations[i], references[i]);
    return counts;
}

void TestMetrics::scoresAsSacrebleu()
{
    for (const QJsonValue &corpus : bleuFixture()["corpora"].toArray()) {
        const Words translations = wordsOf(corpus["translations"]);
        const Words references = wordsOf(corpus["references"]);
        const BleuCounts counts = countsOf(translations, references, 0, references.size());
        QCOMPARE(counts.words, corpus["words"].toInteger());
        QCOMPARE(counts.referenceWords, corpus["reference_words"].toInteger());
        for (std::size_t i = 0; i < BleuCounts::longest; ++i) {
            QCOMPARE(counts.matches[i], corpus["matches"][qsizetype(i)].toInteger());
            QCOMPARE(counts.sequences[i], corpus["sequences"][qsizetype(i)].toInteger());
        }
        const double expected = corpus["bleu"].toDouble();
        QVERIFY2(std::abs(bleu(counts) - expected) < 1e-9, qPrintable(QString::number(expected)));
    }
}

void TestMetrics::addsUpOverParts()
{
    const QJsonValue corpus = bleuFixture()["corpora"][5];
    const Words translations = wordsOf(corpus["translations"]);
    const Words references = wordsOf(corpus["references"]);
    QVERIFY(references.size() > 10);
    BleuCounts parts = countsOf(translations, references, 7, references.size());
    parts += countsOf(translations, references, 0, 7);
    QCOMPARE(parts, countsOf(translations, references, 0, references.size()));
}

void TestMetrics::scoresNothing()
{
    QCOMPARE(bleu({}), 0.0);
    QCOMPARE(bleu(countBleu("", "a b c d")), 0.0);
    QCOMPARE(bleu(countBleu("a b c d", "")), 0.0);
    QCOMPARE(bleu(countBleu("a b c d e", "a b c d e")), 100.0);
}

static std::vector<std::int64_t> labelsOf(const QJsonValue &sentence, const Words &tags)
{
    std::vector<std::int64_t> labels;
    for (const std::string &tag : wordsOf(sentence)) {
        const auto found = std::find(tags.begin(), tags.end(), tag);
        if (found == tags.end())
            qFatal("the fixture's tags lack %s", tag.c_str());
        labels.push_back(found - tags.begin());
    }
    return labels;
}

void TestMetrics::countsEntitiesAsSeqeval()
{
    const QJsonArray cases = QJsonDocument::fromJson(fixtureBytes("entities.json")).array();
    QVERIFY(cases.size() >= 20);
    for (const QJsonValue &one : cases) {
        const Words tags = wordsOf(one["tags"]);
        const EntityCounter counter(tags);
        std::vector<EntityCounts> counts(counter.types().size());
        for (int i = 0; i < one["expected"].toArray().size(); ++i)
            counter.count(labelsOf(one["expected"][i], tags), labelsOf(one["predicted"][i], tags), counts);
        EntityCounts all;
        for (std::size_t type = 0; type < counts.size(); ++type) {
            all += counts[type];
            const QJsonValue expected = one["counts"][QString::fromStdString(counter.types()[type])];
            QCOMPARE(counts[type],
                (EntityCounts{expected[0].toInteger(), expected[1].toInteger(), expected[2].toInteger()}));
        }
        QVERIFY(one["counts"].toObject().size() <= qsizetype(counts.size()));
        QVERIFY(std::abs(all.precision() - one["precision"].toDouble()) < 1e-12);
        QVERIFY(std::abs(all.recall() - one["recall"].toDouble()) < 1e-12);
        QVERIFY(std::abs(all.f1() - one["f1"].toDouble()) < 1e-12);
    }
}

void TestMetrics::passesOverPlacesWithoutWord()
{
    const EntityCounter counter({"O", "B-x", "I-x"});
    QVERIFY((counter.types() == Words{"x"}));
    std::vector<EntityCounts> counts(1);
    const std::vector<std::int64_t> expected{-100, 1, -100, -100, 2, 0, -100};
    counter.count(expected, std::vector<std::int64_t>{1, 1, 0, 1, 2, 0, 1}, counts);
    QCOMPARE(counts[0], (EntityCounts{1, 1, 1}));
}

void TestMetrics::dividesByNothing()
{
    QCOMPARE((EntityCounts{0, 3, 0}.recall()), 0.0);
    QCOMPARE((EntityCounts{3, 0, 0}.precision()), 0.0);
    QCOMPARE((EntityCounts{}.f1()), 0.0);
    QCOMPARE((EntityCounts{4, 2, 1}.f1()), 2 * 0.25 * 0.5 / 0.75);
}

QTEST_GUILESS_MAIN(TestMetrics)
#include "tst_metrics.moc"
