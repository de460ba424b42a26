// Takes back the machines that a run has lost, over logins of its own that ask nobody, while the run is followed.
#pragma once

#include "remote/history/runrecord.h"
#include "remote/run/comebackplan.h"
#include "remote/session/prompter.h"

#include <QObject>
#include <QStringList>
#include <QThreadPool>
#include <QTimer>

#include <map>
#include <stop_token>
#include <utility>
#include <vector>

namespace motley {

class Comebacks : public QObject {
    Q_OBJECT

public:
    // `prompter`: for attempts that a user asks for.
    explicit Comebacks(Prompter *prompter, const ComebackPauses &pauses = {}, QObject *parent = nullptr);
    ~Comebacks() override; // an agent that is being started goes on

    void setRun(const RunRecord &record); // once its machines and folders are known
    void setLeftAlone(const QStringList &machines); // names of those that are not taken back by itself
    void add(const std::vector<Event> &events);
    void setInContact(bool isInContact); // with the run; without it nobody is tried
    void end(); // the run is at its end
    void takeBackNow(); // all machines that do not prepare; the logins may ask a user

    // By number. Those of which the run knows no folder are not among them.
    std::map<int, Comeback> machines() const;
    bool canTryNow() const; // a machine, as takeBackNow() does

Q_SIGNALS:
    void changed(); // machines() or canTryNow()
    void news(
        int machine, const motley::Comeback &comeback); // worth a line; of a machine that takes part the log says it

private:
    bool hasPlace(int machine) const; // where it is, and its folder, are known
    void look();
    void tryDue();
    void start(int machine, Prompter *user);
    void finish(int machine, const ComebackAttempt &attempt);
    void tellNews();

    Prompter *m_prompter;
    RunRecord m_record;
    QStringList m_leftAlone;
    RunMembers m_members;
    ComebackPlan m_plan;
    std::map<int, Comeback> m_told;
    std::pair<std::map<int, Comeback>, bool> m_shown; // machines() and canTryNow(), when they last changed
    bool m_isInContact = false;
    QTimer m_timer;
    std::stop_source m_leave;
    QThreadPool m_queue;
};

} // namespace motley
