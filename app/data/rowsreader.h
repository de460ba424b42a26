// Asks this computer's engine for the first rows of a task's data as they are trained. Blocks nothing.
#pragma once

#include "engine/base/result.h"
#include "engine/job/tasks/taskspec.h"
#include "engine/protocol/rows/trainingrows.h"

#include <QObject>

#include <memory>

class QProcess;
class QTemporaryFile;

namespace motley {

bool hasRowsOfText(const TaskSpec &task); // which the engine can show

class RowsReader : public QObject {
    Q_OBJECT

public:
    explicit RowsReader(QObject *parent = nullptr);
    ~RowsReader() override;

    // answered() or failed() follows, unless stop() or another read() comes first. Errors: what would end a run before
    // its first step; why there is no engine.
    void read(const TaskSpec &task, int most);
    void stop();
    bool isReading() const { return m_process != nullptr; }

Q_SIGNALS:
    void answered(const TrainingRows &rows);
    void failed(const Error &error);

private:
    void take();

    std::unique_ptr<QTemporaryFile> m_job;
    QProcess *m_process = nullptr; // nullptr: nothing is read
};

} // namespace motley
