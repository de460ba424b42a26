// A run before its first step: the time since it began, the stage and progress of each machine, and the speed of
// uploads. After a preparation that failed it shows how far each machine came.
#pragma once

#include "app/models/openrun.h"
#include "app/words/transferwords.h"

#include <QDateTime>
#include <QFrame>
#include <QHash>
#include <QTimer>

class QLabel;
class QProgressBar;
class QVBoxLayout;

namespace motley {

class PreparationView : public QFrame {
    Q_OBJECT

public:
    explicit PreparationView(QWidget *parent = nullptr);

    void show(const OpenRun &run);

private:
    struct Row {
        QLabel *stage;
        QLabel *amount;
        QProgressBar *bar;
    };
    void begin(const OpenRun &run);
    Row addRow(const QString &machine);
    void showProgress(Row &row, const MachineProgress &progress, bool isOver);
    void showElapsed(const QDateTime &now);

    QVBoxLayout *m_rows;
    QLabel *m_elapsed;
    QHash<QString, Row> m_byMachine;
    TransferWords m_transfers;
    QString m_shown; // the run's id
    QDateTime m_begun;
    QTimer m_clock;
};

} // namespace motley
