// The pane below the list of machines: what is known of the selected machine, or why nothing is known.
#pragma once

#include "remote/fleet/fleet.h"

#include <QFrame>

class QLabel;
class QPushButton;
class QScrollArea;
class QStackedWidget;
class QVBoxLayout;
class QGridLayout;

namespace motley {

class EmptyState;
class MessageCard;

class MachineDetails : public QFrame {
    Q_OBJECT

public:
    explicit MachineDetails(QWidget *parent = nullptr);

    // nullptr: no machine is selected. `remark`: what else is to be known of it, a sentence or none.
    void showHost(Host *host, const QString &remark = {});
    void showProblem(const Error &error);
    int usefulHeight() const; // pixels, in which all that is known of the machine is seen

Q_SIGNALS:
    void refreshRequested();
    void cancelRequested();
    void filesRequested();
    void foldersRequested();
    void termsRequested();

private:
    void showReport(const Host &host);
    void clearFacts();

    QStackedWidget *m_stack;
    QLabel *m_name;
    QLabel *m_address;
    QLabel *m_stateIcon;
    QLabel *m_state;
    QLabel *m_seen;
    QPushButton *m_files;
    QPushButton *m_folders;
    QPushButton *m_terms;
    QPushButton *m_again;
    QPushButton *m_cancel;
    MessageCard *m_message;
    QScrollArea *m_scroll;
    QWidget *m_factsHolder;
    QGridLayout *m_facts;
};

} // namespace motley
