// Sentences that are kept as phrases and said later, in whichever language is chosen then.
#include "remote/session/sentence.h"

#include "engine/protocol/storedphrase.h"

#include <QCoreApplication>
#include <QLocale>
#include <QTest>
#include <QTranslator>

using namespace motley;

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Words)
    MOTLEY_PHRASES(Words)
};

class German : public QTranslator {
public:
    bool isEmpty() const override { return false; }
    QString translate(const char *, const char *text, const char *, int) const override
    {
        if (text == QByteArray("%1 failed on %2."))
            return QStringLiteral("Auf %2 misslang %1.");
        return text == QByteArray("the upload") ? QStringLiteral("das Senden") : QString();
    }
};

} // namespace

class SentenceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isSaidInTheLanguageOfToday();
    void fillsNoPlaceWithinAnArgument();
    void keepsAPathWholeFromRightToLeft();
    void keepsTheCauseOfACause();
    void saysAmountsOfDataInTheLocaleOfToday();
    void isTheSameAfterItWasStored();
    void readsWhatTheFirstListsStored();
    void refusesWhatIsNoPhrase();
};

void SentenceTest::isSaidInTheLanguageOfToday()
{
    const Error error = toError(Words::phrase("%1 failed on %2.").arg(Words::phrase("the upload"), QString("box")));
    QCOMPARE(say(error), QString("the upload failed on box."));
    German german;
    QCoreApplication::installTranslator(&german);
    QCOMPARE(say(error), QString("Auf box misslang das Senden."));
    QCoreApplication::removeTranslator(&german);
    QCOMPARE(say(error), QString("the upload failed on box."));
}

void SentenceTest::fillsNoPlaceWithinAnArgument()
{
    QCOMPARE(
        say(Words::phrase("%1 failed on %2.").arg(QString("%2"), QString("%1")).phrase()), QString("%2 failed on %1."));
    QCOMPARE(say(Words::phrase("100 % of %1, %3").arg(7).phrase()), QString("100 % of 7, %3"));
}

void SentenceTest::keepsAPathWholeFromRightToLeft()
{
    const Phrase phrase
        = Words::phrase("%1 failed on %2.").arg(Words::phrase("the upload"), QString("/tmp/a")).phrase();
    QLocale::setDefault(QLocale::Arabic);
    const QString arabic = say(phrase);
    QLocale::setDefault(QLocale::c());
    QCOMPARE(arabic, QStringLiteral(u"the upload failed on \u2068/tmp/a\u2069."));
    QCOMPARE(say(phrase), QString("the upload failed on /tmp/a."));
}

void SentenceTest::keepsTheCauseOfACause()
{
    const Error engine{"CUDA out of memory", {}, {}};
    const Error inner = toError(Words::phrase("%1 failed on %2.").arg(engine, QString("box")));
    const Error outer = toError(Words::phrase("No run: %1").arg(inner));
    QCOMPARE(say(outer), QString("No run: CUDA out of memory failed on box."));
    German german;
    QCoreApplication::installTranslator(&german);
    QCOMPARE(say(outer), QString("No run: Auf box misslang CUDA out of memory."));
    QCoreApplication::removeTranslator(&german);
}

void SentenceTest::saysAmountsOfDataInTheLocaleOfToday()
{
    const Error error = toError(Words::phrase("%1 are free.").arg(amountOfData(1'500'000'000)));
    QCOMPARE(error.message, std::string("1.4\u00a0GiB are free."));
    QLocale::setDefault(QLocale::German);
    const QString german = say(error);
    QLocale::setDefault(QLocale::c());
    QCOMPARE(german, QString("1,4\u00a0GiB are free."));
}

void SentenceTest::isTheSameAfterItWasStored()
{
    const Phrase phrase = Words::phrase("%1 failed on %2.")
                              .arg(Words::phrase("%n upload(s)", nullptr, 2), QStringLiteral("b\u00f6x\n\"%1\""))
                              .arg(amountOfData(1'500'000))
                              .phrase();
    const auto read = parsePhrase(toJson(phrase));
    QVERIFY(read);
    QVERIFY(*read == phrase);
}

// They had no amounts of data.
void SentenceTest::readsWhatTheFirstListsStored()
{
    const auto read = parsePhrase(R"({"context": "Words", "text": "%1 failed on %2.", "count": -1, "arguments": )"
                                  R"([{"context": "", "text": "a", "count": -1, "arguments": []}]})");
    QVERIFY2(read, read ? "" : read.error().message.c_str());
    QVERIFY(*read == Words::phrase("%1 failed on %2.").arg(QString("a")).phrase());
}

void SentenceTest::refusesWhatIsNoPhrase()
{
    QVERIFY(!parsePhrase(""));
    QVERIFY(!parsePhrase("[]"));
    QVERIFY(!parsePhrase(R"({"context": "Words", "text": 1, "count": -1, "arguments": []})"));
    QVERIFY(!parsePhrase(std::string(100000, '[')));
}

QTEST_GUILESS_MAIN(SentenceTest)
#include "tst_sentence.moc"
