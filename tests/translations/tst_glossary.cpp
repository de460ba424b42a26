// The translations say each term of translations/glossary.tsv with its words, and quote, multiply and begin sentences
// as their language does.
#include "glossary.h"

#include <QtTest>

using namespace motley;

namespace {

struct Quotes {
    QString open;
    QString close;
};

// Whether a text has other quotes than these, or an opening one without a closing one.
bool quotesDiffer(const QString &text, const Quotes &quotes)
{
    static const QRegularExpression any(QStringLiteral("[\"“”„«»「」]"));
    QString seen;
    for (auto match = any.globalMatch(text); match.hasNext();)
        seen += match.next().captured();
    return !seen.remove(quotes.open + quotes.close).isEmpty();
}

// A full sentence after a colon that begins with a small letter: one that begins with a subject or asks to do
// something, or has a finite verb before its first comma and is no clause that depends on another.
QString smallSentence(const QString &text)
{
    static const QRegularExpression parts(QStringLiteral(": ([a-zäöü][^.;:]*)"));
    static const QRegularExpression begins(
        QStringLiteral("^(?:er|sie|es|man)\\b|^\\w+en Sie\\b"), QRegularExpression::UseUnicodePropertiesOption);
    static const QRegularExpression depends(
        QStringLiteral("^(?:was|wie|wo|womit|woraus|welche[rsmn]?|wer|ob|bis|dass|wenn|so viele)\\b"));
    static const QRegularExpression verb(
        QStringLiteral("^[^,]*\\b(?:wird|werden|ist|sind|hat|haben|kann|können|lagen|wichen)\\b"),
        QRegularExpression::UseUnicodePropertiesOption);
    for (auto match = parts.globalMatch(text); match.hasNext();) {
        const QString part = match.next().captured(1);
        if (part.contains(begins) || (part.contains(verb) && !part.contains(depends)))
            return part;
    }
    return {};
}

QString report(const QStringList &problems)
{
    return QStringLiteral("%1 problems\n").arg(problems.size()) + problems.join(QLatin1Char('\n'));
}

} // namespace

class GlossaryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isReadable()
    {
        const Glossary glossary = readGlossary();
        QVERIFY2(glossary.faults().isEmpty(), qPrintable(report(glossary.faults())));
        QCOMPARE(glossary.languages(), (QStringList{"de", "zh_CN", "ar"}));
    }

    void holdsTheTranslations_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addRow("German") << QString("de");
        QTest::addRow("Chinese") << QString("zh_CN");
        QTest::addRow("Arabic") << QString("ar");
    }
    void holdsTheTranslations()
    {
        QFETCH(QString, language);
        const Glossary glossary = readGlossary();
        QStringList problems;
        for (const Message &message : messagesOf(language))
            for (const QString &problem : glossary.problemsOf(message, language))
                problems << keyOf(message) + QStringLiteral("\n    ") + problem;
        QVERIFY2(problems.isEmpty(), qPrintable(report(problems)));
    }

    void holdsTheSources()
    {
        const Glossary glossary = readGlossary();
        QStringList problems;
        for (const Message &message : messagesOf(QStringLiteral("de")))
            for (const QString &word : glossary.bannedIn(message.source))
                problems << word + QStringLiteral(": ") + keyOf(message);
        QVERIFY2(problems.isEmpty(), qPrintable(report(problems)));
    }

    void noticesAnotherWord_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("translation");
        QTest::addColumn<qsizetype>("problems");
        QTest::addRow("its word") << "The machine"
                                  << "Der Rechner" << qsizetype(0);
        QTest::addRow("inflected, in another case") << "2 Machines"
                                                    << "Mit 2 rechnern" << qsizetype(0);
        QTest::addRow("no word") << "The machine(s)"
                                 << "Er" << qsizetype(1);
        QTest::addRow("a banned word too") << "The machine"
                                           << "Der Rechner, eine Maschine" << qsizetype(1);
        QTest::addRow("a banned word instead") << "The machine"
                                               << "Die Maschine" << qsizetype(2);
        QTest::addRow("a longer term") << "A virtual machine"
                                       << "Eine virtuelle Maschine" << qsizetype(0);
        QTest::addRow("both") << "A virtual machine on a machine"
                              << "Eine virtuelle Maschine auf einem Rechner" << qsizetype(0);
        QTest::addRow("a part of another word") << "A machine-readable file"
                                                << "Eine lesbare Datei" << qsizetype(0);
        QTest::addRow("an exception") << "The server runs"
                                      << "Der Server arbeitet" << qsizetype(0);
        QTest::addRow("no exception") << "The runs"
                                      << "Die Arbeit" << qsizetype(1);
    }
    void noticesAnotherWord()
    {
        QFETCH(QString, source);
        QFETCH(QString, translation);
        const Glossary glossary(QStringLiteral("term\tdefinition\tde\tnot de\n"
                                               "machine\t\tRechner\tMaschine\n"
                                               "virtual machine\t\tvirtuelle Maschine\t\n"
                                               "run\t\tLauf; Läufe\t\n"
                                               "server runs\ta program runs\t\t\n"));
        QTEST(glossary.problemsOf({{}, source, {translation}, {}}, QStringLiteral("de")).size(), "problems");
    }

    void noticesAnEnglishWord()
    {
        const Glossary glossary(QStringLiteral("term\tdefinition\tnot en\nmachine\t\tnode; compute node\n"));
        QCOMPARE(glossary.bannedIn(QStringLiteral("Two Nodes")), QStringList{"node"});
        QVERIFY(glossary.bannedIn(QStringLiteral("Two machines")).isEmpty());
    }

    void noticesABrokenLine()
    {
        QCOMPARE(
            Glossary(QStringLiteral("term\tdefinition\tde\tnot de\nmachine\tRechner\n")).faults().size(), qsizetype(1));
        QCOMPARE(
            Glossary(QStringLiteral("term\tdefinition\tde\nrun\t\tLauf\nrun\t\tGang\n")).faults().size(), qsizetype(1));
    }

    void quotesAreOfOneKind_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QString>("open");
        QTest::addColumn<QString>("close");
        QTest::addRow("German") << QString("de") << QString("„") << QString("“");
        QTest::addRow("Chinese") << QString("zh_CN") << QString("“") << QString("”");
        QTest::addRow("Arabic") << QString("ar") << QString("«") << QString("»");
    }
    void quotesAreOfOneKind()
    {
        QFETCH(QString, language);
        QFETCH(QString, open);
        QFETCH(QString, close);
        QStringList problems;
        for (const Message &message : messagesOf(language)) {
            if (quotesDiffer(message.source, {QStringLiteral("“"), QStringLiteral("”")}))
                problems << keyOf(message);
            for (const QString &form : message.forms)
                if (quotesDiffer(form, {open, close}))
                    problems << form;
        }
        QVERIFY2(problems.isEmpty(), qPrintable(report(problems)));
    }

    void noticesOtherQuotes()
    {
        const Quotes german{QStringLiteral("„"), QStringLiteral("“")};
        QVERIFY(!quotesDiffer(QStringLiteral("„a“ und „b“"), german));
        QVERIFY(quotesDiffer(QStringLiteral("\"a\""), german));
        QVERIFY(quotesDiffer(QStringLiteral("“a”"), german));
        QVERIFY(quotesDiffer(QStringLiteral("„a"), german));
    }

    void productsHaveTheirSign_data() { holdsTheTranslations_data(); }
    void productsHaveTheirSign()
    {
        QFETCH(QString, language);
        QStringList problems;
        for (const Message &message : messagesOf(language))
            for (const QString &text : QStringList(message.source) + message.forms)
                if (text.contains(QStringLiteral(" x ")))
                    problems << text;
        QVERIFY2(problems.isEmpty(), qPrintable(report(problems)));
    }

    void germanSentencesAfterAColonBeginWithACapital()
    {
        QStringList problems;
        for (const Message &message : messagesOf(QStringLiteral("de")))
            for (const QString &form : message.forms)
                if (const QString part = smallSentence(form); !part.isEmpty())
                    problems << form;
        QVERIFY2(problems.isEmpty(), qPrintable(report(problems)));
    }

    void noticesASmallSentence_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isSmall");
        QTest::addRow("a capital") << "Es ist ein Programm: Nehmen Sie nur solche." << false;
        QTest::addRow("a request") << "Es ist ein Programm: nehmen Sie nur solche." << true;
        QTest::addRow("a subject") << "Stunden; 0: er bleibt" << true;
        QTest::addRow("a verb") << "Eine Datei; leer: der letzte Teil wird behalten." << true;
        QTest::addRow("no verb") << "Eine Datei; leer: die des Ordners oben." << false;
        QTest::addRow("a clause that depends") << "job.json: was trainiert wird" << false;
        QTest::addRow("a verb in such a clause") << "MiB; 0: alles, was da ist." << false;
    }
    void noticesASmallSentence()
    {
        QFETCH(QString, text);
        QTEST(!smallSentence(text).isEmpty(), "isSmall");
    }
};

QTEST_GUILESS_MAIN(GlossaryTest)
#include "tst_glossary.moc"
