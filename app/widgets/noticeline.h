// One line that says what is most important of a run, with what can be done about it. It has its place also while there
// is nothing to say, and its details open over what is below, so that it never moves anything.
#pragma once

#include "app/widgets/messagecard.h"

namespace motley {

class NoticeLine : public QFrame {
    Q_OBJECT

public:
    explicit NoticeLine(QWidget *page); // over which the details open

    void show(MessageCard::Kind kind, const QString &sentence, const QString &detail = {});
    void showQuiet(const QString &sentence); // what happened last, while there is no notice
    void setAction(const QString &text); // a button beside the sentence
    void setOtherAction(const QString &text); // a second one
    bool isOpen() const { return m_details->isVisible(); }
    void setOpen(bool open);

Q_SIGNALS:
    void actionTriggered();
    void otherActionTriggered();

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void moveEvent(QMoveEvent *event) override;

private:
    void drawIcon();
    void makeDetails();
    void placeDetails();

    QWidget *m_page;
    QIcon m_symbol;
    QLabel *m_icon;
    QLabel *m_sentence;
    QLabel *m_quiet;
    QPushButton *m_action;
    QPushButton *m_otherAction;
    QToolButton *m_more;
    QToolButton *m_copy;
    QFrame *m_details;
    QLabel *m_whole;
    QPlainTextEdit *m_detail;
};

} // namespace motley
