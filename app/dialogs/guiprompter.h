// Shows questions of worker threads to the user. The worker waits while the GUI thread shows a dialog. A stop ends
// the wait at once and closes the dialog. One question is shown at a time; later ones queue.
#pragma once

#include "remote/session/prompter.h"

#include <QObject>
#include <QPointer>

#include <memory>
#include <vector>

class QDialog;
class QWidget;

namespace motley {

class GuiPrompter : public QObject, public Prompter {
    Q_OBJECT

public:
    explicit GuiPrompter(QObject *parent = nullptr);
    ~GuiPrompter() override;

    void setWindow(QWidget *window); // the parent of the dialogs

    bool acceptHostKey(const HostKeyQuestion &question, std::stop_token stop) override;
    std::optional<QString> secret(const SecretQuestion &question, std::stop_token stop) override;

private:
    struct Pending;
    bool waitFor(const std::shared_ptr<Pending> &pending, std::stop_token stop);
    void ask(const std::shared_ptr<Pending> &pending);
    void withdraw(const std::shared_ptr<Pending> &pending);
    void showFirst();

    QPointer<QWidget> m_window;
    std::vector<std::shared_ptr<Pending>> m_queue; // touched by the GUI thread only; the first is on screen
    QPointer<QDialog> m_dialog;
};

} // namespace motley
