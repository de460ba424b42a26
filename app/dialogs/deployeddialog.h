// What a machine holds of Motley and how large that is, with a way to remove what nothing there needs.
#pragma once

#include "remote/deploy/installation.h"
#include "remote/fleet/host.h"

#include <QDialog>
#include <QHash>
#include <QThreadPool>

class QLabel;
class QPushButton;
class QStandardItemModel;

namespace motley {

class MessageCard;

class DeployedDialog : public QDialog {
    Q_OBJECT

public:
    // `host`: has answered. `runNames`: by the id of a run. `busy`: why nothing may be removed now; empty: it may.
    DeployedDialog(const Host &host, Prompter *prompter, QHash<QString, QString> runNames, const QString &busy,
        QWidget *parent = nullptr);
    ~DeployedDialog() override; // stops and waits

private:
    enum class Work { Look, Remove };
    void begin(Work work);
    void show(const Result<Installation> &found);
    void addRow(const InstalledItem &item);
    QString nameOf(const InstalledItem &item) const;
    void askToRemove();

    Machine m_machine;
    QString m_inSentences;
    std::string m_root;
    Prompter *m_prompter;
    QHash<QString, QString> m_runNames;
    bool m_mayRemove;
    std::optional<std::int64_t> m_before; // bytes, while something is removed
    QLabel *m_summary;
    QStandardItemModel *m_model;
    MessageCard *m_message;
    QPushButton *m_remove;
    std::stop_source m_stop;
    std::int64_t m_bytes = 0;
    QThreadPool m_queue;
};

} // namespace motley
