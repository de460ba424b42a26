#include "remote/fleet/fleet.h"

#include <algorithm>

namespace motley {

namespace {

const QString localName = QStringLiteral("local");
constexpr qsizetype longestName = 64;

Machine thisComputer()
{
    return Machine{Machine::Kind::ThisComputer, localName, {}, {}};
}

bool isValidName(const QString &name)
{
    const bool printable = std::all_of(name.begin(), name.end(),
        [](QChar character) { return character.isPrint() && !QStringLiteral("/,:").contains(character); });
    return !name.isEmpty() && name.size() <= longestName && name.trimmed() == name && printable
        && !name.startsWith(QLatin1Char('-'));
}

} // namespace

Fleet::Fleet(QString path, Prompter *prompter, QObject *parent)
    : QObject(parent), m_path(std::move(path)), m_prompter(prompter)
{
    append(thisComputer());
}

Result<void> Fleet::load()
{
    auto machines = readMachines(m_path);
    if (!machines)
        return tl::unexpected(machines.error());
    const auto local = std::find_if(machines->begin(), machines->end(),
        [](const Machine &machine) { return machine.kind == Machine::Kind::ThisComputer; });
    auto first = thisComputer();
    if (local != machines->end()) {
        first.installRoot = local->installRoot;
        first.terms = local->terms;
        machines->erase(local);
    }
    Q_EMIT aboutToChange();
    m_hosts.clear();
    append(std::move(first));
    for (auto &machine : *machines)
        append(std::move(machine));
    Q_EMIT listChanged();
    return {};
}

Host *Fleet::find(const QString &name) const
{
    const auto found
        = std::find_if(m_hosts.begin(), m_hosts.end(), [&](const auto &host) { return host->machine().name == name; });
    return found == m_hosts.end() ? nullptr : found->get();
}

Result<Host *> Fleet::add(Machine machine)
{
    if (!isValidName(machine.name))
        return fail(
            tr("\u201c%1\u201d cannot be the name of a machine. Use up to %2 printable characters without / , and :.")
                .arg(machine.name.left(longestName))
                .arg(longestName)
                .toStdString());
    if (find(machine.name))
        return fail(tr("There is a machine named %1 already. Choose another name.").arg(machine.name).toStdString());
    Q_EMIT aboutToChange();
    append(std::move(machine));
    const auto saved = save();
    if (!saved)
        m_hosts.pop_back();
    Q_EMIT listChanged();
    if (!saved)
        return tl::unexpected(saved.error());
    return m_hosts.back().get();
}

Result<void> Fleet::setSharedFolders(const QString &name, std::vector<SharedFolder> folders)
{
    return set(name, &Machine::sharedFolders, std::move(folders));
}

Result<void> Fleet::setTerms(const QString &name, const MachineTerms &terms)
{
    return set(name, &Machine::terms, terms);
}

template <typename Value>
Result<void> Fleet::set(const QString &name, Value Machine::*field, Value value)
{
    Host *host = find(name);
    if (!host)
        return fail(tr("There is no machine named %1.").arg(name).toStdString());
    const Machine before = host->machine();
    Machine after = before;
    after.*field = std::move(value);
    host->setMachine(std::move(after));
    const auto saved = save();
    if (!saved)
        host->setMachine(before);
    return saved;
}

Result<void> Fleet::remove(const QString &name)
{
    const auto found
        = std::find_if(m_hosts.begin(), m_hosts.end(), [&](const auto &host) { return host->machine().name == name; });
    if (found == m_hosts.end())
        return fail(tr("There is no machine named %1.").arg(name).toStdString());
    if (found == m_hosts.begin())
        return fail(tr("This computer is always in the list.").toStdString());
    Q_EMIT aboutToChange();
    const auto index = found - m_hosts.begin();
    auto host = std::move(*found);
    m_hosts.erase(found);
    const auto saved = save();
    if (!saved)
        m_hosts.insert(m_hosts.begin() + index, std::move(host));
    Q_EMIT listChanged();
    return saved;
}

Result<void> Fleet::save() const
{
    std::vector<Machine> machines;
    for (const auto &host : m_hosts)
        machines.push_back(host->machine());
    return writeMachines(m_path, machines);
}

void Fleet::append(Machine machine)
{
    auto host = std::make_unique<Host>(std::move(machine), m_prompter);
    connect(host.get(), &Host::changed, this, [this, raw = host.get()] { Q_EMIT hostChanged(raw); });
    m_hosts.push_back(std::move(host));
}

} // namespace motley
