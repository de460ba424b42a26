// New run shows the first rows of text as they are trained, as this computer's engine reads them.
#include "app/pages/newrunpage.h"
#include "app/pages/trainedrows.h"
#include "app/pages/trainedtext.h"
#include "app/words/rowwords.h"
#include "tests/app/chatfolder.h"
#include "tests/app/openwindow.h"
#include "tests/app/screenshot.h"

#include <QLabel>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <csignal>
#include <memory>

using namespace motley;

namespace {

// How far from the left a widget's first column of ink is, as a part of its width.
double whereInkBegins(QWidget &widget)
{
    const QImage picture = widget.grab().toImage();
    const QRgb ground = picture.pixel(0, picture.height() - 1);
    for (int x = 0; x < picture.width(); ++x)
        for (int y = 0; y < picture.height(); ++y)
            if (picture.pixel(x, y) != ground)
                return double(x) / picture.width();
    return 1;
}

bool hasColour(QWidget &widget, const QColor &colour)
{
    const QImage picture = widget.grab().toImage();
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x)
            if (picture.pixelColor(x, y) == colour)
                return true;
    return false;
}

} // namespace

class TrainedRowsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void marksTheAnswers();
    void countsWhatIsCutAndLeftOut();
    void saysWhatWouldEndTheRun_data();
    void saysWhatWouldEndTheRun();
    void saysThatThereIsNoEngine();
    void anotherJobEndsTheReading();
    void readsNothingBehindAnotherPage();
    void foldsALongRow();
    void showsForeignTextAsItIs();
    void showsRightToLeftTextRight();
    void showsPairsAndTags();
    void takesAFolderOfShortFiles();
    void saysThatRowsMayBeMore();
    void looks_data();
    void looks();

private:
    void openWindowIn(Theme::Choice theme, const QString &language);
    LanguageModelSpec chat(const QByteArray &rows, int context = 400);
    void choose(const TaskSpec &task, bool isPageShown = true);
    QString slowEngine(); // never answers; writes its process id into a file
    qint64 slowProcess() const; // 0: it was not started
    QString whatCameOf() const; // the problem; empty: rows are shown
    QStringList rows() const; // ⟦ ⟧ around what is learned
    QString label(const char *name) const { return m_window->findChild<QLabel *>(QLatin1String(name))->text(); }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<MainWindow> m_window;
    TrainedRows *m_view = nullptr;
    int m_folders = 0;
};

void TrainedRowsTest::init()
{
    qputenv("MOTLEY_ENGINE", ENGINE);
    m_home = std::make_unique<QTemporaryDir>();
    openWindowIn(Theme::Choice::Light, QStringLiteral("en"));
}

void TrainedRowsTest::openWindowIn(Theme::Choice theme, const QString &language)
{
    m_window.reset();
    m_workspace = std::make_unique<Workspace>(WorkspaceFolders{m_home->path(), m_home->path()});
    QVERIFY(m_workspace->load());
    m_window = openWindow(*m_workspace, QSize(1280, 1000), theme, language);
    m_view = m_window->findChild<TrainedRows *>();
}

void TrainedRowsTest::cleanup()
{
    m_window.reset();
    m_workspace.reset();
    if (const qint64 process = slowProcess(); process > 0)
        ::kill(static_cast<pid_t>(process), SIGKILL);
}

LanguageModelSpec TrainedRowsTest::chat(const QByteArray &rows, int context)
{
    LanguageModelSpec spec = chatIn(m_home->filePath(QString::number(++m_folders)), rows);
    spec.model.context = context;
    return spec;
}

void TrainedRowsTest::choose(const TaskSpec &task, bool isPageShown)
{
    if (isPageShown)
        m_window->showPage(NavigationRail::Page::NewRun);
    JobSpec job;
    job.name = "rows";
    job.task = task;
    m_window->findChild<NewRunPage *>()->setJob(job);
}

QString TrainedRowsTest::slowEngine()
{
    const QString path = m_home->filePath(QStringLiteral("slow-engine"));
    const QString note = m_home->filePath(QStringLiteral("process"));
    writeBytes(
        path, QStringLiteral("#!/bin/sh\necho $$ > %1.new && mv %1.new %1\nexec sleep 1000\n").arg(note).toUtf8());
    QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return path;
}

qint64 TrainedRowsTest::slowProcess() const
{
    const QString note = m_home->filePath(QStringLiteral("process"));
    return QFile::exists(note) ? bytesOf(note).trimmed().toLongLong() : 0;
}

QString TrainedRowsTest::whatCameOf() const
{
    const auto isOver = [&] {
        const auto state = m_view->state();
        return state == TrainedRows::State::Shown || state == TrainedRows::State::Failed
            || !label("dataProblem").isEmpty();
    };
    if (!QTest::qWaitFor(isOver, 60000))
        return QStringLiteral("nothing came");
    return label("dataProblem")
        + (m_view->state() == TrainedRows::State::Failed ? label("trainedRowsProblem") : QString());
}

QStringList TrainedRowsTest::rows() const
{
    QStringList texts;
    for (const auto *text : m_view->findChildren<TrainedText *>(QStringLiteral("trainedRow")))
        texts << text->accessibleName();
    return texts;
}

void TrainedRowsTest::marksTheAnswers()
{
    choose(chat(conversation("Who is it?", "A cat.") + conversation("And now?", "Two cats.")));
    QCOMPARE(whatCameOf(), QString());
    QCOMPARE(rows().size(), 2);
    QCOMPARE(rows()[0], QStringLiteral("<s>user\nWho is it?</s>\n<s>assistant\n⟦A cat.⟧⟦</s>⟧"));
    auto *row = m_view->findChild<TrainedText *>(QStringLiteral("trainedRow"));
    QVERIFY(row->isVisible());
    QVERIFY(hasColour(*row, Theme::current().colours().accent));
    Theme::current().choose(Theme::Choice::Dark);
    QVERIFY(hasColour(*row, Theme::current().colours().accent));
    TrainedText given;
    given.show({{"a question", false, false}});
    QVERIFY(!hasColour(given, Theme::current().colours().accent));
}

void TrainedRowsTest::countsWhatIsCutAndLeftOut()
{
    const QString longAnswer = QStringLiteral("word ").repeated(30);
    choose(chat(conversation("Who?", "She.") + conversation("Why?", longAnswer) + noAnswer() + "{\"question\": 1}\n"
            + conversation("Why?", longAnswer),
        60));
    QCOMPARE(whatCameOf(), QString());
    const QString words = label("trainedRowsWords");
    for (const char *part : {"To train: 5 row", "2 cut to 60 tokens", "1 left out without an answer",
             "1 left out as unusable", "To test: 1 row", "line 4 of rows.jsonl"})
        QVERIFY2(words.contains(QLatin1String(part)), qPrintable(words));
    QStringList heads;
    for (const auto *head : m_view->findChildren<QLabel *>(QStringLiteral("trainedRowHead")))
        heads << head->text();
    QCOMPARE(heads.size(), 4);
    QVERIFY2(heads[0].contains("5 of them learned") && !heads[0].contains("cut"), qPrintable(heads[0])); // "She.", </s>
    QVERIFY2(heads[1].contains("cut off"), qPrintable(heads[1]));
    QVERIFY2(heads[2].contains("no answer"), qPrintable(heads[2]));
    QVERIFY2(heads[3].contains("left out: "), qPrintable(heads[3]));
}

void TrainedRowsTest::saysWhatWouldEndTheRun_data()
{
    QTest::addColumn<QByteArray>("chatTemplate");
    QTest::addColumn<QByteArray>("rows");
    QTest::addColumn<QString>("word");
    const QByteArray good = conversation("Who?", "She.");
    QTest::addRow("a template that is not supported") << QByteArray("{% include 'x' %}") << good << "include";
    QTest::addRow("a line that is cut off") << QByteArray(chatTurns) << good.repeated(7) + "{\"messages\": ["
                                            << "Line 8 of ";
}

void TrainedRowsTest::saysWhatWouldEndTheRun()
{
    QFETCH(QByteArray, chatTemplate);
    QFETCH(QByteArray, rows);
    QFETCH(QString, word);
    const LanguageModelSpec spec = chat(rows);
    writeBytes(QString::fromStdString(spec.model.start.path) + "/chat_template.jinja", chatTemplate);
    choose(spec);
    QVERIFY(!whatCameOf().isEmpty());
    QCOMPARE(m_view->state(), TrainedRows::State::Failed);
    QVERIFY2(label("trainedRowsProblem").contains(word), qPrintable(label("trainedRowsProblem")));
    QVERIFY(m_view->isVisible() && m_view->findChild<QLabel *>("trainedRowsProblem")->isVisible());
    QCOMPARE(this->rows(), QStringList());
}

void TrainedRowsTest::saysThatThereIsNoEngine()
{
    qputenv("MOTLEY_ENGINE", "/nowhere/motley-engine");
    choose(chat(conversation("Who?", "She.")));
    QVERIFY(!whatCameOf().isEmpty());
    QCOMPARE(m_view->state(), TrainedRows::State::Failed);
    QVERIFY(label("trainedRowsProblem").contains(QStringLiteral("/nowhere/motley-engine")));
}

void TrainedRowsTest::anotherJobEndsTheReading()
{
    qputenv("MOTLEY_ENGINE", slowEngine().toLocal8Bit());
    choose(chat(conversation("Who?", "She.")));
    QTRY_VERIFY_WITH_TIMEOUT(slowProcess() > 0, 20000);
    QCOMPARE(m_view->state(), TrainedRows::State::Reading);
    qputenv("MOTLEY_ENGINE", ENGINE);
    choose(chat(conversation("What?", "A stone.")));
    QTRY_VERIFY(::kill(static_cast<pid_t>(slowProcess()), 0) != 0);
    QCOMPARE(whatCameOf(), QString());
    QCOMPARE(rows().size(), 1);
    QVERIFY(rows()[0].contains(QStringLiteral("⟦A stone.⟧")));
    choose(ImageSpec{{}, {m_home->path().toStdString()}});
    QCOMPARE(m_view->state(), TrainedRows::State::Nothing);
    QVERIFY(!m_view->isVisible());
}

void TrainedRowsTest::readsNothingBehindAnotherPage()
{
    qputenv("MOTLEY_ENGINE", slowEngine().toLocal8Bit());
    m_window->showPage(NavigationRail::Page::Settings);
    choose(chat(conversation("Who?", "She.")), false);
    const auto *words = m_window->findChild<QLabel *>(QStringLiteral("dataWords"));
    QTRY_VERIFY_WITH_TIMEOUT(!words->text().isEmpty(), 20000); // the data are there
    QCOMPARE(m_view->state(), TrainedRows::State::Expecting);
    m_window->showPage(NavigationRail::Page::NewRun);
    QCOMPARE(m_view->state(), TrainedRows::State::Reading);
}

void TrainedRowsTest::foldsALongRow()
{
    const QString answer = QStringLiteral("A long answer, which goes on and on. ").repeated(60);
    choose(chat(conversation("Why?", answer) + conversation("Who?", "She."), 4000));
    QCOMPARE(whatCameOf(), QString());
    QVERIFY(settle(*m_window));
    const auto texts = m_view->findChildren<TrainedText *>(QStringLiteral("trainedRow"));
    const auto buttons = m_view->findChildren<QToolButton *>(QStringLiteral("showAllOfRow"));
    QCOMPARE(texts.size(), 2);
    QVERIFY(buttons[0]->isVisible() && !buttons[1]->isVisible());
    const int folded = texts[0]->height();
    QVERIFY(folded < 8 * texts[0]->fontMetrics().lineSpacing());
    buttons[0]->click();
    QVERIFY(settle(*m_window));
    QVERIFY(texts[0]->height() > 2 * folded);
    buttons[0]->click();
    QVERIFY(settle(*m_window));
    QCOMPARE(texts[0]->height(), folded);
}

void TrainedRowsTest::showsForeignTextAsItIs()
{
    const QString answer = QStringLiteral("<b>bold</b> <img src=\"/etc/passwd\"> \u202Eevil\u0007");
    choose(chat(conversation("<h1>Who?</h1>", answer)));
    QCOMPARE(whatCameOf(), QString());
    const auto *row = m_view->findChild<TrainedText *>(QStringLiteral("trainedRow"));
    QVERIFY2(row->shownText().contains(QStringLiteral("<b>bold</b> <img src=\"/etc/passwd\"> evil")),
        qPrintable(row->shownText()));
    QVERIFY(row->shownText().contains(QStringLiteral("<h1>")));
    for (const QString &text : {row->shownText(), row->accessibleName()})
        QVERIFY(!text.contains(QChar(0x202e)) && !text.contains(QChar(7)));
}

void TrainedRowsTest::showsRightToLeftTextRight()
{
    TrainedText text;
    text.resize(400, 40);
    text.show({{"مرحبا", true, false}});
    QVERIFY(whereInkBegins(text) > 0.5);
    text.show({{"Hello", true, false}});
    QVERIFY(whereInkBegins(text) < 0.1);
}

void TrainedRowsTest::showsPairsAndTags()
{
    const auto in = [&](const char *name) { return m_home->filePath(QLatin1String(name)).toStdString(); };
    writeBytes(m_home->filePath("a.de"), "Ein Hund.\nZwei.\n");
    writeBytes(m_home->filePath("a.en"), "A dog.\nTwo.\n");
    TranslationSpec pairs;
    pairs.data.trainSource = pairs.data.testSource = {in("a.de")};
    pairs.data.trainTarget = pairs.data.testTarget = {in("a.en")};
    choose(pairs);
    QCOMPARE(whatCameOf(), QString());
    QCOMPARE(rows(), QStringList({"Ein Hund.\n⟦A dog.⟧", "Zwei.\n⟦Two.⟧"}));
    writeBytes(m_home->filePath("tags.conll"), "Ada B-PER\nsings O\n\nBerlin B-LOC\n");
    QVERIFY(QDir().mkpath(m_home->filePath("bert")));
    writeBytes(m_home->filePath("bert/config.json"), "{}");
    writeBytes(m_home->filePath("bert/model.safetensors"), "weights");
    writeBytes(m_home->filePath("bert/vocab.txt"), "[PAD]\n[UNK]\n");
    TaggingSpec tags;
    tags.model.start = {in("bert")};
    tags.data.train = tags.data.test = {in("tags.conll")};
    choose(tags);
    QCOMPARE(whatCameOf(), QString());
    QCOMPARE(rows(), QStringList({"Ada ⟦B-PER⟧ sings ⟦O⟧", "Berlin ⟦B-LOC⟧"}));
}

void TrainedRowsTest::takesAFolderOfShortFiles()
{
    LanguageModelSpec spec = chat({});
    const QString folder = m_home->filePath("folder");
    QVERIFY(QDir().mkpath(folder));
    writeBytes(folder + "/train.jsonl", conversation("Who?", "She."));
    writeBytes(folder + "/dev.jsonl", conversation("Why?", "So."));
    spec.data.train = {folder.toStdString()};
    spec.data.test = {};
    choose(spec);
    QCOMPARE(whatCameOf(), QString());
    QVERIFY2(label("trainedRowsWords").contains("To test: 1 row"), qPrintable(label("trainedRowsWords")));
}

void TrainedRowsTest::saysThatRowsMayBeMore()
{
    TrainingRows rows;
    QCOMPARE(rowCountSentences(rows), QStringList());
    rows.training = RowCounts{.rows = 20000};
    rows.isWhole = false;
    QVERIFY(rowCountSentences(rows).value(0).contains("the first 20,000 row"));
}

void TrainedRowsTest::looks_data()
{
    addLooks();
}

void TrainedRowsTest::looks()
{
    QFETCH(Theme::Choice, theme);
    QFETCH(QString, language);
    openWindowIn(theme, language);
    const QString longAnswer
        = QStringLiteral("First warm the pot, then let the leaves stand for four minutes. ").repeated(14);
    choose(chat(conversation("What is the capital of Germany?", "Berlin, since 1990.")
            + conversation("ما عاصمة مصر؟", "القاهرة، وهي أكبر مدنها.") + conversation("How is tea made?", longAnswer)
            + noAnswer() + "{\"question\": 1}\n",
        900));
    QCOMPARE(whatCameOf(), QString());
    QCOMPARE(rows().size(), 3); // the fourth is left out
    QVERIFY(saveScreenshot(*m_window, QStringLiteral("trainedrows-") + QTest::currentDataTag()));
}

QTEST_MAIN(TrainedRowsTest)
#include "tst_trainedrows.moc"
