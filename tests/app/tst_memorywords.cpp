// What a device holds in memory, and what a model answered, in words.
#include "app/words/memorywords.h"
#include "app/words/metricwords.h"
#include "tests/app/plainspaces.h"

#include <QLocale>
#include <QTest>

using namespace motley;

class MemoryWordsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void namesThePartsThatThereAre()
    {
        constexpr std::int64_t mebibyte = 1 << 20;
        PlannedRank rank;
        QVERIFY(memoryWords(rank).isEmpty());
        rank.memory = MemoryParts{.frozen = 900 * mebibyte,
            .trained = 12 * mebibyte,
            .optimizer = 24 * mebibyte,
            .logits = 40 * mebibyte,
            .activations = 48 * mebibyte};
        QCOMPARE(plainSpaces(memoryWords(rank)),
            QStringLiteral("At most 1.0 GiB of memory: base 900.0 MiB, adapter 12.0 MiB, optimizer 24.0 MiB, logits "
                           "40.0 MiB, and activations 48.0 MiB."));
        rank.memory = MemoryParts{.trained = 12 * mebibyte, .exchange = mebibyte, .checkpoint = 2 * mebibyte};
        QCOMPARE(plainSpaces(memoryWords(rank)),
            QStringLiteral("At most 15.0 MiB of memory: weights 12.0 MiB, exchange 1.0 MiB, and copy for checkpoints "
                           "2.0 MiB."));
    }

    void saysHowLongASampleIs()
    {
        LanguageModelSpec spec;
        spec.model.context = 2048;
        QCOMPARE(tokensOfSample(spec), std::optional(2048));
        QCOMPARE(sampleLengthWords(spec),
            QStringLiteral("The memory is that of samples of 2,048 token(s), as long as a row may be."));
        QVERIFY(!tokensOfSample(ImageSpec()));
        QVERIFY(sampleLengthWords(ImageSpec()).isEmpty());
    }

    void showsAnswersOnOneLine()
    {
        Evaluation test;
        QVERIFY(answerWords(test).isEmpty());
        test.answers = std::vector<PromptAnswer>{{"Who are you?", "A\nfriend\x1b[2J."}, {"Why?", ""}};
        const QStringList words = answerWords(test);
        QCOMPARE(words.size(), 2);
        QVERIFY2(words[0].startsWith(QStringLiteral(u"\u201cWho are you?\u201d \u2192 \u201cA")), qPrintable(words[0]));
        for (const QChar c : words[0])
            QVERIFY(c.isPrint());
        QCOMPARE(words[1], QStringLiteral(u"\u201cWhy?\u201d \u2192 \u201c\u201d"));
    }
};

QTEST_GUILESS_MAIN(MemoryWordsTest)
#include "tst_memorywords.moc"
