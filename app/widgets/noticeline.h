// One line that says what is most important of a run, with what can be done about it. It has its place also while there
// is nothing to say, and its details open over what is below, so that it never moves anything.
#pragma once

#include "app/widgets/messagecard.h"

#include <QStringList>

#include <vector>

class QHBoxLayout;
class QMenu;

namespace motley {

class SentenceLabel;

class NoticeLine : public QFrame {
    Q_OBJECT

public:
    explicit NoticeLine(QWidget *page); // over which the details open

    void show(MessageCard::Kind kind, const QString &sentence, const QString &detail = {});
    void showQuiet(const QString &sentence); // what happened last, while there is no notice
    // Buttons beside the sentence, the most likely one first. Those without room are in a menu.
    void setActions(const QStringList &texts);
    bool isOpen() const { return m_details->isVisible(); }
    void setOpen(bool open);

Q_SIGNALS:
    void actionTriggered(int index);

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void moveEvent(QMoveEvent *event) override;

private:
    void drawIcon();
    void placeActions();
    QPushButton *buttonAt(qsizetype index);
    void makeDetails();
    void placeDetails();

    QWidget *m_page;
    QIcon m_symbol;
    QLabel *m_icon;
    QLabel *m_sentence;
    QLabel *m_quiet;
    QStringList m_texts; // of the actions
    QHBoxLayout *m_places; // of their buttons
    std::vector<QPushButton *> m_buttons;
    QPushButton *m_others;
    QMenu *m_menu;
    QToolButton *m_more;
    QToolButton *m_copy;
    QFrame *m_details;
    SentenceLabel *m_whole;
    QPlainTextEdit *m_detail;
};

} // namespace motley
