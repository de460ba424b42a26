#include "app/format.h"
#include "app/language.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace motley;

namespace {

struct Message {
    QString source;
    QStringList forms;
    bool finished = true;
};

QList<Message> readMessages(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QXmlStreamReader xml(&file);
    QList<Message> messages;
    while (!xml.atEnd()) {
        xml.readNext();
        if (!xml.isStartElement())
            continue;
        if (xml.name() == QLatin1String("message"))
            messages.append(Message());
        else if (xml.name() == QLatin1String("source"))
            messages.last().source = xml.readElementText();
        else if (xml.name() == QLatin1String("translation")) {
            messages.last().finished = xml.attributes().value(QLatin1String("type")).isEmpty();
            messages.last().forms << xml.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
        }
    }
    return messages;
}

QSet<QString> placesIn(const QString &text)
{
    static const QRegularExpression place(QStringLiteral("%[1-9]"));
    QSet<QString> places;
    for (auto match = place.globalMatch(text); match.hasNext();)
        places.insert(match.next().captured());
    return places;
}

} // namespace

class TranslationsTest : public QObject {
    Q_OBJECT

private slots:
    void areComplete_data();
    void areComplete();
    void haveEveryStringOfTheSources();
    void mirrorTheWindowForArabic();
    void countInEnglishToo();
};

void TranslationsTest::areComplete_data()
{
    QTest::addColumn<QString>("file");
    for (const auto language : {"ar", "de", "zh_CN"})
        QTest::addRow("%s", language) << QStringLiteral(TRANSLATIONS "/motley_%1.ts").arg(QLatin1String(language));
}

void TranslationsTest::areComplete()
{
    QFETCH(QString, file);
    const auto messages = readMessages(file);
    QVERIFY(messages.size() > 300);
    for (const Message &message : messages) {
        QVERIFY2(message.finished && !message.forms.value(0).isEmpty(), qPrintable(message.source));
        QVERIFY2(placesIn(message.forms.first()) == placesIn(message.source), qPrintable(message.source));
    }
}

void TranslationsTest::haveEveryStringOfTheSources()
{
    const QString root = QStringLiteral(TRANSLATIONS "/..");
    const QString lupdate
        = QStandardPaths::findExecutable(QStringLiteral("lupdate"), {QStringLiteral("/usr/lib/qt6/bin")});
    if (lupdate.isEmpty())
        QSKIP("lupdate is not installed.");
    QTemporaryDir folder;
    const QString fresh = folder.filePath(QStringLiteral("fresh_de.ts"));
    QProcess process;
    process.setWorkingDirectory(root);
    process.start(lupdate,
        {QStringLiteral("-silent"), QStringLiteral("-I"), QStringLiteral("."), QStringLiteral("app"),
            QStringLiteral("remote"), QStringLiteral("-ts"), fresh});
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitCode(), 0);
    QSet<QString> known;
    for (const Message &message : readMessages(QStringLiteral(TRANSLATIONS "/motley_de.ts")))
        known.insert(message.source);
    QStringList missing;
    for (const Message &message : readMessages(fresh))
        if (!known.contains(message.source))
            missing << message.source;
    QVERIFY2(missing.isEmpty(),
        qPrintable(QStringLiteral("Run translations/update, then translate:\n") + missing.join(QLatin1Char('\n'))));
}

void TranslationsTest::mirrorTheWindowForArabic()
{
    Language language;
    language.choose(QStringLiteral("ar"));
    QCOMPARE(QGuiApplication::layoutDirection(), Qt::RightToLeft);
    QVERIFY(notKnown() != QStringLiteral("n/a"));
    language.choose(QStringLiteral("de"));
    QCOMPARE(QGuiApplication::layoutDirection(), Qt::LeftToRight);
    QCOMPARE(formatDuration(4), QStringLiteral("4 s"));
}

void TranslationsTest::countInEnglishToo()
{
    Language language;
    language.choose(QStringLiteral("en"));
    const auto now = QDateTime::currentDateTime();
    QCOMPARE(formatAge(now.addSecs(-60), now), QStringLiteral("1 minute ago"));
    QCOMPARE(formatAge(now.addSecs(-180), now), QStringLiteral("3 minutes ago"));
}

QTEST_MAIN(TranslationsTest)
#include "tst_translations.moc"
