// motley_ar.ts says two with a dual, runs from right to left, and writes units and words in one way.
#include "messages.h"

#include <QRegularExpression>
#include <QtTest>

#include <algorithm>

using namespace motley;

namespace {

constexpr int formOfTwo = 2;
const QChar rightToLeftMark(0x200f);

qsizetype countOf(const QRegularExpression &pattern, const QString &text)
{
    qsizetype count = 0;
    for (auto match = pattern.globalMatch(text); match.hasNext(); match.next())
        ++count;
    return count;
}

// Arabic has no "2 files": the noun says two, or there is none.
QString problemOfTwo(const Message &message)
{
    static const QRegularExpression numberedNoun(QStringLiteral("%L?n\\s+\\p{L}"));
    static const QRegularExpression bracketed(QStringLiteral("\\(%L?n\\)"));
    static const QRegularExpression dual(QStringLiteral(u"[\\p{L}\\p{M}](ان|ين|تا|تي|\u064eي)(?!\\p{L})"));
    if (!message.counts)
        return {};
    const QString form = message.forms.value(formOfTwo);
    if (form.contains(numberedNoun))
        return QStringLiteral("a noun after the number: ") + form;
    if (form.contains(bracketed))
        return QStringLiteral("two is said twice: ") + form;
    return form.contains(QLatin1String("%Ln")) || form.contains(dual) ? QString() : QStringLiteral("no dual: ") + form;
}

// A text takes its direction from its first letter, and what fills a placeholder may begin with a Latin one. Counts do
// not.
QString problemOfDirection(const Message &message)
{
    static const QRegularExpression leading(QStringLiteral("%Ln|%[0-9]|[A-Za-z]|[\u0620-\u064a]"));
    static const QRegularExpression arabicLetter(QStringLiteral("[\u0620-\u064a]"));
    static const QRegularExpression place(QStringLiteral("%[0-9]"));
    static const QRegularExpression bareOption(QStringLiteral("[\u0620-\u064a][^A-Za-z\u200e\u2066]*--[a-z]"));
    for (const QString &form : message.forms) {
        if (form.contains(bareOption))
            return QStringLiteral("an option without U+200E: ") + form;
        const QString first = leading.match(form).captured();
        const bool mayBeLatin = place.match(first).hasMatch() || (first.size() == 1 && first.front().unicode() < 0x80);
        const bool hasWords = form.contains(arabicLetter) || countOf(place, form) > 1;
        if (mayBeLatin && hasWords && !form.trimmed().startsWith(rightToLeftMark))
            return QStringLiteral("begins without U+200F: ") + form;
    }
    return {};
}

struct Unit {
    QRegularExpression inEnglish;
    QRegularExpression inArabic;
};

Unit unit(const QString &english, const QString &arabic)
{
    const auto whole = QStringLiteral("(?<!\\p{L})%1(?![\\p{L}/])");
    return {QRegularExpression(whole.arg(english)), QRegularExpression(whole.arg(arabic))};
}

// Symbols stay as they are; spans of time are words, in the abbreviations of Unicode's CLDR.
QString problemOfUnits(const Message &message)
{
    static const QList<Unit> units{unit("W", "W"), unit("kWh", "kWh"), unit("MHz", "MHz"), unit("°C", "°C"),
        unit("MiB", "MiB"), unit("GiB", "GiB"), unit("Mbit/s", "Mbit/s"), unit("Gbit/s", "Gbit/s"),
        unit("%[0-9]/s", "%[0-9]/s"), unit("%[0-9] ms", "%[0-9] ملي ث"), unit("%[0-9] s", "%[0-9] ث"),
        unit("%[0-9] min", "%[0-9] د"), unit("%[0-9] h", "%[0-9] س"), unit("%[0-9] d", "%[0-9] ي")};
    for (const QString &form : message.forms)
        for (const Unit &each : units)
            if (countOf(each.inEnglish, message.source) != countOf(each.inArabic, form))
                return QStringLiteral("another unit than in the source: ") + form;
    return {};
}

// Words that are written with and without their shadda elsewhere have it here.
QString problemOfSpelling(const Message &message)
{
    static const QRegularExpression bare(
        QStringLiteral("تدرج(?!\u0651)|التعلم(?!\u0651)|محرك|موتر|محسّن|م\u064fحسّ?|(?<=ت)عذر"));
    for (const QString &form : message.forms)
        if (const auto match = bare.match(form); match.hasMatch())
            return match.captured() + QStringLiteral(" is spelt otherwise elsewhere: ") + form;
    return {};
}

QString problemOf(const Message &message)
{
    return problemOfTwo(message) + problemOfDirection(message) + problemOfUnits(message) + problemOfSpelling(message);
}

// A line for each message of motley_ar.ts that breaks a rule.
QString problemsOfTheFile(QString (*rule)(const Message &))
{
    const auto messages = messagesOf(QStringLiteral("ar"));
    if (messages.isEmpty())
        return QStringLiteral("motley_ar.ts could not be read");
    QString problems;
    for (const Message &message : messages)
        if (const QString problem = rule(message); !problem.isEmpty())
            problems += keyOf(message) + QStringLiteral(" -- ") + problem + QLatin1Char('\n');
    return problems;
}

} // namespace

class ArabicTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysTwoWithADual() { isKept(problemOfTwo); }
    void runsFromRightToLeft() { isKept(problemOfDirection); }
    void writesUnitsInOneWay() { isKept(problemOfUnits); }
    void writesWordsInOneWay() { isKept(problemOfSpelling); }

    void noticesWhatIsWrong_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("form"); // that of two, where the source counts
        QTest::addRow("a number before a dual") << QString("%Ln file(s)") << QString("%Ln ملفان");
        QTest::addRow("a singular") << QString("%Ln file(s)") << QString("ملف");
        QTest::addRow("a dual and a number") << QString("%Ln file(s)") << QString("ملفان (%Ln)");
        QTest::addRow("a name first") << QString("%1 is missing.") << QString("%1 ناقص.");
        QTest::addRow("a quoted name first") << QString("“%1” is missing.") << QString("«%1» ناقص.");
        QTest::addRow("a Latin word first") << QString("Adasum between") << QString("Adasum بين");
        QTest::addRow("two names") << QString("%1: %2") << QString("%1: %2");
        QTest::addRow("an option after words") << QString("Add --best") << QString("أضف --best");
        QTest::addRow("a unit") << QString("at most %1 W") << QString("حتى %1 واط");
        QTest::addRow("a span of time") << QString("within %1 ms") << QString("خلال %1 م.ث");
        QTest::addRow("a spelling") << QString("Gradients") << QString("التدرجات");
    }
    void noticesWhatIsWrong()
    {
        QFETCH(QString, source);
        QFETCH(QString, form);
        const bool counts = source.contains(QLatin1String("%Ln"));
        const Message message{{}, source, counts ? QStringList{form, form, form} : QStringList{form}, {}, counts};
        QVERIFY(!problemOf(message).isEmpty());
    }

    void acceptsWhatIsRight_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("form");
        QTest::addRow("a dual") << QString("%Ln file(s)") << QString("ملفان");
        QTest::addRow("a dual and its construct") << QString("%Ln GPU(s)") << QString("وحدتا GPU");
        QTest::addRow("a number without a noun") << QString("%1 of %Ln ready") << QString("الجاهز: %1 من %Ln");
        QTest::addRow("a number and its unit") << QString("%1 Mbit/s") << QString("%1 Mbit/s");
        QTest::addRow("a marked option") << QString("Add --best") << QString("أضف \u200e--best");
        QTest::addRow("a span of time") << QString("%1 min %2 s") << QString("\u200f%1 د %2 ث");
    }
    void acceptsWhatIsRight()
    {
        QFETCH(QString, source);
        QFETCH(QString, form);
        const bool counts = source.contains(QLatin1String("%Ln"));
        QCOMPARE(
            problemOf({{}, source, counts ? QStringList{form, form, form} : QStringList{form}, {}, counts}), QString());
    }

private:
    static void isKept(QString (*rule)(const Message &))
    {
        const QString problems = problemsOfTheFile(rule);
        QVERIFY2(problems.isEmpty(), qPrintable(problems));
    }
};

QTEST_GUILESS_MAIN(ArabicTest)
#include "tst_arabic.moc"
