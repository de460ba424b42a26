// The machines of this computer's user, as objects that report: each probes on a thread of its own.
#pragma once

#include "engine/protocol/probereport.h"
#include "remote/fleet/filewatch.h"
#include "remote/fleet/machine.h"
#include "remote/session/prompter.h"
#include "remote/session/sentence.h"

#include <QObject>
#include <QThreadPool>

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace motley {

// One machine. Idle -> Probing -> Ready | Failed; refresh() starts again from any state but Probing.
class Host : public QObject {
    Q_OBJECT

public:
    enum class State { Idle, Probing, Ready, Failed };
    Q_ENUM(State)

    // Why the last probe failed. NeedsPerson: the login has questions. LoginRefused: it had none, and none of the keys
    // was accepted. ProbeFailed: the login is good, what came after it is not.
    enum class Failure { None, Unreachable, HostKeyChanged, HostKeyRefused, LoginRefused, NeedsPerson, ProbeFailed };

    Host(Machine machine, Prompter *prompter, QObject *parent = nullptr);
    ~Host() override; // cancels and waits

    const Machine &machine() const { return m_machine; }
    QString displayName() const;
    State state() const { return m_state; }
    const std::optional<ProbeReport> &report() const { return m_report; } // of the last successful probe
    const std::optional<Error> &error() const { return m_error; }
    Failure failure() const { return m_failure; }
    bool needsPerson() const { return m_failure == Failure::NeedsPerson; }

    void refresh(Questions questions = Questions::Asked);
    void cancel();
    void setMachine(Machine machine); // the same machine with other terms or shared folders

Q_SIGNALS:
    void changed();

private:
    struct Answer;

    void setState(State state);
    void take(const Answer &answer);

    Machine m_machine;
    Prompter *m_prompter;
    State m_state = State::Idle;
    std::optional<ProbeReport> m_report;
    std::optional<Error> m_error;
    Failure m_failure = Failure::None;
    std::stop_source m_stop;
    QThreadPool m_queue;
};

// The list of machines, kept in a file. It always begins with this computer. Several programs may change the list: each
// change is made to what is in the file then.
class Fleet : public QObject {
    Q_OBJECT
    MOTLEY_PHRASES(motley::Fleet)

public:
    Fleet(QString path, Prompter *prompter, QObject *parent = nullptr);

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
    std::vector<std::unique_ptr<Host>> m_hosts;
    std::unique_ptr<FileWatch> m_watch;
};

} // namespace motley
