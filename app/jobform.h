// The fields of a job. What is wrong with one is said below it, by the same checks as the
// engine makes.
#pragma once

#include "engine/protocol/jobspec.h"

#include <QWidget>

#include <vector>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;
class QGridLayout;

namespace motley {

class PartFields;

class JobForm : public QWidget {
    Q_OBJECT

public:
    explicit JobForm(QWidget *parent = nullptr);

    JobSpec job() const;
    void setJob(const JobSpec &job);
    bool isValid() const { return m_valid; }
    const QString &problem() const { return m_problem; } // of the first wrong field; empty: none
    PartFields *dataFields() const { return m_data; } // for the page to place; hidden until it shows them

Q_SIGNALS:
    void changed();

private:
    struct Field {
        QString path; // as the engine's messages name it
        QFormLayout *form;
        QWidget *editor;
        QLabel *message;
    };

    QFormLayout *addSection(const QString &heading);
    void addField(QFormLayout *form, const QString &words, const char *path, QWidget *editor, const QString &hint = {});
    void addMethods();
    void addShapes();
    void takeUsualValues();
    void addBasics();
    void addModel();
    void addOptimizer();
    void addSchedule();
    void addChecks();
    void addDevices();
    void edited();
    void showWhatMatters(); // momentum belongs to SGD, and so on
    void check();

    JobSpec m_rest; // what this form has no field for
    bool m_filling = false;
    bool m_valid = true;
    QString m_problem;
    std::vector<Field> m_fields;
    QGridLayout *m_sections;
    int m_sectionCount = 0;

    QLineEdit *m_name;
    QSpinBox *m_batch;
    QSpinBox *m_epochs;
    QSpinBox *m_maxSteps;
    QLineEdit *m_seed; // 64 bits: more than a spin box holds
    PartFields *m_model;
    PartFields *m_data;
    PartFields *m_precision;
    PartFields *m_memory;
    PartFields *m_stopping;
    PartFields *m_continueFrom;
    std::vector<PartFields *> m_parts; // all of these
    QComboBox *m_optimizer;
    QDoubleSpinBox *m_momentum;
    QCheckBox *m_nesterov;
    QDoubleSpinBox *m_beta1;
    QDoubleSpinBox *m_beta2;
    QDoubleSpinBox *m_weightDecay;
    QCheckBox *m_decayAll;
    QDoubleSpinBox *m_clipNorm;
    QDoubleSpinBox *m_clipValue;
    QDoubleSpinBox *m_averageDecay;
    QComboBox *m_schedule;
    QDoubleSpinBox *m_peak;
    QComboBox *m_scaling;
    QSpinBox *m_baseBatch;
    QSpinBox *m_warmup;
    QDoubleSpinBox *m_stepFactor;
    QDoubleSpinBox *m_stepEpochs;
    QSpinBox *m_decaySteps;
    QDoubleSpinBox *m_power;
    QDoubleSpinBox *m_initialFraction;
    QDoubleSpinBox *m_finalFraction;
    QSpinBox *m_cycleSteps;
    QSpinBox *m_cycleGrowth;
    QDoubleSpinBox *m_cycleFactor;
    QSpinBox *m_evaluateEvery;
    QSpinBox *m_checkpointEvery;
    QSpinBox *m_keep;
    QCheckBox *m_keepBest;
};

} // namespace motley
