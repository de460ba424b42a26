#include "app/pages/form/jobform.h"

#include "app/pages/form/jobpartform.h"
#include "app/widgets/pageelements.h"
#include "app/words/fieldwords.h"
#include "engine/job/fieldviews.h"
#include "engine/job/jobchanges.h"

#include <QComboBox>
#include <QGridLayout>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSet>
#include <QVBoxLayout>

#include <algorithm>

namespace motley {

namespace {

QStringList paths(std::initializer_list<const char *> names)
{
    QStringList list;
    for (const char *name : names)
        list << QLatin1String(name);
    return list;
}

// What decides most runs; the others have values that seldom need a thought.
QStringList essentials()
{
    return paths({"name", "batch", "epochs", "evaluateEveryEpochs", "checkpoint.everySteps", "optimizer.kind",
        "schedule.kind", "schedule.peak", "schedule.warmupSteps", "precision.kind", "memory.recompute", "model.kind",
        "model.width", "model.layers", "model.start", "model.config", "model.size", "model.context", "model.heads",
        "model.dropout", "model.depth", "model.features", "model.view", "model.script", "adapter.rank"});
}

// The job with the usual value of each field; its task, methods and schedule are those of `job`.
JobSpec usualJob(const JobSpec &job)
{
    JobSpec usual;
    usual.task = std::visit([](const auto &task) { return TaskSpec(std::decay_t<decltype(task)>()); }, job.task);
    usual.optimizer = usualOptimizer(job.optimizer.kind);
    usual.schedule.kind = job.schedule.kind;
    return usual;
}

QSet<QString> usedFields(JobSpec &job)
{
    QSet<QString> used;
    for (const FieldView &view : viewsOf(job))
        if (view.info.used)
            used << QString::fromStdString(view.path);
    return used;
}

} // namespace

JobForm::JobForm(QWidget *parent)
    : QWidget(parent), m_grid(new QGridLayout(this)),
      m_all(makeButton(tr("All settings"), QStringLiteral("settings"), QStringLiteral("allSettings"))),
      m_data(addPart(new JobPartForm(paths({"data."}), this)))
{
    setObjectName(QStringLiteral("jobForm"));
    m_data->hide(); // until the page has a place for it
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(24);
    m_grid->setVerticalSpacing(18);
    addSection(tr("Training"), paths({"name", "batch", "epochs", "maxSteps", "seed", "continueFrom."}));
    addSection(tr("Model"), paths({"model.", "adapter."}));
    auto *optimizer = addSection(tr("Optimizer"), paths({"optimizer.", "exchange.", "clipNorm", "nonFinite."}));
    optimizer->explain(QStringLiteral("exchange.combine"), tr("Adasum helps with large batches on many devices."));
    addSection(tr("Learning rate"), paths({"schedule."}));
    addSection(tr("Tests and checkpoints"), paths({"evaluateEveryEpochs", "checkpoint.", "stopping."}));
    addSection(tr("Precision and memory"), paths({"precision.", "memory."}));
    for (const Section &section : m_sections)
        section.fields->setEssentials(essentials());
    m_all->setCheckable(true);
    m_all->setToolTip(
        tr("Also the settings that most runs leave as they are. Those that are changed are always here."));
    connect(m_all, &QPushButton::toggled, this, [this](bool all) {
        for (const Section &section : m_sections)
            section.fields->showAll(all);
        arrange();
    });
    connect(optimizer->findChild<QComboBox *>(QStringLiteral("optimizer.kind")), &QComboBox::activated, this,
        &JobForm::setUsualValues);
    setJob({});
}

JobPartForm *JobForm::addSection(const QString &heading, const QStringList &paths)
{
    auto *part = addPart(new JobPartForm(paths));
    auto *whole = new QWidget(this);
    auto *section = new QVBoxLayout(whole);
    section->setContentsMargins(0, 0, 0, 0);
    section->setSpacing(10);
    section->addWidget(makeLabel(heading, "heading"));
    section->addWidget(part);
    section->addStretch();
    m_sections.push_back({whole, part});
    return part;
}

void JobForm::arrange()
{
    int roomy = 0; // the width that the widest section asks for
    for (const Section &section : m_sections)
        roomy = std::max(roomy, section.fields->roomyWidth());
    const int columns = 2 * roomy + m_grid->horizontalSpacing() <= width() ? 2 : 1;
    if (columns != m_columns)
        place(columns);
    alignFields();
}

void JobForm::place(int columns)
{
    m_columns = columns;
    for (int i = 0; i < int(m_sections.size()); ++i)
        m_grid->addWidget(m_sections[std::size_t(i)].whole, i / columns, i % columns);
    m_grid->addWidget(m_all, int(m_sections.size()), 0, 1, columns, Qt::AlignLeading);
    m_grid->setColumnStretch(0, 1);
    m_grid->setColumnStretch(1, columns - 1);
}

// In a column of sections all fields begin below each other.
void JobForm::alignFields()
{
    m_grid->activate();
    for (int column = 0; column < m_columns; ++column) {
        int labels = 0;
        for (int i = column; i < int(m_sections.size()); i += m_columns)
            labels = std::max(labels, m_sections[std::size_t(i)].fields->labelWidth());
        for (int i = column; i < int(m_sections.size()); i += m_columns)
            m_sections[std::size_t(i)].fields->alignFields(labels);
    }
}

// The width of one section, also while two stand beside each other, so that the form can become narrow again.
QSize JobForm::minimumSizeHint() const
{
    int widest = 0;
    for (const Section &section : m_sections)
        widest = std::max(widest, section.whole->minimumSizeHint().width());
    return {widest, QWidget::minimumSizeHint().height()};
}

void JobForm::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

JobPartForm *JobForm::addPart(JobPartForm *part)
{
    m_parts.push_back(part);
    connect(part, &JobPartForm::changed, this, &JobForm::edited);
    return part;
}

JobSpec JobForm::job() const
{
    JobSpec job = m_rest;
    for (const JobPartForm *part : m_parts)
        part->readInto(job);
    return job;
}

void JobForm::setJob(const JobSpec &job)
{
    {
        const QScopedValueRollback filling(m_filling, true);
        m_rest = job;
        for (JobPartForm *part : m_parts)
            part->setJob(job);
    }
    arrange();
    edited();
}

void JobForm::edited()
{
    if (m_filling)
        return;
    check();
    markChanges();
    alignFields();
    Q_EMIT changed();
}

// Another optimizer begins with its own usual values; settings that do not depend on the optimizer stay.
void JobForm::setUsualValues()
{
    JobSpec now = job();
    const OptimizerSpec before = now.optimizer;
    now.optimizer = usualOptimizer(before.kind);
    now.optimizer.decayBiasesAndNorms = before.decayBiasesAndNorms;
    now.optimizer.clipValue = before.clipValue;
    now.optimizer.averageDecay = before.averageDecay;
    setJob(now);
}

void JobForm::showAllSettings(bool all)
{
    m_all->setChecked(all);
}

void JobForm::markChanges()
{
    JobSpec now = job();
    JobSpec usual = usualJob(now);
    QSet<QString> changed;
    for (const DifferentSetting &setting : differentSettings({usual, now}))
        changed << QString::fromStdString(setting.field);
    const QSet<QString> depending = usedFields(now) - usedFields(usual); // on what was changed
    for (JobPartForm *part : m_parts) {
        part->markChanged(changed);
        part->unfold(changed + depending);
    }
}

void JobForm::check()
{
    const auto found = findProblem(job());
    m_problem = found ? fieldProblemWords(*found) : QString();
    for (JobPartForm *part : m_parts)
        part->showProblem(found ? QString::fromStdString(found->path) : QString(), m_problem);
}

} // namespace motley
