// The fields of a job. A problem with a field is shown below it, as the engine's own checks find it.
#pragma once

#include "engine/job/jobspec.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QGridLayout;
class QPushButton;

namespace motley {

class JobPartForm;

class JobForm : public QWidget {
    Q_OBJECT

public:
    explicit JobForm(QWidget *parent = nullptr);

    JobSpec job() const;
    void setJob(const JobSpec &job);
    bool isValid() const { return m_problem.isEmpty(); }
    const QString &problem() const { return m_problem; } // the first problem in words; empty: there is none
    void showAllSettings(bool all); // not the essential ones alone
    JobPartForm *dataFields() const { return m_data; } // for the page to place; hidden until it shows them
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void changed();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Section {
        QWidget *whole;
        JobPartForm *fields;
    };

    JobPartForm *addSection(const QString &heading, const QStringList &paths);
    JobPartForm *addPart(JobPartForm *part);
    void arrange(); // sections beside each other, if there is room
    void place(int columns);
    void alignFields();
    void setUsualValues();
    void edited();
    void check();
    void markChanges();

    JobSpec m_rest; // keeps the settings that this form has no field for
    bool m_filling = false;
    QString m_problem;
    QGridLayout *m_grid;
    QPushButton *m_all;
    std::vector<Section> m_sections;
    int m_columns = 0;
    std::vector<JobPartForm *> m_parts;
    JobPartForm *m_data;
};

} // namespace motley
