#include "app/jobform.h"

#include "app/fieldproblem.h"
#include "app/partfields.h"
#include "app/widgets.h"
#include "app/words/format.h"
#include "engine/protocol/usedfields.h"

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

} // namespace

JobForm::JobForm(QWidget *parent)
    : QWidget(parent), m_sections(new QGridLayout(this)), m_name(new QLineEdit), m_batch(makeWhole(0, 1 << 20, 32)),
      m_epochs(makeWhole(0, 1000000, 1)), m_maxSteps(makeWhole(0, std::numeric_limits<int>::max(), 100)),
      m_seed(new QLineEdit), m_model(new PartFields(QStringLiteral("model"))),
      m_data(new PartFields(QStringLiteral("data"), this)), m_precision(new PartFields(QStringLiteral("precision"))),
      m_memory(new PartFields(QStringLiteral("memory"))), m_stopping(new PartFields(QStringLiteral("stopping"))),
      m_continueFrom(new PartFields(QStringLiteral("continueFrom"))), m_parts{m_model, m_data, m_precision, m_memory,
                                                                          m_stopping, m_continueFrom},
      m_optimizer(new QComboBox), m_momentum(makeReal(0, 10, 0.05, 4)), m_nesterov(new QCheckBox(tr("Nesterov"))),
      m_beta1(makeReal(0, 10, 0.01, 6)), m_beta2(makeReal(0, 10, 0.001, 6)), m_weightDecay(makeReal(0, 10, 0.0001, 6)),
      m_decayAll(new QCheckBox(tr("Decay biases and norms too"))), m_clipNorm(makeReal(0, 1e6, 0.5, 3)),
      m_clipValue(makeReal(0, 1e6, 0.1, 4)), m_averageDecay(makeReal(0, 10, 0.001, 6)), m_schedule(new QComboBox),
      m_peak(makeReal(0, 1000, 0.01, 6)), m_scaling(new QComboBox), m_baseBatch(makeWhole(0, 1 << 20, 32)),
      m_warmup(makeWhole(0, std::numeric_limits<int>::max(), 50)), m_stepFactor(makeReal(0, 1000, 0.05, 4)),
      m_stepEpochs(makeReal(0, 1e6, 1, 2)), m_decaySteps(makeWhole(0, std::numeric_limits<int>::max(), 100)),
      m_power(makeReal(0, 1000, 0.5, 2)), m_initialFraction(makeReal(0, 1000, 0.01, 4)),
      m_finalFraction(makeReal(0, 1000, 0.01, 4)), m_cycleSteps(makeWhole(0, std::numeric_limits<int>::max(), 100)),
      m_cycleGrowth(makeWhole(0, 1000, 1)), m_cycleFactor(makeReal(0, 1000, 0.05, 4)),
      m_evaluateEvery(makeWhole(0, 1000000, 1)), m_checkpointEvery(makeWhole(0, std::numeric_limits<int>::max(), 100)),
      m_keep(makeWhole(0, 1000, 1)), m_keepBest(new QCheckBox(tr("Keep the best too")))
{
    setObjectName(QStringLiteral("jobForm"));
    m_sections->setContentsMargins(0, 0, 0, 0);
    m_sections->setHorizontalSpacing(32);
    m_sections->setVerticalSpacing(18);
    addMethods();
    addShapes();
    m_seed->setValidator(new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9]{1,19}")), m_seed));
    m_maxSteps->setSpecialValueText(tr("No limit"));
    m_clipNorm->setSpecialValueText(tr("No clipping"));
    m_clipValue->setSpecialValueText(tr("No clipping"));
    m_averageDecay->setSpecialValueText(tr("No average"));
    m_decaySteps->setSpecialValueText(tr("The whole run"));
    m_cycleSteps->setSpecialValueText(tr("The whole run"));
    m_checkpointEvery->setSpecialValueText(tr("Only at the end"));
    addBasics();
    addModel();
    addOptimizer();
    addSchedule();
    addChecks();
    addDevices();
    for (const PartFields *part : m_parts)
        connect(part, &PartFields::changed, this, &JobForm::edited);
    setJob({});
}

void JobForm::addMethods()
{
    using Kind = OptimizerSpec::Kind;
    const std::pair<Kind, QString> methods[]
        = {{Kind::Sgd, tr("SGD with momentum")}, {Kind::Adam, QStringLiteral("Adam")},
            {Kind::AdamW, QStringLiteral("AdamW")}, {Kind::HetSeqAdam, tr("Adam as in HetSeq")},
            {Kind::Adadelta, QStringLiteral("Adadelta")}, {Kind::Adagrad, QStringLiteral("Adagrad")},
            {Kind::Adamax, QStringLiteral("Adamax")}, {Kind::RmsProp, QStringLiteral("RMSprop")},
            {Kind::Adafactor, QStringLiteral("Adafactor")}, {Kind::Lamb, QStringLiteral("LAMB")},
            {Kind::Lion, QStringLiteral("Lion")}, {Kind::Muon, QStringLiteral("Muon")}};
    for (const auto &[kind, name] : methods)
        m_optimizer->addItem(name, static_cast<int>(kind));
    connect(m_optimizer, &QComboBox::activated, this, &JobForm::takeUsualValues);
}

void JobForm::addShapes()
{
    using Kind = ScheduleSpec::Kind;
    const std::pair<Kind, QString> shapes[]
        = {{Kind::Constant, tr("Constant")}, {Kind::Step, tr("In steps")}, {Kind::Linear, tr("Linear")},
            {Kind::Polynomial, tr("Polynomial")}, {Kind::InverseSquareRoot, tr("Inverse square root")},
            {Kind::Cosine, tr("Cosine")}, {Kind::OneCycle, tr("One cycle")}, {Kind::Triangular, tr("Triangular")}};
    for (const auto &[kind, name] : shapes)
        m_schedule->addItem(name, static_cast<int>(kind));
    using Scaling = ScheduleSpec::Scaling;
    const std::pair<Scaling, QString> scalings[] = {{Scaling::None, tr("Not at all")},
        {Scaling::Linear, tr("In proportion")}, {Scaling::SquareRoot, tr("With its square root")}};
    for (const auto &[scaling, name] : scalings)
        m_scaling->addItem(name, static_cast<int>(scaling));
}

void JobForm::addBasics()
{
    auto *form = addSection(tr("Training"));
    addField(form, tr("Name"), "name", m_name);
    addField(form, tr("Global batch"), "batch", m_batch, tr("Samples of one step, over all machines together"));
    addField(form, tr("Epochs"), "epochs", m_epochs);
    addField(form, tr("Stop after step"), "maxSteps", m_maxSteps);
    addField(form, tr("Seed"), "seed", m_seed, tr("The same seed gives the same run, whatever the machines"));
    form->addRow(m_continueFrom);
}

void JobForm::addModel()
{
    addSection(tr("Model"))->addRow(m_model);
    m_data->hide(); // until the page has a place for it
}

void JobForm::addOptimizer()
{
    auto *form = addSection(tr("Optimizer"));
    addField(form, tr("Method"), "optimizer.kind", m_optimizer);
    addField(form, tr("Momentum"), "optimizer.momentum", m_momentum);
    addField(form, {}, "optimizer.nesterov", m_nesterov);
    addField(form, tr("Beta 1"), "optimizer.beta1", m_beta1, tr("Decay of the mean gradient"));
    addField(form, tr("Beta 2"), "optimizer.beta2", m_beta2, tr("Decay of the mean squared gradient"));
    addField(form, tr("Weight decay"), "optimizer.weightDecay", m_weightDecay);
    addField(form, {}, "optimizer.decayBiasesAndNorms", m_decayAll);
    addField(form, tr("Clip gradient norm"), "clipNorm", m_clipNorm);
    addField(form, tr("Clip gradient entries"), "optimizer.clipValue", m_clipValue);
    addField(form, tr("Average of weights"), "optimizer.averageDecay", m_averageDecay,
        tr("Decay of a moving average, which is tested and saved"));
}

void JobForm::addSchedule()
{
    auto *form = addSection(tr("Learning rate"));
    addField(form, tr("Schedule"), "schedule.kind", m_schedule);
    addField(form, tr("Peak"), "schedule.peak", m_peak);
    addField(form, tr("Grows with the batch"), "schedule.scaling", m_scaling);
    addField(form, tr("Found with a batch of"), "schedule.baseBatch", m_baseBatch,
        tr("The global batch that the peak is right for"));
    addField(form, tr("Warm-up steps"), "schedule.warmupSteps", m_warmup);
    addField(form, tr("Factor"), "schedule.stepFactor", m_stepFactor);
    addField(form, tr("Every epochs"), "schedule.stepEpochs", m_stepEpochs);
    addField(form, tr("Ends after step"), "schedule.decaySteps", m_decaySteps);
    addField(form, tr("Exponent"), "schedule.power", m_power, tr("1 is a line, 2 falls steeply first"));
    addField(form, tr("Starts at"), "schedule.initialFraction", m_initialFraction, tr("As a fraction of the peak"));
    addField(form, tr("Ends at"), "schedule.finalFraction", m_finalFraction, tr("As a fraction of the peak"));
    addField(form, tr("Steps of a cycle"), "schedule.cycleSteps", m_cycleSteps);
    addField(form, tr("Length of the next cycle"), "schedule.cycleGrowth", m_cycleGrowth, tr("In lengths of this one"));
    addField(
        form, tr("Height of the next cycle"), "schedule.cycleFactor", m_cycleFactor, tr("As a fraction of this one"));
}

void JobForm::addChecks()
{
    auto *form = addSection(tr("Tests and checkpoints"));
    addField(form, tr("Test every epochs"), "evaluateEveryEpochs", m_evaluateEvery);
    addField(form, tr("Checkpoint every steps"), "checkpoint.everySteps", m_checkpointEvery);
    addField(form, tr("Keep"), "checkpoint.keep", m_keep, tr("The newest ones; older are deleted"));
    addField(form, {}, "checkpoint.keepBest", m_keepBest, tr("The checkpoint of the best test, and its model"));
    form->addRow(m_stopping);
}

void JobForm::addDevices()
{
    auto *form = addSection(tr("Precision and memory"));
    form->addRow(m_precision);
    form->addRow(m_memory);
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
    form->setRowWrapPolicy(QFormLayout::WrapLongRows); // words are longer in some languages
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
    if (words.isEmpty()) { // a tick that says itself what it is for
        form->addRow(holder);
    } else {
        auto *label = makeLabel(words, "muted");
        label->setBuddy(editor);
        form->addRow(label, holder);
    }
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
    for (const PartFields *part : m_parts)
        part->readInto(job);
    job.optimizer.kind = static_cast<OptimizerSpec::Kind>(m_optimizer->currentData().toInt());
    job.optimizer.momentum = m_momentum->value();
    job.optimizer.nesterov = m_nesterov->isChecked();
    job.optimizer.beta1 = m_beta1->value();
    job.optimizer.beta2 = m_beta2->value();
    job.optimizer.weightDecay = m_weightDecay->value();
    job.optimizer.decayBiasesAndNorms = m_decayAll->isChecked();
    job.optimizer.clipValue = m_clipValue->value();
    job.optimizer.averageDecay = m_averageDecay->value();
    job.schedule.kind = static_cast<ScheduleSpec::Kind>(m_schedule->currentData().toInt());
    job.schedule.peak = m_peak->value();
    job.schedule.scaling = static_cast<ScheduleSpec::Scaling>(m_scaling->currentData().toInt());
    job.schedule.baseBatch = m_baseBatch->value();
    job.schedule.warmupSteps = m_warmup->value();
    job.schedule.stepFactor = m_stepFactor->value();
    job.schedule.stepEpochs = m_stepEpochs->value();
    job.schedule.decaySteps = m_decaySteps->value();
    job.schedule.power = m_power->value();
    job.schedule.initialFraction = m_initialFraction->value();
    job.schedule.finalFraction = m_finalFraction->value();
    job.schedule.cycleSteps = m_cycleSteps->value();
    job.schedule.cycleGrowth = m_cycleGrowth->value();
    job.schedule.cycleFactor = m_cycleFactor->value();
    job.evaluateEveryEpochs = m_evaluateEvery->value();
    job.checkpoint.everySteps = m_checkpointEvery->value();
    job.checkpoint.keep = m_keep->value();
    job.checkpoint.keepBest = m_keepBest->isChecked();
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
        for (PartFields *part : m_parts)
            part->setJob(job);
        m_optimizer->setCurrentIndex(m_optimizer->findData(static_cast<int>(job.optimizer.kind)));
        m_momentum->setValue(job.optimizer.momentum);
        m_nesterov->setChecked(job.optimizer.nesterov);
        m_beta1->setValue(job.optimizer.beta1);
        m_beta2->setValue(job.optimizer.beta2);
        m_weightDecay->setValue(job.optimizer.weightDecay);
        m_decayAll->setChecked(job.optimizer.decayBiasesAndNorms);
        m_clipValue->setValue(job.optimizer.clipValue);
        m_averageDecay->setValue(job.optimizer.averageDecay);
        m_schedule->setCurrentIndex(m_schedule->findData(static_cast<int>(job.schedule.kind)));
        m_peak->setValue(job.schedule.peak);
        m_scaling->setCurrentIndex(m_scaling->findData(static_cast<int>(job.schedule.scaling)));
        m_baseBatch->setValue(static_cast<int>(job.schedule.baseBatch));
        m_warmup->setValue(static_cast<int>(job.schedule.warmupSteps));
        m_stepFactor->setValue(job.schedule.stepFactor);
        m_stepEpochs->setValue(job.schedule.stepEpochs);
        m_decaySteps->setValue(static_cast<int>(job.schedule.decaySteps));
        m_power->setValue(job.schedule.power);
        m_initialFraction->setValue(job.schedule.initialFraction);
        m_finalFraction->setValue(job.schedule.finalFraction);
        m_cycleSteps->setValue(static_cast<int>(job.schedule.cycleSteps));
        m_cycleGrowth->setValue(static_cast<int>(job.schedule.cycleGrowth));
        m_cycleFactor->setValue(job.schedule.cycleFactor);
        m_evaluateEvery->setValue(static_cast<int>(job.evaluateEveryEpochs));
        m_checkpointEvery->setValue(static_cast<int>(job.checkpoint.everySteps));
        m_keep->setValue(job.checkpoint.keep);
        m_keepBest->setChecked(job.checkpoint.keepBest);
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
    const OptimizerFields method = fieldsOf(now.optimizer);
    show(m_momentum, method.momentum);
    show(m_nesterov, method.nesterov);
    show(m_beta1, method.beta1);
    show(m_beta2, method.beta2);
    const ScheduleFields schedule = fieldsOf(now.schedule);
    show(m_baseBatch, schedule.baseBatch);
    show(m_warmup, schedule.warmup);
    show(m_stepFactor, schedule.stairs);
    show(m_stepEpochs, schedule.stairs);
    show(m_decaySteps, schedule.decaySteps);
    show(m_power, schedule.power);
    show(m_initialFraction, schedule.initialFraction);
    show(m_finalFraction, schedule.finalFraction);
    show(m_cycleSteps, schedule.cycleSteps);
    show(m_cycleGrowth, schedule.cycleGrowth);
    show(m_cycleFactor, schedule.cycleFactor);
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
    for (const Field &field : m_fields) {
        const bool wrong = !m_valid && namesField(m_problem, field.path);
        field.message->setText(wrong ? m_problem : QString());
        field.message->setVisible(wrong);
        setStyleProperty(field.editor, "invalid", wrong);
    }
}

} // namespace motley
