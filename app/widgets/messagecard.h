// A message that must be seen: what went wrong and one thing to do, with the error's detail on demand.
#pragma once

#include "engine/base/result.h"

#include <QFrame>
#include <QIcon>

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QToolButton;

namespace motley {

class SentenceLabel;

class MessageCard : public QFrame {
    Q_OBJECT

public:
    enum class Kind { Info, Warning, Error };

    explicit MessageCard(QWidget *parent = nullptr); // hidden until there is something to show

    void show(Kind kind, const QString &sentence, const QString &detail = {});
    void show(const Error &error);
    void setAction(const QString &text); // a button beside the sentence
    void setOtherAction(const QString &text); // a second one
    void clear();

Q_SIGNALS:
    void actionTriggered();
    void otherActionTriggered();

protected:
    void changeEvent(QEvent *event) override;

private:
    void drawIcon();
    void toggleDetail(bool visible);

    QIcon m_symbol;
    QLabel *m_icon;
    SentenceLabel *m_sentence;
    QPushButton *m_action;
    QPushButton *m_otherAction;
    QToolButton *m_more;
    QToolButton *m_copy;
    QPlainTextEdit *m_detail;
};

} // namespace motley
