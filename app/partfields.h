// The fields of a job whose paths begin with a word ("model", "data", "precision"), one row each, whatever the task. It
// knows them from the protocol alone.
#pragma once

#include "engine/protocol/fieldviews.h"

#include <QWidget>

#include <vector>

class QFormLayout;
class QLabel;

namespace motley {

class PartFields : public QWidget {
    Q_OBJECT

public:
    explicit PartFields(QString part, QWidget *parent = nullptr);

    void setJob(const JobSpec &job);
    void readInto(JobSpec &job) const; // of the same task: only the fields that are shown here
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

    std::vector<FieldView> views(JobSpec &job) const;
    void rebuild();
    void addRow(const FieldView &view);
    QWidget *makeEditor(const FieldView &view);
    void fill();
    template <typename Take>
    void edit(const QString &path, Take take);
    void showWhatMatters();

    QString m_part;
    JobSpec m_job;
    QFormLayout *m_form;
    std::vector<Row> m_rows;
    bool m_filling = false;
};

} // namespace motley
