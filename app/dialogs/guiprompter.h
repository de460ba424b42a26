// Brings questions of worker threads to the person: the worker waits, this thread shows a dialog. A stop ends the wait
// at once and closes the dialog. One question at a time; others queue.
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

    void setWindow(QWidget *window); // dialogs belong to it

    bool acceptHostKey(const HostKeyQuestion &question, std::stop_token stop) override;
    std::optional<QString> secret(const SecretQuestion &question, std::stop_token stop) override;

private:
    struct Pending;
    bool waitFor(const std::shared_ptr<Pending> &pending, std::stop_token stop);
    void ask(const std::shared_ptr<Pending> &pending);
    void withdraw(const std::shared_ptr<Pending> &pending);
    void showFirst();

    QPointer<QWidget> m_window;
    std::vector<std::shared_ptr<Pending>> m_queue; // of this object's thread; the first one is on the screen
    QPointer<QDialog> m_dialog;
};

} // namespace motley
