// A plan before it runs: each rank's share of the global batch as a bar, what it holds in memory, and the reasons for
// the plan.
#pragma once

#include "engine/job/jobspec.h"
#include "engine/protocol/plan.h"

#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace motley {

class PlanView : public QWidget {
    Q_OBJECT

public:
    explicit PlanView(QWidget *parent = nullptr);

    void show(const Plan &plan, const JobSpec &job);
    void showProblem(const QString &sentence);

private:
    void clear();

    QVBoxLayout *m_rows;
    QLabel *m_words;
    QLabel *m_problem;
};

} // namespace motley
