#include "app/pages/machineorder.h"

#include "app/models/hostwords.h"
#include "app/widgets/pageelements.h"
#include "app/widgets/wholenames.h"
#include "app/words/format.h"

#include <QListWidget>
#include <QLocale>
#include <QVBoxLayout>

#include <algorithm>

namespace motley {

namespace {

constexpr int nameRole = Qt::UserRole;
constexpr int leastRows = 3; // so that a second machine moves nothing
constexpr int leastRowHeight = 28; // pixels

QString devicesText(const std::vector<Device> &devices)
{
    const auto gpus = static_cast<int>(std::count_if(
        devices.begin(), devices.end(), [](const Device &device) { return device.kind == Device::Kind::Cuda; }));
    QStringList words;
    if (gpus > 0)
        words << MachineOrder::tr("%Ln GPU(s)", nullptr, gpus);
    if (static_cast<std::size_t>(gpus) < devices.size())
        words << MachineOrder::tr("CPU");
    return formatList(words);
}

// Those that a request stands for, see RunRequest::devices.
std::vector<Device> namedDevices(const std::vector<Device> &asked, const Host &host)
{
    const auto isAnyGpu = [](const Device &device) { return device == Device{Device::Kind::Cuda, {}}; };
    if (!asked.empty() && std::none_of(asked.begin(), asked.end(), isAnyGpu))
        return asked;
    std::vector<Device> devices = FleetModel::devicesOf(host);
    const bool withCpu = std::any_of(
        asked.begin(), asked.end(), [](const Device &device) { return device.kind == Device::Kind::Cpu; });
    if (devices.size() > 1 && !withCpu)
        std::erase_if(devices, [](const Device &device) { return device.kind == Device::Kind::Cpu; });
    return devices;
}

} // namespace

MachineOrder::MachineOrder(Workspace *workspace, QWidget *parent)
    : QWidget(parent), m_workspace(workspace), m_list(new QListWidget),
      m_up(makeToolButton(tr("Move up"), QStringLiteral("up"), QStringLiteral("machineUp"))),
      m_down(makeToolButton(tr("Move down"), QStringLiteral("down"), QStringLiteral("machineDown"))),
      m_remark(makeLabel({}, "warning"))
{
    m_list->setObjectName(QStringLiteral("machineOrder"));
    m_list->setAccessibleName(tr("Machines of this run, the first one coordinates"));
    m_list->setDragDropMode(QAbstractItemView::InternalMove);
    m_list->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // the page scrolls
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setIconSize({18, 18});
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    auto *buttons = new QVBoxLayout;
    buttons->addWidget(m_up);
    buttons->addWidget(m_down);
    buttons->addStretch();
    auto *line = new QHBoxLayout;
    line->setSpacing(6);
    line->addWidget(m_list, 1);
    line->addLayout(buttons);
    m_remark->setObjectName(QStringLiteral("sameMachines"));
    m_remark->setWordWrap(true);
    m_remark->setTextFormat(Qt::PlainText);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addLayout(line);
    layout->addWidget(m_remark);

    connect(m_up, &QToolButton::clicked, this, [this] { move(-1); });
    connect(m_down, &QToolButton::clicked, this, [this] { move(1); });
    connect(m_list->model(), &QAbstractItemModel::rowsMoved, this, &MachineOrder::storeOrder);
    connect(&workspace->ticks(), &DeviceSelection::changed, this, &MachineOrder::refresh);
    connect(&workspace->fleet(), &Fleet::listChanged, this, &MachineOrder::refresh);
    connect(&workspace->fleet(), &Fleet::hostChanged, this, &MachineOrder::refresh);
    refresh();
}

QStringList MachineOrder::choose(const RunRequest &request)
{
    QStringList missing;
    QSet<QString> keys;
    m_order.clear();
    for (std::size_t i = 0; i < request.machines.size(); ++i) {
        const QString &name = request.machines[i].name;
        const Host *host = m_workspace->fleet().find(name);
        if (!host) {
            missing << name;
            continue;
        }
        m_order << name;
        for (const Device &device : namedDevices(request.devices[i], *host))
            keys << DeviceSelection::keyOf(name, device);
    }
    m_workspace->ticks().choose(keys);
    refresh(); // the order may be all that is new
    return missing;
}

std::vector<Host *> MachineOrder::hosts() const
{
    std::vector<Host *> result;
    for (int row = 0; row < m_list->count(); ++row)
        if (Host *host = m_workspace->fleet().find(m_list->item(row)->data(nameRole).toString()))
            result.push_back(host);
    return result;
}

void MachineOrder::refresh()
{
    const QString current = m_list->currentItem() ? m_list->currentItem()->data(nameRole).toString() : QString();
    std::vector<Host *> ticked;
    for (const auto &host : m_workspace->fleet().hosts())
        if (!m_workspace->fleetModel().tickedDevicesOf(*host).empty())
            ticked.push_back(host.get());
    const auto place = [this](const Host *host) {
        const auto at = m_order.indexOf(host->machine().name);
        return at < 0 ? m_order.size() : at;
    };
    std::stable_sort(ticked.begin(), ticked.end(), [&](auto *a, auto *b) { return place(a) < place(b); });

    m_list->clear();
    for (const Host *host : ticked) {
        const auto devices = m_workspace->fleetModel().tickedDevicesOf(*host);
        auto *item = new QListWidgetItem(stateIcon(*host), {}, m_list);
        item->setText(m_list->count() == 1 ? tr("%1 · %2 · coordinates").arg(host->displayName(), devicesText(devices))
                                           : tr("%1 · %2").arg(host->displayName(), devicesText(devices)));
        item->setToolTip(plainToolTip(item->text()));
        item->setData(nameRole, host->machine().name);
        if (host->machine().name == current)
            m_list->setCurrentItem(item);
    }
    const int rows = std::max(leastRows, m_list->count());
    m_list->setFixedHeight(rows * std::max(leastRowHeight, m_list->sizeHintForRow(0)) + 2 * m_list->frameWidth() + 10);
    setSentence(m_remark, sharedHardwareSentence({ticked.begin(), ticked.end()}));
    m_remark->setVisible(!m_remark->text().isEmpty());
    m_up->setEnabled(m_list->count() > 1);
    m_down->setEnabled(m_list->count() > 1);
    Q_EMIT changed();
}

void MachineOrder::move(int by)
{
    const int row = m_list->currentRow();
    const int target = row + by;
    if (row < 0 || target < 0 || target >= m_list->count())
        return;
    auto *item = m_list->takeItem(row);
    m_list->insertItem(target, item);
    m_list->setCurrentItem(item);
    storeOrder();
}

void MachineOrder::storeOrder()
{
    m_order.clear();
    for (int row = 0; row < m_list->count(); ++row)
        m_order << m_list->item(row)->data(nameRole).toString();
    // Queued, as a drag still uses the item that refresh() would delete.
    QMetaObject::invokeMethod(this, &MachineOrder::refresh, Qt::QueuedConnection);
}

} // namespace motley
