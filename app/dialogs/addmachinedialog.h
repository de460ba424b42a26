// Adding a machine: its address, a name for it, and a test before it joins the list.
#pragma once

#include "remote/fleet/fleet.h"

#include <QDialog>

#include <memory>

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;

namespace motley {

class MessageCard;

class AddMachineDialog : public QDialog {
    Q_OBJECT

public:
    AddMachineDialog(Fleet *fleet, Prompter *prompter, QWidget *parent = nullptr);
    ~AddMachineDialog() override;

private:
    void test();
    void cancelTest();
    void testChanged();
    void add();
    void inputChanged();
    void note(const QString &line);
    Machine machine() const;

    Fleet *m_fleet;
    Prompter *m_prompter;
    std::unique_ptr<Host> m_candidate; // what is being tested
    QLineEdit *m_address;
    QLineEdit *m_name;
    QPlainTextEdit *m_transcript;
    QProgressBar *m_progress;
    QPushButton *m_test;
    QPushButton *m_add;
    MessageCard *m_message;
};

QString suggestedName(const QString &address); // "ada@gpu1.example.org:2222" is "gpu1"

} // namespace motley
