// Words that are not of a sentence's language, such as the name of a machine or what it tells in English, are neither
// broken nor out of their place.
#include "app/dialogs/question.h"
#include "app/models/runsmodel.h"
#include "app/widgets/messagecard.h"
#include "app/widgets/sentencelabel.h"
#include "app/widgets/wholenames.h"
#include "app/words/format.h"
#include "remote/session/sentence.h"

#include <QAccessible>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLocale>
#include <QTemporaryDir>
#include <QTest>
#include <QTextLayout>
#include <QToolButton>

#include <algorithm>

using namespace motley;

namespace {

// Begun at the right, as in a window in Arabic.
struct DrawnLine {
    explicit DrawnLine(const QString &text) : layout(text)
    {
        QTextOption option;
        option.setTextDirection(Qt::RightToLeft);
        layout.setTextOption(option);
        layout.beginLayout();
        line = layout.createLine();
        line.setLineWidth(2000);
        layout.endLayout();
    }
    qreal placeOf(const QString &words) const // of their first letter's end
    {
        return line.cursorToX(int(layout.text().indexOf(words)) + 1);
    }

    QTextLayout layout;
    QTextLine line;
};

QStringList linesOf(const QString &text, qreal width)
{
    QTextLayout layout(text);
    QStringList lines;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        lines << text.mid(line.textStart(), line.textLength());
    }
    layout.endLayout();
    return lines;
}

} // namespace

class ForeignWordsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { QLocale::setDefault(QLocale::c()); }
    void aCauseInEnglishStaysInItsPlace();
    void keepsIsolatesThatEnd_data();
    void keepsIsolatesThatEnd();
    void aNameKeepsItsOrder();
    void aNameIsNotBroken_data();
    void aNameIsNotBroken();
    void otherWordsMayBeBroken_data();
    void otherWordsMayBeBroken();
    void whatIsCopiedHasItsOwnHyphens();
    void whatIsReadAloudHasItsOwnHyphens();
};

void ForeignWordsTest::aCauseInEnglishStaysInItsPlace()
{
    QLocale::setDefault(QLocale::Arabic);
    const Error error = toError(phraseOf("", "تعذّر الاتصال، المنفذ %1: %2. تحقق من العنوان.")
                                    .arg(QStringLiteral("9"), QStringLiteral("127.0.0.1: Connection refused")));
    Phrase said = error.phrase;
    said.context = "Words"; // it is of this language
    MessageCard card;
    card.show(MessageCard::Kind::Error, say(said));
    const DrawnLine drawn(card.accessibleName());
    const qreal port = drawn.placeOf(QStringLiteral("9"));
    QVERIFY(port < drawn.placeOf(QStringLiteral("المنفذ")));
    QVERIFY(port > drawn.placeOf(QStringLiteral("refused"))); // the sentence goes on from right to left
    QVERIFY(drawn.placeOf(QStringLiteral("127")) < drawn.placeOf(QStringLiteral("Connection")));
    QVERIFY(drawn.placeOf(QStringLiteral("127")) > drawn.placeOf(QStringLiteral("تحقق")));
}

void ForeignWordsTest::keepsIsolatesThatEnd_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("plain");
    QTest::addRow("a pair") << QStringLiteral(u"a \u2068b\u2069 c") << QStringLiteral(u"a \u2068b\u2069 c");
    QTest::addRow("an end alone") << QStringLiteral(u"a\u2069 b") << QStringLiteral("a b");
    QTest::addRow("a beginning alone") << QStringLiteral(u"a \u2066b") << QStringLiteral(u"a \u2066b\u2069");
    QTest::addRow("cut off") << QStringLiteral(u"\u2068abcdef\u2069") << QStringLiteral(u"\u2068abc\u2026\u2069");
    QTest::addRow("turned around") << QStringLiteral(u"\u2067ab\u2069 \u202ecd") << QStringLiteral("ab cd");
}

void ForeignWordsTest::keepsIsolatesThatEnd()
{
    QFETCH(QString, text);
    QFETCH(QString, plain);
    QCOMPARE(plainText(text, text.contains(QLatin1String("abcdef")) ? 4 : 4000), plain);
}

void ForeignWordsTest::aNameKeepsItsOrder()
{
    QLocale::setDefault(QLocale::Arabic);
    const QTemporaryDir folder;
    RunHistory history(folder.path());
    QVERIFY(history.open());
    JobSpec job;
    job.name = "wide (2)";
    QVERIFY(history.create(job, {{Machine::Kind::ThisComputer, QStringLiteral("local"), {}, {}}}));
    const RunsModel model(&history);
    const QString shown = model.index(0, RunsModel::Name).data().toString();
    QCOMPARE(shown, QStringLiteral(u"\u2068wide (2)\u2069"));
    const DrawnLine drawn(shown);
    QVERIFY(drawn.placeOf(QStringLiteral("wide")) < drawn.placeOf(QStringLiteral("2")));
}

void ForeignWordsTest::aNameIsNotBroken_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name : {"gpu-node-02", "gpu-node-01.cluster.example.org", "my-desktop", "Rack3-GPU-box"})
        QTest::addRow("%s", name) << QString::fromLatin1(name);
}

void ForeignWordsTest::aNameIsNotBroken()
{
    QFETCH(QString, name);
    const QString sentence = QStringLiteral("The slowest link is from %1 to this computer.").arg(name);
    SentenceLabel label("body");
    label.setSentence(sentence);
    QCOMPARE(label.accessibleName(), sentence);
    for (qreal width = 220; width < 400; width += 5) {
        const QStringList lines = linesOf(label.text(), width);
        QVERIFY2(std::any_of(lines.begin(), lines.end(),
                     [&name](const QString &line) { return plainHyphens(line).contains(name); }),
            qPrintable(lines.join(QLatin1Char('|'))));
    }
}

void ForeignWordsTest::otherWordsMayBeBroken_data()
{
    QTest::addColumn<QString>("sentence");
    QTest::addRow("a compound") << QStringLiteral("Der GPU-Rechner hat einen CUDA-Treiber.");
    QTest::addRow("a path") << QStringLiteral("It is in /home/ada/run-1/model-2.");
    QTest::addRow("an option") << QStringLiteral("Add --cpu-ranks 2.");
}

void ForeignWordsTest::otherWordsMayBeBroken()
{
    QFETCH(QString, sentence);
    QCOMPARE(wholeNames(sentence), sentence);
}

void ForeignWordsTest::whatIsCopiedHasItsOwnHyphens()
{
    const QString sentence = QStringLiteral("gpu-node-02 does not answer.");
    SentenceLabel label("body");
    label.setSentence(sentence);
    label.show();
    QVERIFY(label.text() != sentence);
    label.setFocus();
    QTest::keySequence(&label, QKeySequence::SelectAll);
    QVERIFY(label.hasSelectedText());
    QTest::keySequence(&label, QKeySequence::Copy);
    QCOMPARE(QGuiApplication::clipboard()->text(), sentence);

    MessageCard card;
    card.show(MessageCard::Kind::Error, sentence);
    QTest::mouseClick(card.findChild<QToolButton *>(QStringLiteral("messageCopy")), Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text().trimmed(), sentence);
}

void ForeignWordsTest::whatIsReadAloudHasItsOwnHyphens()
{
    const QString heading = QStringLiteral("Remove gpu-node-02?");
    const QString text = QStringLiteral("gpu-node-02 is in use.");
    QWidget window;
    ask(&window, {QStringLiteral("question"), heading, text, QStringLiteral("Remove")}, [] {});
    QStringList heard;
    for (QLabel *label : window.findChildren<QLabel *>())
        heard << QAccessible::queryAccessibleInterface(label)->text(QAccessible::Name);
    QVERIFY2(heard.contains(heading) && heard.contains(text), qPrintable(heard.join(QLatin1Char('|'))));
}

QTEST_MAIN(ForeignWordsTest)
#include "tst_foreignwords.moc"
