// Some of a job's fields, one row each, whatever the task. It knows them from the protocol alone.
#pragma once

#include "engine/job/fieldviews.h"

#include <QStringList>
#include <QWidget>

#include <vector>

class QFormLayout;
class QLabel;

namespace motley {

class JobPartForm : public QWidget {
    Q_OBJECT

public:
    // Paths of fields, in the order of their rows; "model." stands for all that begin with it.
    explicit JobPartForm(QStringList paths, QWidget *parent = nullptr);

    void addHead(const QString &words, QWidget *editor); // a row above them that is no field
    void setJob(const JobSpec &job);
    void readInto(JobSpec &job) const; // of the same task: only the fields that are shown here
    int roomyWidth() const; // in which no label has to stand above its field, but for paths
    void showProblem(const QString &path, const QString &words); // at that field, if it is here, and at no other

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
    bool hasRowsFor(const std::vector<FieldView> &views) const;
    void rebuild();
    void addRow(const FieldView &view);
    QWidget *makeEditor(const FieldView &view);
    void fill();
    template <typename Take>
    void edit(const QString &path, Take take);
    void showRelevantFields();

    QStringList m_paths;
    JobSpec m_job;
    QFormLayout *m_form;
    int m_headRows = 0;
    std::vector<Row> m_rows;
    bool m_filling = false;
};

} // namespace motley
