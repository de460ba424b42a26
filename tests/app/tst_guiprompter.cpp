#include "app/dialogs/guiprompter.h"

#include <QApplication>
#include <QCheckBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QtConcurrent>
#include <QTest>

using namespace motley;

namespace {

QDialog *dialogNamed(const char *name)
{
    for (QWidget *widget : QApplication::topLevelWidgets())
        if (widget->objectName() == QLatin1String(name) && widget->isVisible())
            return qobject_cast<QDialog *>(widget);
    return nullptr;
}

HostKeyQuestion keyQuestion(const QString &machine = QStringLiteral("box"))
{
    return {
        machine, QStringLiteral("box.example.org"), QStringLiteral("ssh-ed25519"), QStringLiteral("SHA256:abc"), {}};
}

// Counts what worker threads have asked of the prompter in the GUI thread: a question, or to take one back.
class Calls : public QObject {
public:
    explicit Calls(GuiPrompter &prompter) { prompter.installEventFilter(this); }
    int count() const { return m_count; }

protected:
    bool eventFilter(QObject * /*prompter*/, QEvent *event) override
    {
        m_count += event->type() == QEvent::MetaCall;
        return false;
    }

private:
    int m_count = 0;
};

} // namespace

class GuiPrompterTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void trustsOnlyAfterTheFingerprintWasCompared();
    void refusesWhenTheDialogIsClosed();
    void bringsThePasswordToTheAskingThread();
    void showsTheServersWordsAsPlainText();
    void asksOneQuestionAtATime();
    void aStopEndsTheWaitAndClosesTheDialog();
    void aQueuedQuestionThatIsStoppedIsNeverShown();
};

void GuiPrompterTest::trustsOnlyAfterTheFingerprintWasCompared()
{
    GuiPrompter prompter;
    auto answer = QtConcurrent::run([&] { return prompter.acceptHostKey(keyQuestion(), {}); });
    QTRY_VERIFY(dialogNamed("hostKeyDialog"));
    auto *dialog = dialogNamed("hostKeyDialog");
    auto *accept = dialog->findChild<QPushButton *>(QStringLiteral("acceptKey"));
    QVERIFY(!accept->isEnabled());
    QTest::keyClick(dialog, Qt::Key_Return);
    QVERIFY(!answer.isFinished());
    dialog->findChild<QCheckBox *>(QStringLiteral("compared"))->setChecked(true);
    accept->click();
    QTRY_VERIFY(answer.isFinished());
    QVERIFY(answer.result());
}

void GuiPrompterTest::refusesWhenTheDialogIsClosed()
{
    GuiPrompter prompter;
    auto answer = QtConcurrent::run([&] { return prompter.acceptHostKey(keyQuestion(), {}); });
    QTRY_VERIFY(dialogNamed("hostKeyDialog"));
    QTest::keyClick(dialogNamed("hostKeyDialog"), Qt::Key_Escape);
    QTRY_VERIFY(answer.isFinished());
    QVERIFY(!answer.result());
}

void GuiPrompterTest::bringsThePasswordToTheAskingThread()
{
    GuiPrompter prompter;
    SecretQuestion question;
    question.account = QStringLiteral("ada@box");
    auto answer = QtConcurrent::run([&] { return prompter.secret(question, {}); });
    QTRY_VERIFY(dialogNamed("secretDialog"));
    auto *field = dialogNamed("secretDialog")->findChild<QLineEdit *>(QStringLiteral("secret"));
    QCOMPARE(field->echoMode(), QLineEdit::Password);
    QTest::keyClicks(field, QStringLiteral("s3 cret"));
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_VERIFY(answer.isFinished());
    QCOMPARE(answer.result().value_or(QString()), QStringLiteral("s3 cret"));
}

void GuiPrompterTest::showsTheServersWordsAsPlainText()
{
    GuiPrompter prompter;
    SecretQuestion question;
    question.kind = SecretQuestion::Kind::KeyboardInteractive;
    question.prompt = QStringLiteral("<b>code</b>") + QChar(0x202e) + QStringLiteral("x");
    question.echo = true;
    auto answer = QtConcurrent::run([&] { return prompter.secret(question, {}); });
    QTRY_VERIFY(dialogNamed("secretDialog"));
    bool found = false;
    for (auto *label : dialogNamed("secretDialog")->findChildren<QLabel *>()) {
        found = found || label->text() == QStringLiteral("<b>code</b>x");
        QVERIFY(label->pixmap().isNull() ? label->textFormat() == Qt::PlainText : true);
    }
    QVERIFY(found);
    dialogNamed("secretDialog")->reject();
    QTRY_VERIFY(answer.isFinished());
    QVERIFY(!answer.result());
}

void GuiPrompterTest::asksOneQuestionAtATime()
{
    GuiPrompter prompter;
    const Calls calls(prompter);
    auto first = QtConcurrent::run([&] { return prompter.acceptHostKey(keyQuestion(), {}); });
    QTRY_VERIFY(dialogNamed("hostKeyDialog"));
    auto second = QtConcurrent::run([&] { return prompter.secret({}, {}); });
    QTRY_COMPARE(calls.count(), 2);
    QVERIFY(!dialogNamed("secretDialog"));
    dialogNamed("hostKeyDialog")->reject();
    QTRY_VERIFY(dialogNamed("secretDialog"));
    dialogNamed("secretDialog")->reject();
    QTRY_VERIFY(first.isFinished() && second.isFinished());
}

void GuiPrompterTest::aStopEndsTheWaitAndClosesTheDialog()
{
    GuiPrompter prompter;
    std::stop_source stop;
    auto answer = QtConcurrent::run([&] { return prompter.acceptHostKey(keyQuestion(), stop.get_token()); });
    QTRY_VERIFY(dialogNamed("hostKeyDialog"));
    stop.request_stop();
    QTRY_VERIFY(answer.isFinished());
    QVERIFY(!answer.result());
    QTRY_VERIFY(!dialogNamed("hostKeyDialog"));
}

void GuiPrompterTest::aQueuedQuestionThatIsStoppedIsNeverShown()
{
    GuiPrompter prompter;
    const Calls calls(prompter);
    std::stop_source stop;
    auto first = QtConcurrent::run([&] { return prompter.acceptHostKey(keyQuestion(), {}); });
    QTRY_VERIFY(dialogNamed("hostKeyDialog"));
    auto second = QtConcurrent::run([&] { return prompter.secret({}, stop.get_token()); });
    QTRY_COMPARE(calls.count(), 2);
    stop.request_stop();
    QTRY_VERIFY(second.isFinished());
    QTRY_COMPARE(calls.count(), 3); // which takes it back
    dialogNamed("hostKeyDialog")->reject();
    QTRY_VERIFY(first.isFinished());
    QVERIFY(!dialogNamed("secretDialog"));
}

QTEST_MAIN(GuiPrompterTest)
#include "tst_guiprompter.moc"
