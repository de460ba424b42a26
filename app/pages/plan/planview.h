// A plan before it runs: each rank's share of the global batch as a bar, what it holds in memory as another, how long
// sequences may be, and the reasons for the plan.
#pragma once

#include "engine/job/jobspec.h"
#include "engine/plan/contextadvice.h"
#include "engine/protocol/plan.h"

#include <QWidget>

#include <optional>

class QLabel;
class QVBoxLayout;

namespace motley {

class PlanView : public QWidget {
    Q_OBJECT

public:
    explicit PlanView(QWidget *parent = nullptr);

    // `advice`: on the ranks of the plan; nullopt: there is none.
    void show(const Plan &plan, const JobSpec &job, const std::optional<ContextAdvice> &advice = {});
    void showProblem(const QString &sentence);

private:
    void clear();

    QVBoxLayout *m_rows;
    QLabel *m_words;
    QLabel *m_problem;
};

} // namespace motley
