#include "app/jobform.h"

#include "app/partfields.h"
#include "app/widgets.h"
#include "app/words/format.h"

#include <QComboBox>
#include <QGridLayout>
#include <QScopedValueRollback>
#include <QVBoxLayout>

namespace motley {

namespace {

QStringList paths(std::initializer_list<const char *> names)
{
    QStringList list;
    for (const char *name : names)
        list << QLatin1String(name);
    return list;
}

} // namespace

JobForm::JobForm(QWidget *parent)
    : QWidget(parent), m_sections(new QGridLayout(this)), m_data(addPart(new PartFields(paths({"data."}), this)))
{
    setObjectName(QStringLiteral("jobForm"));
    m_data->hide(); // until the page has a place for it
    m_sections->setContentsMargins(0, 0, 0, 0);
    m_sections->setHorizontalSpacing(32);
    m_sections->setVerticalSpacing(18);
    addSection(tr("Training"), paths({"name", "batch", "epochs", "maxSteps", "seed", "continueFrom."}));
    addSection(tr("Model"), paths({"model."}));
    auto *optimizer = addSection(tr("Optimizer"), paths({"optimizer.", "clipNorm"}));
    addSection(tr("Learning rate"), paths({"schedule."}));
    addSection(tr("Tests and checkpoints"), paths({"evaluateEveryEpochs", "checkpoint.", "stopping."}));
    addSection(tr("Precision and memory"), paths({"precision.", "memory."}));
    connect(optimizer->findChild<QComboBox *>(QStringLiteral("optimizer.kind")), &QComboBox::activated, this,
        &JobForm::takeUsualValues);
    setJob({});
}

PartFields *JobForm::addSection(const QString &heading, const QStringList &paths)
{
    auto *part = addPart(new PartFields(paths));
    auto *section = new QVBoxLayout;
    section->setSpacing(10);
    section->addWidget(makeLabel(heading, "heading"));
    section->addWidget(part);
    section->addStretch();
    const int place = m_sections->count();
    m_sections->addLayout(section, place / 2, place % 2);
    m_sections->setColumnStretch(place % 2, 1);
    return part;
}

PartFields *JobForm::addPart(PartFields *part)
{
    m_parts.push_back(part);
    connect(part, &PartFields::changed, this, &JobForm::edited);
    return part;
}

JobSpec JobForm::job() const
{
    JobSpec job = m_rest;
    for (const PartFields *part : m_parts)
        part->readInto(job);
    return job;
}

void JobForm::setJob(const JobSpec &job)
{
    {
        const QScopedValueRollback filling(m_filling, true);
        m_rest = job;
        for (PartFields *part : m_parts)
            part->setJob(job);
    }
    edited();
}

void JobForm::edited()
{
    if (m_filling)
        return;
    check();
    Q_EMIT changed();
}

// Another method begins with its own usual values; what has nothing to do with the method stays.
void JobForm::takeUsualValues()
{
    JobSpec now = job();
    const OptimizerSpec before = now.optimizer;
    now.optimizer = usualOptimizer(before.kind);
    now.optimizer.decayBiasesAndNorms = before.decayBiasesAndNorms;
    now.optimizer.clipValue = before.clipValue;
    now.optimizer.averageDecay = before.averageDecay;
    setJob(now);
}

void JobForm::check()
{
    const auto verdict = validate(job());
    m_valid = verdict.has_value();
    m_problem = m_valid ? QString() : plainText(verdict.error().message, 400);
    for (PartFields *part : m_parts)
        part->showProblem(m_problem);
}

} // namespace motley
