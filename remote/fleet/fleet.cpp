#include "remote/fleet/fleet.h"

#include "remote/session/sentence.h"

#include <QRegularExpression>

#include <algorithm>
#include <utility>

namespace motley {

namespace {

const QString localName = QStringLiteral("local");
constexpr qsizetype longestName = 64;
constexpr qsizetype longestAddress = 200; // that is shown

Machine thisComputer()
{
    return Machine{Machine::Kind::ThisComputer, localName, {}, {}};
}

bool isValidName(const QString &name)
{
    const bool usual = std::all_of(name.begin(), name.end(),
        [](QChar letter) { return letter.isLetterOrNumber() || QStringLiteral("._-+@").contains(letter); });
    return !name.isEmpty() && name.size() <= longestName && usual && name.front().isLetterOrNumber();
}

bool isAddress(const QString &destination)
{
    static const QRegularExpression address(
        QStringLiteral("^(?:ssh://)?(?:[^@\\s]+@)?"
                       "(?:[^-:@/\\s\\[\\]][^:@/\\s\\[\\]]*" // a name, or IPv4
                       "|\\[[0-9a-fA-F:.%\\w]+\\]" // IPv6 in brackets
                       "|[0-9a-fA-F]*:[0-9a-fA-F]*:[0-9a-fA-F:.%\\w]*)" // or without
                       "(?::([0-9]{1,5}))?$"));
    const auto match = address.match(destination);
    const int port = match.captured(1).isEmpty() ? 22 : match.captured(1).toInt();
    return match.hasMatch() && port >= 1 && port <= 65535;
}

// Says whether the machines differ in their terms or shared folders at most, so that what one reports holds for both.
bool isReachedAlike(const Machine &a, const Machine &b)
{
    return a.kind == b.kind && a.name == b.name && a.destination == b.destination && a.installRoot == b.installRoot;
}

std::vector<Machine> withThisComputerFirst(std::vector<Machine> machines)
{
    const auto local = std::find_if(machines.begin(), machines.end(),
        [](const Machine &machine) { return machine.kind == Machine::Kind::ThisComputer; });
    auto first = thisComputer();
    if (local != machines.end()) {
        first.installRoot = local->installRoot;
        first.sharedFolders = local->sharedFolders;
        first.terms = local->terms;
        machines.erase(local);
    }
    machines.insert(machines.begin(), std::move(first));
    return machines;
}

std::vector<Machine>::iterator entryOf(const QString &name, std::vector<Machine> &machines)
{
    return std::find_if(machines.begin(), machines.end(), [&](const Machine &machine) { return machine.name == name; });
}

tl::unexpected<Error> noMachineNamed(const QString &name)
{
    return sentence(Fleet::phrase("There is no machine named %1.").arg(name));
}

} // namespace

Fleet::Fleet(QString path, Prompter *prompter, QObject *parent)
    : QObject(parent), m_path(std::move(path)), m_prompter(prompter)
{
    m_hosts.push_back(makeHost(thisComputer()));
}

Result<void> Fleet::load()
{
    auto machines = readMachines(m_path);
    if (!machines)
        return tl::unexpected(machines.error());
    show(withThisComputerFirst(*std::move(machines)));
    return {};
}

void Fleet::watch()
{
    m_watch = std::make_unique<FileWatch>(m_path);
    connect(m_watch.get(), &FileWatch::changed, this, [this] {
        if (const auto loaded = load(); !loaded)
            Q_EMIT notRead(loaded.error());
    });
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
        return sentence(phrase(
            "\u201c%1\u201d cannot be the name of a machine. Use up to %2 letters, digits and . _ - + @, and begin "
            "with a letter or digit.")
                            .arg(machine.name.left(longestName))
                            .arg(longestName));
    if (!isAddress(machine.destination))
        return sentence(phrase(
            "\u201c%1\u201d is not the address of a machine. Use a name of your SSH configuration, user@host, or "
            "user@host:port with a port from 1 to 65535.")
                            .arg(machine.destination.left(longestAddress)));
    const auto added = change([&](std::vector<Machine> &machines) -> Result<void> {
        if (entryOf(machine.name, machines) != machines.end())
            return sentence(phrase("There is a machine named %1 already. Choose another name.").arg(machine.name));
        machines.push_back(machine);
        return {};
    });
    if (!added)
        return tl::unexpected(added.error());
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
    return change([&](std::vector<Machine> &machines) -> Result<void> {
        const auto entry = entryOf(name, machines);
        if (entry == machines.end())
            return noMachineNamed(name);
        (*entry).*field = value;
        return {};
    });
}

Result<void> Fleet::remove(const QString &name)
{
    return change([&](std::vector<Machine> &machines) -> Result<void> {
        const auto entry = entryOf(name, machines);
        if (entry == machines.end())
            return noMachineNamed(name);
        if (entry == machines.begin())
            return sentence(phrase("This computer is always in the list."));
        machines.erase(entry);
        return {};
    });
}

Result<void> Fleet::change(const MachinesChange &change)
{
    auto changed = changeMachines(m_path, [&](std::vector<Machine> &machines) {
        machines = withThisComputerFirst(std::move(machines));
        return change(machines);
    });
    if (!changed)
        return tl::unexpected(changed.error());
    show(*std::move(changed));
    return {};
}

void Fleet::show(std::vector<Machine> machines)
{
    const bool sameHosts = std::equal(machines.begin(), machines.end(), m_hosts.begin(), m_hosts.end(),
        [](const Machine &machine, const auto &host) { return isReachedAlike(machine, host->machine()); });
    if (!sameHosts) {
        Q_EMIT aboutToChange();
        auto before = std::exchange(m_hosts, {});
        for (const Machine &machine : machines) {
            const auto kept = std::find_if(before.begin(), before.end(),
                [&](const auto &host) { return host && isReachedAlike(machine, host->machine()); });
            m_hosts.push_back(kept == before.end() ? makeHost(machine) : std::move(*kept));
        }
        Q_EMIT listChanged();
    }
    for (std::size_t i = 0; i < machines.size(); ++i)
        if (!(m_hosts[i]->machine() == machines[i]))
            m_hosts[i]->setMachine(std::move(machines[i]));
}

std::unique_ptr<Host> Fleet::makeHost(Machine machine)
{
    auto host = std::make_unique<Host>(std::move(machine), m_prompter);
    host->setAtContact(m_atContact);
    connect(host.get(), &Host::changed, this, [this, raw = host.get()] { Q_EMIT hostChanged(raw); });
    return host;
}

} // namespace motley
