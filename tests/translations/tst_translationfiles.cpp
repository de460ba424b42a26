// The .ts files have all messages of the sources, and translations keep placeholders, mnemonics and white space.
#include "messages.h"

#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

using namespace motley;

namespace {

// The placeholders of a text (%1, %Ln), sorted; other percent signs are not placeholders.
QStringList placesIn(const QString &text)
{
    static const QRegularExpression place(QStringLiteral("%(?:L?n|L?[0-9]{1,2})"));
    QStringList places;
    for (auto match = place.globalMatch(text); match.hasNext();)
        places << match.next().captured();
    places.sort();
    return places;
}

bool hasMnemonic(const QString &text)
{
    static const QRegularExpression mnemonic(QStringLiteral("&[^&\\s]"));
    return QString(text).remove(QLatin1String("&&")).contains(mnemonic);
}

// The white space at the beginning and the newline at the end, which a translation must share with its source.
QString edgesOf(const QString &text)
{
    const auto isSpace = [](QChar c) { return c.isSpace(); };
    const auto first = std::find_if_not(text.begin(), text.end(), isSpace);
    return QString(text.begin(), static_cast<int>(first - text.begin())) + QLatin1Char('|')
        + (text.endsWith(QLatin1Char('\n')) ? QStringLiteral("\n") : QString());
}

// Arabic says none, one and two without a number.
bool mayLeaveOutTheNumber(int numerusForms, qsizetype form)
{
    constexpr int formsOfArabic = 6;
    constexpr int upToTwo = 3;
    return numerusForms == formsOfArabic && form < upToTwo;
}

QString problemOf(const Message &message, int numerusForms)
{
    if (!message.type.isEmpty())
        return message.type;
    if (message.forms.size() != (message.counts ? numerusForms : 1))
        return QStringLiteral("%1 forms").arg(message.forms.size());
    for (qsizetype i = 0; i < message.forms.size(); ++i) {
        const QString &form = message.forms[i];
        if (form.trimmed().isEmpty())
            return QStringLiteral("empty");
        QStringList places = placesIn(message.source);
        if (message.counts && mayLeaveOutTheNumber(numerusForms, i) && !form.contains(QLatin1String("%Ln")))
            places.removeAll(QStringLiteral("%Ln"));
        if (placesIn(form) != places)
            return QStringLiteral("other places to fill: ") + form;
        if (hasMnemonic(form) != hasMnemonic(message.source))
            return QStringLiteral("a mnemonic too many or too few: ") + form;
        if (edgesOf(form) != edgesOf(message.source))
            return QStringLiteral("other spaces at an end: ") + form;
    }
    return {};
}

// The messages that lupdate finds in the sources; empty: lupdate failed.
QList<Message> messagesOfTheSources(const QStringList &options)
{
    const QTemporaryDir folder;
    const QString fresh = folder.filePath(QStringLiteral("fresh.ts"));
    QProcess lupdate;
    lupdate.setWorkingDirectory(QStringLiteral(MOTLEY_SOURCES));
    lupdate.start(QStringLiteral(LUPDATE),
        QStringList{"-silent", "-source-language", "en", "-target-language", "de", "-I", ".", "-extensions", "cpp,h",
            "-tr-function-alias", "tr+=phrase,translate+=phraseOf,QT_TRANSLATE_NOOP+=translatable"}
            + options + QStringList{"app", "remote", "engine/job", "engine/plan", "-ts", fresh});
    if (!lupdate.waitForFinished(60'000) || lupdate.exitCode() != 0)
        return {};
    return readMessages(fresh);
}

} // namespace

class TranslationFilesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void areComplete_data() { addLanguages(); }
    void areComplete()
    {
        QFETCH(QString, language);
        QFETCH(int, numerusForms);
        const auto messages = messagesOf(language);
        QVERIFY2(messages.size() > 15, qPrintable(language));
        QStringList problems;
        for (const Message &message : messages)
            if (const QString problem = problemOf(message, numerusForms); !problem.isEmpty())
                problems << keyOf(message) + QStringLiteral(" -- ") + problem;
        QVERIFY2(problems.isEmpty(), qPrintable(problems.join(QLatin1Char('\n'))));
    }

    void haveEveryStringOfTheSources_data() { addLanguages(); }
    void haveEveryStringOfTheSources()
    {
        QFETCH(QString, language);
        QFETCH(QStringList, options);
        if (!QFileInfo::exists(QStringLiteral(LUPDATE)))
            QSKIP("lupdate is not installed here.");
        const auto inSources = messagesOfTheSources(options);
        QVERIFY2(!inSources.isEmpty(), "lupdate could not read the sources");
        QSet<QString> known;
        for (const Message &message : messagesOf(language))
            known << keyOf(message);
        QStringList missing;
        for (const Message &message : inSources)
            if (!known.contains(keyOf(message)))
                missing << keyOf(message);
        QVERIFY2(missing.isEmpty(),
            qPrintable(QStringLiteral("Run translations/update, then translate:\n") + missing.join(QLatin1Char('\n'))));
    }

    void noticesWhatIsWrong_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QStringList>("forms");
        QTest::addColumn<bool>("counts");
        QTest::addRow("empty") << QString("Stop") << QStringList{" "} << false;
        QTest::addRow("a place lost") << QString("%1 of %2") << QStringList{"%1"} << false;
        QTest::addRow("a place twice") << QString("%1") << QStringList{"%1 %1"} << false;
        QTest::addRow("the count lost in one form")
            << QString("%n run(s)") << QStringList{"ein Lauf", "%n Läufe"} << true;
        QTest::addRow("a form too few") << QString("%n run(s)") << QStringList{"%n Läufe"} << true;
        QTest::addRow("no mnemonic") << QString("&Name") << QStringList{"Name"} << false;
        QTest::addRow("no line end") << QString("Done\n") << QStringList{"Fertig"} << false;
    }
    void noticesWhatIsWrong()
    {
        QFETCH(QString, source);
        QFETCH(QStringList, forms);
        QFETCH(bool, counts);
        QVERIFY(!problemOf({{}, source, forms, {}, counts}, 2).isEmpty());
    }

private:
    static void addLanguages()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<int>("numerusForms");
        QTest::addColumn<QStringList>("options");
        QTest::addRow("German") << QString("de") << 2 << QStringList();
        QTest::addRow("Chinese") << QString("zh_CN") << 1 << QStringList();
        QTest::addRow("Arabic") << QString("ar") << 6 << QStringList();
        QTest::addRow("English plurals") << QString("en") << 2 << QStringList{"-pluralonly"};
    }
};

QTEST_GUILESS_MAIN(TranslationFilesTest)
#include "tst_translationfiles.moc"
