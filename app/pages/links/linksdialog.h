// The links between the machines of the list, measured both ways: as a picture or as a table, and measured anew.
#pragma once

#include "app/models/workspace.h"
#include "app/pages/links/linkscene.h"
#include "app/pages/links/linktable.h"
#include "app/words/transferwords.h"
#include "remote/prepare/linkmeasurement.h"

#include <QDialog>

class QLabel;
class QPushButton;
class QStackedWidget;

namespace motley {

class LinkPicture;
class MessageCard;

class LinksDialog : public QDialog {
    Q_OBJECT

public:
    explicit LinksDialog(Workspace *workspace, QWidget *parent = nullptr);

private:
    QWidget *makeHead();
    QWidget *makeTable();
    QWidget *makeFoot();
    void showLinks();
    bool isPicture() const; // or the table is shown
    void showChosen();
    void showGoing();
    void measureOrCancel();
    void keep(const std::vector<CandidateMachine> &machines);
    std::vector<Machine> ready() const; // machines

    Workspace *m_workspace;
    LinkMeasurement m_measurement;
    LinkScene m_scene;
    LinkTable m_model;
    TransferWords m_transfers;
    QLabel *m_summary;
    QStackedWidget *m_stack;
    LinkPicture *m_picture;
    QLabel *m_words; // of the chosen link, or of what is measured
    MessageCard *m_message;
    QPushButton *m_measure;
};

} // namespace motley
