// Some of a job's fields, one row each, whatever the task. The fields come from the job's description of itself.
#pragma once

#include "engine/job/fieldviews.h"

#include <QMap>
#include <QSet>
#include <QStringList>
#include <QWidget>

#include <functional>
#include <vector>

class QFormLayout;
class QLabel;

namespace motley {

class JobPartForm : public QWidget {
    Q_OBJECT

public:
    // `paths` are those of the fields, in the order of their rows. "model." stands for all paths that begin with it.
    explicit JobPartForm(QStringList paths, QWidget *parent = nullptr);

    void addHead(const QString &words, QWidget *editor); // a row above the fields that is no field itself
    // Until showAll(true), other fields are folded away, unless they are unfolded, wrong or were touched by the user.
    // Empty: none is folded.
    void setEssentials(const QStringList &paths);
    void unfold(const QSet<QString> &paths); // and fold those that were unfolded before
    void showAll(bool all);
    void setUnneeded(const QSet<QString> &paths); // fields that mean nothing to these data; folded away in any case
    void markChanged(const QSet<QString> &paths); // fields whose values are not the usual ones: in colour
    void explain(const QString &path, const QString &words); // a line below this field, always shown with it
    void setJob(const JobSpec &job);
    void readInto(JobSpec &job) const; // `job` is of the same task; changes only the fields that are shown here
    int labelWidth() const; // pixels of the widest label that is shown
    void alignFields(int labels); // below each other, beside labels of so many pixels, if there is room
    int roomyWidth() const; // pixels in which each label, but for paths, fits beside its field
    void showProblem(const QString &path, const QString &words); // shown at this field alone, if the form has it

Q_SIGNALS:
    void changed();

private:
    struct Row {
        QString path;
        QLabel *label; // none beside a check box
        QWidget *holder;
        QWidget *editor;
        QLabel *message;
        bool isTouched = false; // by the user, since the job was set
        bool isWrong = false;
    };

    std::vector<FieldView> views(JobSpec &job) const;
    bool hasRowsFor(const std::vector<FieldView> &views) const;
    void rebuild();
    void addRow(const FieldView &view);
    void fill();
    void edit(const QString &path, const std::function<void(FieldView &)> &change);
    bool isFolded(const Row &row) const;
    void showRelevantFields();
    void takeOut(const Row &row);

    QStringList m_paths;
    QStringList m_essentials;
    QSet<QString> m_unneeded;
    QSet<QString> m_unfolded;
    bool m_showsAll = false;
    JobSpec m_job;
    QFormLayout *m_form;
    int m_headRows = 0;
    QMap<QString, QString> m_explanations; // by the paths of their fields
    std::vector<Row> m_rows;
    bool m_filling = false;
};

} // namespace motley
