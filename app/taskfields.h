// The fields of a task whose paths begin with a word ("model", "data"), one row each, whatever the task. It knows them
// from the protocol alone.
#pragma once

#include "engine/protocol/fieldviews.h"

#include <QWidget>

#include <vector>

class QFormLayout;
class QLabel;

namespace motley {

class TaskFields : public QWidget {
    Q_OBJECT

public:
    explicit TaskFields(QString part, QWidget *parent = nullptr);

    void setTask(const TaskSpec &task);
    void readInto(TaskSpec &task) const; // of the same alternative: only the fields that are shown here
    void showProblem(const QString &message); // at the fields that it names; empty: none is wrong

Q_SIGNALS:
    void changed();

private:
    struct Row {
        QString path;
        QWidget *holder;
        QWidget *editor;
        QLabel *message;
    };

    std::vector<FieldView> views(TaskSpec &task) const;
    void rebuild();
    void addRow(const FieldView &view);
    QWidget *makeEditor(const FieldView &view);
    void fill();
    template <typename Take>
    void edit(const QString &path, Take take);
    void showWhatMatters();

    QString m_part;
    TaskSpec m_task;
    QFormLayout *m_form;
    std::vector<Row> m_rows;
    bool m_filling = false;
};

} // namespace motley
