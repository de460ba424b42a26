#include "app/dialogs/guiprompter.h"

#include "app/dialogs/hostkeydialog.h"
#include "app/dialogs/secretdialog.h"

#include <QDialog>
#include <QMetaObject>
#include <QThread>

#include <algorithm>
#include <condition_variable>
#include <mutex>

namespace motley {

// One open question: written by the asking thread, answered once by the GUI thread.
struct GuiPrompter::Pending {
    std::function<QDialog *(QWidget *window)> makeDialog;
    std::function<void(QDialog *accepted)> takeAnswer;

    std::mutex mutex;
    std::condition_variable_any answered;
    bool over = false;

    void finish()
    {
        {
            const std::lock_guard lock(mutex);
            over = true;
        }
        answered.notify_all();
    }
};

GuiPrompter::GuiPrompter(QObject *parent) : QObject(parent) { }

GuiPrompter::~GuiPrompter()
{
    for (const auto &pending : m_queue)
        pending->finish();
}

void GuiPrompter::setWindow(QWidget *window)
{
    m_window = window;
}

bool GuiPrompter::acceptHostKey(const HostKeyQuestion &question, std::stop_token stop)
{
    auto pending = std::make_shared<Pending>();
    auto accepted = std::make_shared<bool>(false);
    pending->makeDialog = [question](QWidget *window) { return new HostKeyDialog(question, window); };
    pending->takeAnswer = [accepted](QDialog *) { *accepted = true; };
    return waitFor(pending, stop) && *accepted;
}

std::optional<QString> GuiPrompter::secret(const SecretQuestion &question, std::stop_token stop)
{
    auto pending = std::make_shared<Pending>();
    auto answer = std::make_shared<std::optional<QString>>();
    pending->makeDialog = [question](QWidget *window) { return new SecretDialog(question, window); };
    pending->takeAnswer = [answer](QDialog *dialog) { *answer = static_cast<SecretDialog *>(dialog)->secret(); };
    if (!waitFor(pending, stop))
        return std::nullopt;
    return *answer;
}

// Called in the asking thread. False: stopped before there was an answer.
bool GuiPrompter::waitFor(const std::shared_ptr<Pending> &pending, std::stop_token stop)
{
    Q_ASSERT(QThread::currentThread() != thread());
    QMetaObject::invokeMethod(
        this, [this, pending] { ask(pending); }, Qt::QueuedConnection);
    std::unique_lock lock(pending->mutex);
    if (pending->answered.wait(lock, stop, [&] { return pending->over; }))
        return true;
    lock.unlock();
    QMetaObject::invokeMethod(
        this, [this, pending] { withdraw(pending); }, Qt::QueuedConnection);
    return false;
}

void GuiPrompter::ask(const std::shared_ptr<Pending> &pending)
{
    m_queue.push_back(pending);
    if (m_queue.size() == 1)
        showFirst();
}

void GuiPrompter::withdraw(const std::shared_ptr<Pending> &pending)
{
    const auto found = std::find(m_queue.begin(), m_queue.end(), pending);
    if (found == m_queue.end())
        return;
    if (found == m_queue.begin() && m_dialog)
        m_dialog->reject();
    else
        m_queue.erase(found);
}

void GuiPrompter::showFirst()
{
    const auto pending = m_queue.front();
    m_dialog = pending->makeDialog(m_window);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_dialog, &QDialog::finished, this, [this, pending](int result) {
        if (result == QDialog::Accepted)
            pending->takeAnswer(m_dialog.data());
        pending->finish();
        m_queue.erase(m_queue.begin());
        if (!m_queue.empty())
            showFirst();
    });
    m_dialog->open();
}

} // namespace motley
