// Tries what a run has learned: a conversation, a text that is written on, a translation, tags of words, or what a
// picture shows. A language model may answer beside the one that the run began with.
#pragma once

#include "app/data/modeltrial.h"
#include "remote/history/runrecord.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace motley {

class AnswerPane;
class MessageCard;

class TryDialog : public QDialog {
    Q_OBJECT

public:
    static bool canTry(const RunRecord &run); // it has a model on this computer of a task that can be tried
    static void open(const RunRecord &run, QWidget *parent); // this dialog, or of a volume one that segments
    explicit TryDialog(const RunRecord &run, QWidget *parent = nullptr); // deletes itself when it is closed

protected:
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    TrialKind use() const;
    void changeUse();
    void ask();
    void choosePicture();
    void ask(const QString &input);
    void showBefore(bool isShown);
    std::vector<AnswerPane *> panes() const; // those that are asked
    bool isBusy() const;
    void refresh();

    std::vector<TrialKind> m_uses;
    QComboBox *m_use;
    AnswerPane *m_before = nullptr; // nullptr: the run began with no model, or it is not on this computer
    AnswerPane *m_after;
    QLabel *m_hint;
    QLineEdit *m_input;
    QPushButton *m_ask;
    QPushButton *m_stop;
    MessageCard *m_message;
};

} // namespace motley
