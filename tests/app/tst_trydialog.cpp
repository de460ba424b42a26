// What a run has learned is tried in the window: models of each kind, which the real engine trained, and engines that
// hang or never end.
#include "app/data/modeltrial.h"
#include "app/dialogs/trydialog.h"
#include "app/pages/runspage.h"
#include "app/words/format.h"
#include "taskdata.h"
#include "tests/app/chatfolder.h"
#include "tests/app/openwindow.h"
#include "tests/app/screenshot.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QDragEnterEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include <csignal>

using namespace motley;

namespace {

constexpr int patience = 300000; // milliseconds

QString withoutSpaces(QString text)
{
    text = plainText(text);
    text.removeIf([](QChar letter) { return letter.isSpace(); });
    return text;
}

} // namespace

class TryDialogTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        qputenv("MOTLEY_ENGINE", ENGINE);
        m_home = std::make_unique<QTemporaryDir>();
        m_history = std::make_unique<RunHistory>(m_home->filePath(QStringLiteral("data")));
        QVERIFY(m_history->open());
    }
    void cleanup()
    {
        if (m_dialog)
            delete m_dialog;
        if (QFile file(pidFile()); file.open(QIODevice::ReadOnly))
            ::kill(static_cast<pid_t>(file.readAll().trimmed().toLongLong()), SIGKILL);
        m_history.reset();
    }
    void talksAsTheEngineDoes_data() { addLooks(); }
    void talksAsTheEngineDoes();
    void writesOnAsTheEngineDoes();
    void usesTrainedModels_data();
    void usesTrainedModels();
    void saysWhatIsWrong();
    void showsAnAnswerAsItComes();
    void answersBesideWhatItBeganWith();
    void isStopped_data();
    void isStopped();
    void endsAnEndlessAnswer();
    void isOfferedWhereThereIsAModel();

private:
    RunRecord runOf(const JobSpec &job)
    {
        const auto record = m_history->create(job, {{Machine::Kind::ThisComputer, QStringLiteral("local"), {}, {}}});
        return record ? *record : RunRecord();
    }
    RunRecord chatRun()
    {
        const QString folder = m_home->filePath(QStringLiteral("chat"));
        JobSpec job;
        job.name = "Talks";
        job.task = chatIn(folder, conversation(QStringLiteral("why"), QStringLiteral("so")));
        writeJson(folder + QStringLiteral("/tokenizer.json"), tokenizerOfLetters(false)); // all that the model knows
        RunRecord run = runOf(job);
        QDir().mkpath(run.modelFolder());
        for (const char *file : {"config.json", "model.safetensors", "tokenizer.json", "chat_template.jinja"})
            QFile::copy(folder + QLatin1Char('/') + QLatin1String(file),
                run.modelFolder() + QLatin1Char('/') + QLatin1String(file));
        return run;
    }
    static QString engineSays(const QStringList &arguments, const QByteArray &input)
    {
        QProcess engine;
        engine.start(QStringLiteral(ENGINE), arguments);
        engine.write(input);
        engine.closeWriteChannel();
        return engine.waitForFinished(patience) ? QString::fromUtf8(engine.readAllStandardOutput()) : QString();
    }
    void open(const RunRecord &run)
    {
        m_dialog = new TryDialog(run);
        m_dialog->show();
    }
    void say(const QString &words)
    {
        auto *input = m_dialog->findChild<QLineEdit *>(QStringLiteral("tryInput"));
        input->setText(words);
        QTest::keyClick(input, Qt::Key_Return);
    }
    bool waitForTheEnd()
    {
        auto *stop = m_dialog->findChild<QPushButton *>(QStringLiteral("stopModel"));
        return QTest::qWaitFor([&] { return !stop->isEnabled(); }, patience);
    }
    QString answers() const
    {
        return m_dialog->findChild<QPlainTextEdit *>(QStringLiteral("tryAnswers"))->toPlainText();
    }
    QString problem() const
    {
        const auto *label = m_dialog->findChild<QLabel *>(QStringLiteral("messageSentence"));
        return label->isVisible() ? label->text() : QString();
    }
    QString pidFile() const { return m_home->filePath(QStringLiteral("pid")); }
    void useEngine(const QByteArray &script)
    {
        QFile file(m_home->filePath(QStringLiteral("engine")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\necho $$ >'" + pidFile().toLocal8Bit() + "'\n" + script + '\n');
        file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
        file.close();
        qputenv("MOTLEY_ENGINE", file.fileName().toLocal8Bit());
    }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<RunHistory> m_history;
    QPointer<TryDialog> m_dialog;
};

// Piece by piece here and whole from the command; the second answer depends on the first.
void TryDialogTest::talksAsTheEngineDoes()
{
    QFETCH(Theme::Choice, theme);
    QFETCH(QString, language);
    Workspace workspace({m_home->path(), m_home->path()});
    workspace.language().choose(language);
    Theme::current().choose(theme);
    const RunRecord run = chatRun();
    QVERIFY(TryDialog::canTry(run));
    open(run);
    say(QStringLiteral("why"));
    QVERIFY(waitForTheEnd());
    say(QStringLiteral("and then"));
    QVERIFY(waitForTheEnd());
    QCOMPARE(problem(), QString());
    const QString whole = engineSays(
        {QStringLiteral("generate"), run.modelFolder(), QStringLiteral("--chat"), QStringLiteral("--tokens"),
            QStringLiteral("500"), QStringLiteral("--temperature"), QStringLiteral("0.7")},
        "why\nand then\n");
    QVERIFY(!whole.trimmed().isEmpty());
    const QString shown = withoutSpaces(answers());
    const qsizetype second = shown.indexOf(withoutSpaces(QStringLiteral("\u203a and then")));
    QVERIFY(shown.startsWith(withoutSpaces(QStringLiteral("\u203a why"))) && second > 0);
    QCOMPARE(shown.mid(4, second - 4) + shown.mid(second + 8), withoutSpaces(whole));
    QVERIFY(saveScreenshot(*m_dialog, QStringLiteral("try-%1").arg(QLatin1String(QTest::currentDataTag()))));
    workspace.language().choose(QStringLiteral("en"));
}

void TryDialogTest::writesOnAsTheEngineDoes()
{
    const RunRecord run = chatRun();
    open(run);
    auto *use = m_dialog->findChild<QComboBox *>(QStringLiteral("tryUse"));
    QCOMPARE(use->count(), 2);
    use->setCurrentIndex(1);
    Q_EMIT use->activated(1);
    say(QStringLiteral("-- once upon"));
    QVERIFY(waitForTheEnd());
    QCOMPARE(problem(), QString());
    QCOMPARE(withoutSpaces(answers()),
        withoutSpaces(engineSays(
            {QStringLiteral("generate"), run.modelFolder(), QStringLiteral("--tokens"), QStringLiteral("200"),
                QStringLiteral("--temperature"), QStringLiteral("0.8"), QStringLiteral("--prompt=-- once upon")},
            {})));
}

void TryDialogTest::usesTrainedModels_data()
{
    QTest::addColumn<QString>("input");
    QTest::addRow("translation") << QStringLiteral("the river sees");
    QTest::addRow("token-classification") << QStringLiteral("anna sees the river.");
    QTest::addRow("pictures") << QString();
}
void TryDialogTest::usesTrainedModels()
{
    QFETCH(QString, input);
    const QString folder = m_home->filePath(QStringLiteral("made"));
    QVERIFY(QDir().mkpath(folder));
    JobSpec job = makeTaskJob(QTest::currentDataTag(), folder.toStdString()).job;
    job.maxSteps = 3;
    const RunRecord run = runOf(job);
    QVERIFY(!TryDialog::canTry(run)); // it has not been trained
    const QString trained = m_home->filePath(QStringLiteral("trained"));
    QProcess engine;
    engine.start(
        QStringLiteral(ENGINE), {QStringLiteral("train"), run.jobFile(), QStringLiteral("--run-folder"), trained});
    QVERIFY(engine.waitForFinished(patience));
    QVERIFY2(engine.exitCode() == 0, engine.readAllStandardError().constData());
    QVERIFY(QDir().rename(trained + QStringLiteral("/model"), run.modelFolder()));
    QVERIFY(TryDialog::canTry(run));

    open(run);
    if (!input.isEmpty()) {
        say(input);
        QVERIFY(waitForTheEnd());
        QVERIFY(answers().startsWith(QStringLiteral("\u203a ") + input.left(4)));
    } else {
        const QString picture
            = QDir(folder + QStringLiteral("/test/blue")).entryInfoList(QDir::Files).front().filePath();
        QMimeData dropped;
        dropped.setUrls({QUrl::fromLocalFile(picture)});
        QDragEnterEvent enter({10, 10}, Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_dialog, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop({10, 10}, Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_dialog, &drop);
        QVERIFY(waitForTheEnd());
        QVERIFY2(answers().contains(QStringLiteral("green: ")), qPrintable(answers()));
        QVERIFY(answers().contains(QLatin1Char('%')));
    }
    QCOMPARE(problem(), QString());
    QVERIFY2(answers().count(QLatin1Char('\n')) >= 1, qPrintable(answers())); // there is an answer
    QVERIFY(saveScreenshot(*m_dialog, QStringLiteral("try-%1").arg(QLatin1String(QTest::currentDataTag()))));
}

void TryDialogTest::saysWhatIsWrong()
{
    const RunRecord run = chatRun();
    QVERIFY(QFile::remove(run.modelFolder() + QStringLiteral("/tokenizer.json")));
    open(run);
    say(QStringLiteral("why"));
    QVERIFY(waitForTheEnd());
    QVERIFY2(problem().contains(QStringLiteral("tokenizer")), qPrintable(problem()));
    qputenv("MOTLEY_ENGINE", "/nowhere/motley-engine");
    say(QStringLiteral("why"));
    QVERIFY(waitForTheEnd());
    QVERIFY2(problem().contains(QStringLiteral("/nowhere/motley-engine")), qPrintable(problem()));
}

void TryDialogTest::showsAnAnswerAsItComes()
{
    useEngine("printf So; while [ ! -e \"$2/go\" ]; do sleep 0.05; done; printf ' far.\\000'; exec cat >/dev/null");
    const RunRecord run = chatRun();
    open(run);
    say(QStringLiteral("why"));
    QTRY_VERIFY_WITH_TIMEOUT(answers().endsWith(QStringLiteral("So")), patience);
    QVERIFY(m_dialog->findChild<QPushButton *>(QStringLiteral("stopModel"))->isEnabled());
    QVERIFY(QFile(run.modelFolder() + QStringLiteral("/go")).open(QIODevice::WriteOnly));
    QVERIFY(waitForTheEnd());
    QVERIFY2(answers().endsWith(QStringLiteral("So far.")), qPrintable(answers()));
}

void TryDialogTest::answersBesideWhatItBeganWith()
{
    const RunRecord run = chatRun();
    const QString base = m_home->filePath(QStringLiteral("chat"));
    writeDecoderFolder(QStringLiteral("qwen3"), base, false); // another model than the one that it became
    open(run);
    auto *before = m_dialog->findChild<QPlainTextEdit *>(QStringLiteral("answersBefore"));
    QVERIFY(!before->isVisible());
    auto *compare = m_dialog->findChild<QCheckBox *>(QStringLiteral("tryBefore"));
    compare->click();
    QVERIFY(before->isVisible());
    say(QStringLiteral("why"));
    QVERIFY(waitForTheEnd());
    QCOMPARE(problem(), QString());
    const auto saidBy = [](const QString &folder) {
        const QString said
            = engineSays({QStringLiteral("generate"), folder, QStringLiteral("--chat"), QStringLiteral("--tokens"),
                             QStringLiteral("500"), QStringLiteral("--temperature"), QStringLiteral("0.7")},
                "why\n");
        return withoutSpaces(QStringLiteral("\u203a why") + said);
    };
    QCOMPARE(withoutSpaces(before->toPlainText()), saidBy(base));
    QCOMPARE(withoutSpaces(answers()), saidBy(run.modelFolder()));
    QVERIFY(before->toPlainText() != answers());
    QVERIFY(saveScreenshot(*m_dialog, QStringLiteral("try-before-and-after")));

    compare->click(); // the conversation begins anew
    QVERIFY(!before->isVisible());
    QCOMPARE(answers(), QString());
}

void TryDialogTest::isStopped_data()
{
    QTest::addColumn<bool>("isClosed");
    QTest::addRow("by its button") << false;
    QTest::addRow("as the dialog is closed") << true;
}
void TryDialogTest::isStopped()
{
    QFETCH(bool, isClosed);
    useEngine("exec sleep 600");
    open(chatRun());
    say(QStringLiteral("why"));
    auto *stop = m_dialog->findChild<QPushButton *>(QStringLiteral("stopModel"));
    QVERIFY(stop->isEnabled());
    QTRY_VERIFY(QFile::exists(pidFile()));
    if (isClosed) {
        QTest::keyClick(m_dialog, Qt::Key_Escape);
        QTRY_VERIFY(!m_dialog);
    } else {
        QTest::mouseClick(stop, Qt::LeftButton);
        QVERIFY(!stop->isEnabled());
        QCOMPARE(problem(), QString());
    }
    QFile file(pidFile());
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto process = static_cast<pid_t>(file.readAll().trimmed().toLongLong());
    QTRY_VERIFY_WITH_TIMEOUT(::kill(process, 0) != 0, patience);
}

void TryDialogTest::endsAnEndlessAnswer()
{
    useEngine("exec yes 'and so on'");
    JobSpec job;
    job.name = "Endless";
    job.task = TranslationSpec();
    ModelTrial trial(runOf(job).modelFolder());
    QSignalSpy answered(&trial, &ModelTrial::answered);
    qsizetype length = 0;
    connect(&trial, &ModelTrial::written, this, [&](const QString &piece) { length += piece.size(); });
    trial.ask(TrialKind::Translate, QStringLiteral("Hund"));
    QVERIFY(answered.wait(patience));
    QVERIFY(!trial.isBusy());
    QVERIFY(length > 0 && length <= ModelTrial::longestAnswer);
}

void TryDialogTest::isOfferedWhereThereIsAModel()
{
    m_history.reset();
    Workspace workspace({m_home->path(), m_home->filePath(QStringLiteral("data"))});
    QVERIFY(workspace.load());
    m_history = std::make_unique<RunHistory>(m_home->filePath(QStringLiteral("data")));
    QVERIFY(m_history->open());
    RunRecord run = chatRun();
    run.outcome = RunRecord::Outcome::Completed;
    run.finished = QDateTime::currentDateTime();
    QVERIFY(m_history->update(run));
    const auto window = openWindow(workspace, {1280, 800});
    window->showPage(NavigationRail::Page::Runs);
    auto *table = window->findChild<QTreeView *>(QStringLiteral("runsTable"));
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 1, patience);
    table->setCurrentIndex(table->model()->index(0, 0));
    auto *menu = window->findChild<QPushButton *>(QStringLiteral("moreOfRun"))->menu();
    Q_EMIT menu->aboutToShow();
    const auto actions = menu->actions();
    const auto trying = std::find_if(actions.begin(), actions.end(),
        [](const QAction *action) { return action->text() == QStringLiteral("Try the model…"); });
    QVERIFY(trying != actions.end() && (*trying)->isEnabled());
    (*trying)->trigger();
    QVERIFY(window->findChild<TryDialog *>());
    window->findChild<TryDialog *>()->close();
    QVERIFY(QDir(run.modelFolder()).removeRecursively());
    Q_EMIT menu->aboutToShow();
    QVERIFY(!(*trying)->isEnabled());
}

QTEST_MAIN(TryDialogTest)
#include "tst_trydialog.moc"
