// What a language model answered to the user's own prompts at each test: a row each test, the newest last, and beside
// them the whole answer of the chosen one.
#pragma once

#include "app/models/metricseries.h"

#include <QStandardItemModel>
#include <QWidget>

class QComboBox;
class QPlainTextEdit;
class QTreeView;

namespace motley {

class AnswersView : public QWidget {
    Q_OBJECT

public:
    explicit AnswersView(QWidget *parent = nullptr);

    void setSeries(const MetricSeries *series); // nullptr: no run is shown
    void refresh(); // there may be another test
    bool isWorthShowing() const; // there are answers

private:
    enum Column { Step, Loss, Answer, ColumnCount };

    void listPrompts();
    void listAnswers();
    void showChosen();

    const MetricSeries *m_series = nullptr;
    std::optional<std::int64_t> m_newest; // the step of the newest test that was looked at; -1: there was none
    std::vector<std::int64_t> m_shown; // the steps of the rows
    QStandardItemModel m_rows;
    QStringList m_prompts; // in the order of the newest test
    QComboBox *m_prompt;
    QTreeView *m_table;
    QPlainTextEdit *m_whole;
};

} // namespace motley
