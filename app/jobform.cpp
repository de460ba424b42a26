#include "app/jobform.h"

#include "app/widgets.h"
#include "app/words/format.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QLineEdit>
#include <QRegularExpressionValidator>
#include <QScopedValueRollback>
#include <QSpinBox>
#include <QVBoxLayout>

#include <limits>

namespace motley {

namespace {

constexpr int fieldWidth = 150; // pixels

QSpinBox *makeWhole(int least, int greatest, int step)
{
    auto *box = new QSpinBox;
    box->setRange(least, greatest);
    box->setSingleStep(step);
    box->setGroupSeparatorShown(true);
    return box;
}

// Ranges are wider than what is right, so that a wrong number typed is explained and not silently clipped.
QDoubleSpinBox *makeReal(double least, double greatest, double step, int decimals)
{
    auto *box = new QDoubleSpinBox;
    box->setRange(least, greatest);
    box->setDecimals(decimals);
    box->setSingleStep(step);
    return box;
}

bool names(const QString &message, const QString &path)
{
    const auto at = message.indexOf(path);
    if (at < 0)
        return false;
    const auto isPartOfAName = [](QChar character) {
        return character.isLetterOrNumber() || character == QLatin1Char('.') || character == QLatin1Char('_');
    };
    const auto end = at + path.size();
    const bool begins = at == 0 || !isPartOfAName(message[at - 1]);
    const bool ends = end == message.size() || !(message[end].isLetterOrNumber() || message[end] == QLatin1Char('_'));
    return begins && ends;
}

} // namespace

JobForm::JobForm(QWidget *parent)
    : QWidget(parent), m_sections(new QGridLayout(this)), m_name(new QLineEdit), m_batch(makeWhole(0, 1 << 20, 32)),
      m_epochs(makeWhole(0, 1000000, 1)), m_maxSteps(makeWhole(0, std::numeric_limits<int>::max(), 100)),
      m_seed(new QLineEdit), m_model(new QComboBox), m_width(makeWhole(0, 4096, 8)),
      m_augment(new QCheckBox(tr("Crop and mirror images at random"))), m_optimizer(new QComboBox),
      m_momentum(makeReal(0, 10, 0.05, 4)), m_nesterov(new QCheckBox(tr("Nesterov"))),
      m_weightDecay(makeReal(0, 10, 0.0001, 6)), m_clipNorm(makeReal(0, 1e6, 0.5, 3)), m_schedule(new QComboBox),
      m_peak(makeReal(0, 1000, 0.01, 6)), m_warmup(makeWhole(0, std::numeric_limits<int>::max(), 50)),
      m_stepFactor(makeReal(0, 1000, 0.05, 4)), m_stepEpochs(makeReal(0, 1e6, 1, 2)),
      m_finalFraction(makeReal(0, 1000, 0.01, 4)), m_evaluateEvery(makeWhole(0, 1000000, 1)),
      m_checkpointEvery(makeWhole(0, std::numeric_limits<int>::max(), 100)), m_keep(makeWhole(0, 1000, 1))
{
    setObjectName(QStringLiteral("jobForm"));
    m_sections->setContentsMargins(0, 0, 0, 0);
    m_sections->setHorizontalSpacing(32);
    m_sections->setVerticalSpacing(18);
    m_model->addItem(tr("Small convolutional network"), static_cast<int>(ModelSpec::Kind::SmallCnn));
    m_model->addItem(tr("ResNet-18"), static_cast<int>(ModelSpec::Kind::ResNet18));
    m_optimizer->addItem(tr("SGD with momentum"), static_cast<int>(OptimizerSpec::Kind::Sgd));
    m_optimizer->addItem(QStringLiteral("AdamW"), static_cast<int>(OptimizerSpec::Kind::AdamW));
    m_schedule->addItem(tr("Constant"), static_cast<int>(ScheduleSpec::Kind::Constant));
    m_schedule->addItem(tr("In steps"), static_cast<int>(ScheduleSpec::Kind::Step));
    m_schedule->addItem(tr("Cosine"), static_cast<int>(ScheduleSpec::Kind::Cosine));
    m_seed->setValidator(new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9]{1,19}")), m_seed));
    m_maxSteps->setSpecialValueText(tr("No limit"));
    m_clipNorm->setSpecialValueText(tr("No clipping"));
    m_checkpointEvery->setSpecialValueText(tr("Only at the end"));
    addBasics();
    addModel();
    addOptimizer();
    addSchedule();
    addChecks();
    setJob({});
}

void JobForm::addBasics()
{
    auto *form = addSection(tr("Training"));
    addField(form, tr("Name"), "name", m_name);
    addField(form, tr("Global batch"), "batch", m_batch, tr("Samples of one step, over all machines together"));
    addField(form, tr("Epochs"), "epochs", m_epochs);
    addField(form, tr("Stop after step"), "maxSteps", m_maxSteps);
    addField(form, tr("Seed"), "seed", m_seed, tr("The same seed gives the same run, whatever the machines"));
}

void JobForm::addModel()
{
    auto *form = addSection(tr("Model"));
    addField(form, tr("Network"), "model.kind", m_model);
    addField(form, tr("Width"), "model.width", m_width, tr("Channels of the first stage"));
    addField(form, {}, "data.augment", m_augment);
}

void JobForm::addOptimizer()
{
    auto *form = addSection(tr("Optimizer"));
    addField(form, tr("Method"), "optimizer.kind", m_optimizer);
    addField(form, tr("Momentum"), "optimizer.momentum", m_momentum);
    addField(form, {}, "optimizer.nesterov", m_nesterov);
    addField(form, tr("Weight decay"), "optimizer.weightDecay", m_weightDecay);
    addField(form, tr("Clip gradient norm"), "clipNorm", m_clipNorm);
}

void JobForm::addSchedule()
{
    auto *form = addSection(tr("Learning rate"));
    addField(form, tr("Schedule"), "schedule.kind", m_schedule);
    addField(form, tr("Peak"), "schedule.peak", m_peak);
    addField(form, tr("Warm-up steps"), "schedule.warmupSteps", m_warmup);
    addField(form, tr("Factor"), "schedule.stepFactor", m_stepFactor);
    addField(form, tr("Every epochs"), "schedule.stepEpochs", m_stepEpochs);
    addField(form, tr("Ends at"), "schedule.finalFraction", m_finalFraction, tr("As a fraction of the peak"));
}

void JobForm::addChecks()
{
    auto *form = addSection(tr("Tests and checkpoints"));
    addField(form, tr("Test every epochs"), "evaluateEveryEpochs", m_evaluateEvery);
    addField(form, tr("Checkpoint every steps"), "checkpoint.everySteps", m_checkpointEvery);
    addField(form, tr("Keep"), "checkpoint.keep", m_keep, tr("The newest ones; older are deleted"));
}

QFormLayout *JobForm::addSection(const QString &heading)
{
    auto *section = new QVBoxLayout;
    section->setSpacing(10);
    section->addWidget(makeLabel(heading, "heading"));
    auto *form = new QFormLayout;
    form->setHorizontalSpacing(14);
    form->setVerticalSpacing(8);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    section->addLayout(form);
    section->addStretch();
    m_sections->addLayout(section, m_sectionCount / 2, m_sectionCount % 2);
    m_sections->setColumnStretch(m_sectionCount % 2, 1);
    ++m_sectionCount;
    return form;
}

void JobForm::addField(QFormLayout *form, const QString &words, const char *path, QWidget *editor, const QString &hint)
{
    editor->setObjectName(QLatin1String(path));
    editor->setToolTip(hint);
    editor->setMinimumWidth(fieldWidth);
    if (!words.isEmpty())
        editor->setAccessibleName(words);
    auto *message = makeLabel({}, "field-error");
    message->setObjectName(QLatin1String(path) + QStringLiteral(".message"));
    message->setWordWrap(true);
    message->hide();
    auto *holder = new QWidget;
    auto *column = new QVBoxLayout(holder);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(editor);
    column->addWidget(message);
    auto *label = makeLabel(words, "muted");
    label->setBuddy(editor);
    form->addRow(label, holder);
    m_fields.push_back({QLatin1String(path), form, editor, message});

    if (auto *line = qobject_cast<QLineEdit *>(editor))
        connect(line, &QLineEdit::textChanged, this, &JobForm::edited);
    else if (auto *whole = qobject_cast<QSpinBox *>(editor))
        connect(whole, &QSpinBox::valueChanged, this, &JobForm::edited);
    else if (auto *real = qobject_cast<QDoubleSpinBox *>(editor))
        connect(real, &QDoubleSpinBox::valueChanged, this, &JobForm::edited);
    else if (auto *choice = qobject_cast<QComboBox *>(editor))
        connect(choice, &QComboBox::currentIndexChanged, this, &JobForm::edited);
    else if (auto *tick = qobject_cast<QCheckBox *>(editor))
        connect(tick, &QCheckBox::toggled, this, &JobForm::edited);
}

JobSpec JobForm::job() const
{
    JobSpec job = m_rest;
    job.name = m_name->text().trimmed().toStdString();
    job.batch = m_batch->value();
    job.epochs = m_epochs->value();
    job.maxSteps = m_maxSteps->value();
    job.seed = m_seed->text().toULongLong();
    job.clipNorm = m_clipNorm->value();
    job.model.kind = static_cast<ModelSpec::Kind>(m_model->currentData().toInt());
    job.model.width = m_width->value();
    job.data.augment = m_augment->isChecked();
    job.optimizer.kind = static_cast<OptimizerSpec::Kind>(m_optimizer->currentData().toInt());
    job.optimizer.momentum = m_momentum->value();
    job.optimizer.nesterov = m_nesterov->isChecked();
    job.optimizer.weightDecay = m_weightDecay->value();
    job.schedule.kind = static_cast<ScheduleSpec::Kind>(m_schedule->currentData().toInt());
    job.schedule.peak = m_peak->value();
    job.schedule.warmupSteps = m_warmup->value();
    job.schedule.stepFactor = m_stepFactor->value();
    job.schedule.stepEpochs = m_stepEpochs->value();
    job.schedule.finalFraction = m_finalFraction->value();
    job.evaluateEveryEpochs = m_evaluateEvery->value();
    job.checkpoint.everySteps = m_checkpointEvery->value();
    job.checkpoint.keep = m_keep->value();
    return job;
}

void JobForm::setJob(const JobSpec &job)
{
    {
        const QScopedValueRollback filling(m_filling, true);
        m_rest = job;
        m_name->setText(QString::fromStdString(job.name));
        m_batch->setValue(static_cast<int>(job.batch));
        m_epochs->setValue(static_cast<int>(job.epochs));
        m_maxSteps->setValue(static_cast<int>(job.maxSteps));
        m_seed->setText(QString::number(job.seed));
        m_clipNorm->setValue(job.clipNorm);
        m_model->setCurrentIndex(m_model->findData(static_cast<int>(job.model.kind)));
        m_width->setValue(job.model.width);
        m_augment->setChecked(job.data.augment);
        m_optimizer->setCurrentIndex(m_optimizer->findData(static_cast<int>(job.optimizer.kind)));
        m_momentum->setValue(job.optimizer.momentum);
        m_nesterov->setChecked(job.optimizer.nesterov);
        m_weightDecay->setValue(job.optimizer.weightDecay);
        m_schedule->setCurrentIndex(m_schedule->findData(static_cast<int>(job.schedule.kind)));
        m_peak->setValue(job.schedule.peak);
        m_warmup->setValue(static_cast<int>(job.schedule.warmupSteps));
        m_stepFactor->setValue(job.schedule.stepFactor);
        m_stepEpochs->setValue(job.schedule.stepEpochs);
        m_finalFraction->setValue(job.schedule.finalFraction);
        m_evaluateEvery->setValue(static_cast<int>(job.evaluateEveryEpochs));
        m_checkpointEvery->setValue(static_cast<int>(job.checkpoint.everySteps));
        m_keep->setValue(job.checkpoint.keep);
    }
    edited();
}

void JobForm::edited()
{
    if (m_filling)
        return;
    showWhatMatters();
    check();
    Q_EMIT changed();
}

void JobForm::showWhatMatters()
{
    const JobSpec now = job();
    const auto show = [this](QWidget *editor, bool visible) {
        for (const Field &field : m_fields)
            if (field.editor == editor)
                field.form->setRowVisible(editor->parentWidget(), visible);
    };
    const bool sgd = now.optimizer.kind == OptimizerSpec::Kind::Sgd;
    show(m_momentum, sgd);
    show(m_nesterov, sgd);
    show(m_stepFactor, now.schedule.kind == ScheduleSpec::Kind::Step);
    show(m_stepEpochs, now.schedule.kind == ScheduleSpec::Kind::Step);
    show(m_finalFraction, now.schedule.kind == ScheduleSpec::Kind::Cosine);
}

void JobForm::check()
{
    const auto verdict = validate(job());
    m_valid = verdict.has_value();
    m_problem = m_valid ? QString() : plainText(verdict.error().message, 400);
    for (const Field &field : m_fields) {
        const bool wrong = !m_valid && names(m_problem, field.path);
        field.message->setText(wrong ? m_problem : QString());
        field.message->setVisible(wrong);
        setStyleProperty(field.editor, "invalid", wrong);
    }
}

} // namespace motley
