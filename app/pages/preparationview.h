// A run before its first step: the stage and progress of each machine, and the speed of uploads.
#pragma once

#include "app/models/openrun.h"

#include <QElapsedTimer>
#include <QFrame>
#include <QHash>

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
        QString stageBegun;
        qint64 doneAtBegin = 0;
        QElapsedTimer since;
    };
    Row &rowOf(const QString &machine);

    QVBoxLayout *m_rows;
    QLabel *m_waiting;
    QHash<QString, Row> m_byMachine;
    const OpenRun *m_shown = nullptr;
};

} // namespace motley
