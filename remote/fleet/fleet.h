// The list of machines, kept in a file. It always begins with this computer. Several programs may change the list: each
// change is made to what is in the file then.
#pragma once

#include "remote/fleet/filewatch.h"
#include "remote/fleet/host.h"
#include "remote/session/sentence.h"

#include <QObject>

#include <memory>
#include <vector>

namespace motley {

class Fleet : public QObject {
    Q_OBJECT
    MOTLEY_PHRASES(motley::Fleet)

public:
    Fleet(QString path, Prompter *prompter, QObject *parent = nullptr);

    void setAtContact(AtContact work) { m_atContact = std::move(work); } // with machines that are loaded later
    Result<void> load(); // machines that stay in the list keep their hosts
    void watch(); // loads again whenever another program has changed the file
    const std::vector<std::unique_ptr<Host>> &hosts() const { return m_hosts; }
    Host *find(const QString &name) const;

    Result<Host *> add(Machine machine); // the name must be new and valid
    Result<void> remove(const QString &name);
    Result<void> setSharedFolders(const QString &name, std::vector<SharedFolder> folders);
    Result<void> setTerms(const QString &name, const MachineTerms &terms);

Q_SIGNALS:
    void aboutToChange();
    void listChanged();
    void notRead(const motley::Error &error); // a changed file cannot be used; the list stays as it is
    void hostChanged(Host *host);

private:
    template <typename Value>
    Result<void> set(const QString &name, Value Machine::*field, Value value);
    Result<void> change(const MachinesChange &change);
    void show(std::vector<Machine> machines);
    std::unique_ptr<Host> makeHost(Machine machine);

    QString m_path;
    Prompter *m_prompter;
    AtContact m_atContact;
    std::vector<std::unique_ptr<Host>> m_hosts;
    std::unique_ptr<FileWatch> m_watch;
};

} // namespace motley
