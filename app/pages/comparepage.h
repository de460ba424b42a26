// Runs beside each other: their curves in one chart, what they came to against a baseline, the settings that differ.
#pragma once

#include "app/report/runfigures.h"

#include <QStandardItemModel>
#include <QThreadPool>
#include <QWidget>

#include <stop_token>
#include <vector>

class QComboBox;
class QLabel;
class QPushButton;
class QTreeView;

namespace motley {

class ElidedLabel;
class PlotPanel;

class ComparePage : public QWidget {
    Q_OBJECT

public:
    explicit ComparePage(QWidget *parent = nullptr);
    ~ComparePage() override;

    void compare(const std::vector<RunRecord> &runs, const QString &baseline); // reads their events on a thread
    void saveReport(const QString &path);
    std::vector<RunRecord> runs() const { return m_runs; }

Q_SIGNALS:
    void left();
    void baselineChosen(const QString &run); // its id

private:
    struct Column { // of figures, as a chart
        QString name;
        const std::vector<double> RunFigures::*x;
        const std::vector<double> RunFigures::*y;
        bool hasMarkers = false;
    };

    QWidget *makeHead();
    QWidget *makeTables();
    static QTreeView *makeFittedTable(QStandardItemModel *model, const QString &objectName, const QString &name);
    std::vector<Column> columns() const;
    void show(Result<std::vector<RunFigures>> read);
    void fillTables();
    void drawChart();
    void refreshPin();
    void chooseBaseline();
    void chooseReport();
    int baseline() const;

    std::vector<RunRecord> m_runs;
    std::vector<RunFigures> m_figures; // of m_runs, once they are read
    QString m_baseline; // the run's id
    QStandardItemModel m_figureRows;
    QStandardItemModel m_settingRows;
    QLabel *m_title;
    QComboBox *m_curve;
    QPushButton *m_pin;
    QPushButton *m_save;
    ElidedLabel *m_said; // in the line of the title, so that nothing moves
    PlotPanel *m_chart;
    QTreeView *m_figureTable = nullptr;
    QTreeView *m_settingTable = nullptr;
    std::stop_source m_leave; // of what is read now
    QThreadPool m_thread;
};

} // namespace motley
