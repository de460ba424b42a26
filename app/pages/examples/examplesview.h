// What a run's model made of the same examples at each test, and which classes it confused: a slider leads from test to
// test, the newest last.
#pragma once

#include "app/models/metricseries.h"
#include "app/pages/examples/examplemodel.h"

#include <QStandardItemModel>
#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QSlider;
class QTreeView;

namespace motley {

class ConfusionView;
class LargeExample;

class ExamplesView : public QWidget {
    Q_OBJECT

public:
    explicit ExamplesView(QWidget *parent = nullptr);

    void setSeries(const MetricSeries *series); // nullptr: no run is shown
    void refresh(); // there may be another test
    bool isWorthShowing() const; // there are examples, or a confusion matrix

    static constexpr int usefulHeight = 300; // pixels

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    const TestExamples *chosenTest() const;
    void showTest();
    void showWhole();
    void listPairs(const TestExamples *test);
    void shareRoom();
    void shareColumns();
    QWidget *makeConfusion();
    QLayout *makeTests();

    const MetricSeries *m_series = nullptr;
    std::int64_t m_newest = -1; // the step of the newest test that was looked at; -1: there was none
    std::size_t m_tests = 0; // that were looked at
    ExampleModel m_rows;
    QStandardItemModel m_pairs;
    QTreeView *m_table;
    QSlider *m_slider;
    QLabel *m_test;
    QPlainTextEdit *m_whole;
    LargeExample *m_large;
    ConfusionView *m_confusion;
    QTreeView *m_pairTable;
    QLabel *m_cell;
    QWidget *m_confused;
};

} // namespace motley
