#include "app/pages/newrunpage.h"

#include "app/dialogs/question.h"
#include "app/models/presets.h"
#include "app/pages/datapreviewcard.h"
#include "app/pages/form/jobform.h"
#include "app/pages/form/jobpartform.h"
#include "app/pages/jobfileview.h"
#include "app/pages/machineorder.h"
#include "app/pages/plan/forecastview.h"
#include "app/pages/plan/planview.h"
#include "app/pages/scrolledcolumn.h"
#include "app/widgets/elidedlabel.h"
#include "app/widgets/flowlayout.h"
#include "app/widgets/messagecard.h"
#include "app/widgets/pageelements.h"
#include "app/words/format.h"
#include "engine/plan/planner.h"
#include "remote/prepare/preparation.h"
#include "remote/session/isolated.h"
#include "remote/session/machinename.h"
#include "remote/session/savefile.h"

#include <QComboBox>
#include <QFileDialog>
#include <QLocale>
#include <QSaveFile>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace motley {

namespace {

QVBoxLayout *cardWithHeading(QVBoxLayout *column, const QString &heading)
{
    auto *card = makeCard();
    auto *layout = new QVBoxLayout(card);
    layout->setContentsMargins(cardMargin, cardMargin, cardMargin, cardMargin);
    layout->setSpacing(gap);
    if (!heading.isEmpty())
        layout->addWidget(makeLabel(heading, "heading"));
    column->addWidget(card);
    return layout;
}

} // namespace

NewRunPage::NewRunPage(Workspace *workspace, QWidget *parent)
    : QWidget(parent), m_workspace(workspace), m_preset(new QComboBox), m_form(new JobForm),
      m_data(new DataPreviewCard), m_order(new MachineOrder(workspace)), m_cpuRanks(new QSpinBox), m_plan(new PlanView),
      m_forecast(new ForecastView(&workspace->measurement(), &workspace->history().speeds())),
      m_jobFile(new JobFileView), m_message(new MessageCard),
      m_chooseMachines(makeButton(tr("Choose machines"), QStringLiteral("machines"), QStringLiteral("chooseMachines"))),
      m_start(makePrimaryButton(tr("Start"), QStringLiteral("play"), QStringLiteral("startRun"))),
      m_obstacle(new ElidedLabel("muted"))
{
    setObjectName(QStringLiteral("page"));
    m_obstacle->setObjectName(QStringLiteral("obstacle"));
    auto *columns = new QHBoxLayout;
    columns->setSpacing(gap);
    columns->addWidget(new ScrolledColumn(makeJobSide()), 5);
    columns->addWidget(new ScrolledColumn(makeMachineSide()), 3);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(pageMargin, 20, pageMargin, 16);
    layout->setSpacing(gap);
    layout->addWidget(makeHead());
    layout->addLayout(columns, 3);
    layout->addWidget(m_jobFile, 2);
    layout->addWidget(m_message); // below, where it moves nothing

    m_jobFile->hide();
    setJob(workspace->draft());
    connect(m_form, &JobForm::changed, this, &NewRunPage::refresh);
    connect(m_data, &DataPreviewCard::changed, this, &NewRunPage::refresh);
    connect(m_order, &MachineOrder::changed, this, &NewRunPage::refresh);
    connect(m_cpuRanks, &QSpinBox::valueChanged, this, &NewRunPage::refresh);
    connect(m_chooseMachines, &QPushButton::clicked, this, &NewRunPage::machinesRequested);
    connect(m_start, &QPushButton::clicked, this, &NewRunPage::start);
    connect(workspace, &Workspace::occupationChanged, this, [this] {
        if (isVisible())
            refresh();
    });
    connect(m_forecast, &ForecastView::measured, this, &NewRunPage::refresh);
    connect(m_forecast, &ForecastView::leftOut, this, &NewRunPage::leaveOut);
    connect(m_preset, &QComboBox::activated, this,
        [this](int index) { setJob(readyJobs().at(static_cast<std::size_t>(index)).job); });
    refresh();
    m_data->lookNow();
}

QWidget *NewRunPage::makeHead()
{
    auto *import = makeButton(tr("Open job…"), QStringLiteral("import"), QStringLiteral("importJob"));
    auto *save = makeButton(tr("Save job…"), QStringLiteral("export"), QStringLiteral("exportJob"));
    import->setShortcut(QKeySequence::Open);
    save->setShortcut(QKeySequence::Save);
    m_start->setShortcut(QKeySequence(QStringLiteral("Ctrl+Return")));
    connect(import, &QPushButton::clicked, this, &NewRunPage::chooseImport);
    connect(save, &QPushButton::clicked, this, &NewRunPage::chooseExport);
    auto *file = makeButton(tr("Job file"), QStringLiteral("log"), QStringLiteral("showJobFile"));
    file->setCheckable(true);
    connect(file, &QPushButton::toggled, this, [this](bool isShown) {
        m_jobFile->show(job());
        m_jobFile->setVisible(isShown);
    });
    connect(m_jobFile, &JobFileView::closeRequested, file, [file] {
        file->setChecked(false);
        file->setFocus();
    });

    auto *head = new QWidget;
    auto *layout = new QHBoxLayout(head);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    auto *words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(makeLabel(tr("New run"), "title"));
    words->addWidget(m_obstacle);
    layout->addLayout(words, 1);
    for (QWidget *button : std::initializer_list<QWidget *>{file, import, save, m_start})
        layout->addWidget(button);
    return head;
}

QWidget *NewRunPage::makeJobSide()
{
    m_preset->setObjectName(QStringLiteral("preset"));
    m_preset->setAccessibleName(tr("Job templates"));
    m_preset->setPlaceholderText(tr("Another job"));
    for (const Preset &preset : readyJobs())
        m_preset->addItem(presetName(preset));

    auto *side = new QWidget;
    auto *column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(gap);
    auto *data = cardWithHeading(column, tr("Data"));
    m_form->dataFields()->addHead(tr("Job template"), m_preset);
    data->addWidget(m_form->dataFields());
    m_form->dataFields()->show();
    data->addWidget(m_data);
    cardWithHeading(column, {})->addWidget(m_form);
    column->addStretch();
    return side;
}

QWidget *NewRunPage::makeMachineSide()
{
    m_cpuRanks->setObjectName(QStringLiteral("cpuRanks"));
    m_cpuRanks->setRange(1, 64);
    m_cpuRanks->setAccessibleName(tr("Ranks on each ticked CPU"));

    auto *side = new QWidget;
    auto *column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(gap);
    auto *machines = cardWithHeading(column, tr("Machines"));
    machines->addWidget(m_order);
    auto *ranks = new QWidget;
    auto *ranksLine = new QHBoxLayout(ranks);
    ranksLine->setContentsMargins(0, 0, 0, 0);
    ranksLine->addWidget(makeLabel(tr("Ranks per CPU"), "muted"));
    ranksLine->addWidget(m_cpuRanks);
    auto *line = new FlowLayout(gap, 6);
    line->addWidget(m_chooseMachines);
    line->addWidget(ranks);
    machines->addLayout(line);
    cardWithHeading(column, tr("Plan"))->addWidget(m_plan);
    cardWithHeading(column, tr("Forecast"))->addWidget(m_forecast);
    column->addStretch();
    return side;
}

void NewRunPage::setJob(const JobSpec &job)
{
    m_form->setJob(job);
    m_data->lookNow();
    const auto &ready = readyJobs();
    const auto same = std::find_if(ready.begin(), ready.end(), [&](const Preset &preset) { return preset.job == job; });
    m_preset->setCurrentIndex(same == ready.end() ? -1 : static_cast<int>(same - ready.begin()));
}

void NewRunPage::setRequest(const RunRequest &request)
{
    m_cpuRanks->setValue(request.cpuRanksPerMachine);
    const QStringList missing = m_order->choose(request);
    setJob(request.job);
    if (missing.isEmpty())
        return m_message->clear();
    m_message->show(MessageCard::Kind::Warning,
        tr("No longer in the list of machines: %1").arg(plainText(formatList(missing), 300)));
}

JobSpec NewRunPage::job() const
{
    return m_form->job();
}

std::vector<CandidateMachine> NewRunPage::candidates() const
{
    const RunRequest request = this->request();
    std::vector<CandidateMachine> machines;
    for (std::size_t i = 0; i < request.machines.size(); ++i) {
        const ProbeReport &report = *m_order->hosts()[i]->report();
        machines.push_back({request.machines[i].name.toStdString(), report,
            candidatesOf(request, report, request.devices[i]), request.machines[i].terms});
    }
    m_workspace->history().speeds().fillIn(request.job, machines);
    return machines;
}

QString NewRunPage::noPlanWords(const Error &error)
{
    return tr("There is no plan: %1").arg(isolated(plainText(error.message, 300)));
}

QString NewRunPage::obstacle(const Result<Plan> &planned) const
{
    if (!m_form->isValid())
        return m_form->problem();
    if (!m_data->isGood())
        return m_data->problem().isEmpty() ? tr("Looking at the data.") : m_data->problem();
    return planned ? QString() : noPlanWords(planned.error());
}

// Runs learn the speeds of machines while this page is hidden.
void NewRunPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

void NewRunPage::refresh()
{
    const JobSpec job = this->job();
    m_workspace->setDraft(job);
    if (m_jobFile->isVisible())
        m_jobFile->show(job);
    if (validate(job.task))
        m_data->load(job.task);
    else
        m_data->showNothing();
    m_form->dataFields()->setUnneeded(
        m_data->hasImagesOfAnySize() ? QSet<QString>() : QSet<QString>{QStringLiteral("data.side")});
    if (m_order->hosts().empty()) {
        showObstacle(tr("Choose at least one machine."));
        m_plan->showProblem(tr("Choose at least one machine."));
        m_forecast->showNothing();
        return;
    }
    const std::vector<CandidateMachine> machines = candidates();
    const auto planned = planRun(job, machines);
    const QString problem = obstacle(planned);
    showObstacle(problem);
    if (planned)
        m_plan->show(*planned, job, adviseOnContext(job, machines));
    else
        m_plan->showProblem(noPlanWords(planned.error()));
    if (problem.isEmpty())
        m_forecast->show(request(), machines);
    else
        m_forecast->showNothing();
}

void NewRunPage::showObstacle(const QString &problem)
{
    m_start->setEnabled(problem.isEmpty());
    m_obstacle->setText(problem.isEmpty() ? tr("Everything is ready.") : problem);
}

RunRequest NewRunPage::request() const
{
    RunRequest request;
    request.job = job();
    request.cpuRanksPerMachine = m_cpuRanks->value();
    for (const Host *host : m_order->hosts()) {
        request.machines.push_back(host->machine());
        request.devices.push_back(m_workspace->fleetModel().tickedDevicesOf(*host));
    }
    return request;
}

QStringList NewRunPage::busyMachines() const
{
    QStringList busy;
    for (const Host *host : m_order->hosts()) {
        const QStringList runs = m_workspace->runsOn(host->machine().name);
        if (!runs.isEmpty()) {
            busy << tr("%1 trains %2.").arg(host->displayName(), formatList(runs));
            continue;
        }
        const auto devices = m_workspace->fleetModel().tickedDevicesOf(*host);
        const auto &gpus = host->report()->gpus;
        const auto others = std::count_if(gpus.begin(), gpus.end(), [&](const GpuReport &gpu) {
            return gpu.processes.value_or(0) > 0
                && std::find(devices.begin(), devices.end(), Device{Device::Kind::Cuda, gpu.uuid}) != devices.end();
        });
        if (others > 0)
            busy << tr("Other programs use %Ln GPU(s) of %1.", nullptr, static_cast<int>(others))
                        .arg(insideSentence(host->displayName()));
    }
    return busy;
}

void NewRunPage::start()
{
    const auto begin = [this] {
        RunRequest asked = request();
        asked.measured = m_forecast->measuredFor(asked);
        m_workspace->start(asked);
        Q_EMIT started();
    };
    const QStringList busy = busyMachines();
    if (busy.isEmpty())
        return begin();
    ask(this,
        {QStringLiteral("busyQuestion"), tr("Start on machines that are busy?"),
            busy.join(QLatin1Char('\n')) + QStringLiteral("\n\n")
                + tr("Runs that share a machine slow each other, and may run out of memory."),
            tr("Start")},
        begin);
}

void NewRunPage::leaveOut(const QString &machine)
{
    for (const Host *host : m_order->hosts())
        if (host->machine().name == machine)
            for (const Device &device : m_workspace->fleetModel().tickedDevicesOf(*host))
                m_workspace->ticks().set(machine, device, false);
}

bool NewRunPage::importJob(const QString &path)
{
    const auto read = readJob(path.toStdString());
    if (!read) {
        m_message->show(read.error());
        return false;
    }
    setJob(*read);
    m_message->clear();
    return true;
}

bool NewRunPage::exportJob(const QString &path)
{
    QSaveFile file(path);
    const QByteArray json = QByteArray::fromStdString(toJson(job()));
    if (file.open(QIODevice::WriteOnly) && file.write(json) == json.size() && commitWhole(file))
        return true;
    m_message->show(
        MessageCard::Kind::Error, tr("%1 could not be written.").arg(leftToRight(path)), file.errorString());
    return false;
}

void NewRunPage::chooseImport()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Open a job"), {}, tr("Jobs (*.json)"));
    if (!path.isEmpty())
        importJob(path);
}

void NewRunPage::chooseExport()
{
    const QString path
        = QFileDialog::getSaveFileName(this, tr("Save this job"), QStringLiteral("job.json"), tr("Jobs (*.json)"));
    if (!path.isEmpty())
        exportJob(path);
}

} // namespace motley
