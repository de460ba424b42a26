// The first rows of a job's data as they are trained, with what is learned in colour, and how many rows are cut or left
// out. This computer's engine reads them, once the view is seen.
#pragma once

#include "app/data/rowsreader.h"

#include <QWidget>

#include <optional>

class QLabel;
class QVBoxLayout;

namespace motley {

class TrainedText;

class TrainedRows : public QWidget {
    Q_OBJECT

public:
    enum class State { Nothing, Expecting, Reading, Shown, Failed };

    explicit TrainedRows(QWidget *parent = nullptr);

    void showNothing(); // tasks without rows of text, and data that are not here
    void expect(); // the data are looked at first; what was shown is not true any more
    void load(const TaskSpec &task);
    State state() const { return m_state; }

protected:
    void showEvent(QShowEvent *event) override;

private:
    void setState(State state);
    void readIfSeen();
    void clear();
    void showRows(const TrainingRows &rows);
    void showProblem(const Error &error);
    void addRow(const TrainingRow &row, int number);

    RowsReader m_reader;
    State m_state = State::Nothing;
    std::optional<TaskSpec> m_task; // to be read, or being read or shown
    QLabel *m_words;
    QLabel *m_problem;
    QWidget *m_body; // keeps its place while other rows are read
    TrainedText *m_legend;
    QVBoxLayout *m_rows;
};

} // namespace motley
