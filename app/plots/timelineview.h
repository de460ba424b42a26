// The card of a run's time line: which machine the others wait for in one sentence, and below it what each machine did
// over the steps, as a picture or as a table.
#pragma once

#include "app/models/openrun.h"
#include "app/timeline/timelinetable.h"

#include <QFrame>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace motley {

class TimelineLanes;
class TimelineLegend;

class TimelineView : public QFrame {
    Q_OBJECT

public:
    explicit TimelineView(QWidget *parent = nullptr);

    void setRun(const OpenRun *run);
    void setEmptySentence(const QString &sentence);
    void valuesChanged();
    void setCrosshair(std::optional<double> step);
    void addLastTool(QWidget *tool);

Q_SIGNALS:
    void crosshairMoved(std::optional<double> step);
    void maximiseRequested(); // or that it is small again

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void makeHead();
    QWidget *makeTable();
    TimelineQuantity quantity() const; // that is chosen
    void chooseQuantity();
    void showSentences();
    void sceneChanged();
    void wordsChanged();

    const OpenRun *m_run = nullptr;
    QHBoxLayout *m_head;
    QComboBox *m_quantity;
    QToolButton *m_showTable;
    QLabel *m_sentence;
    QLabel *m_forecast;
    QLabel *m_words; // of what is chosen, or what a column is
    TimelineLegend *m_legend;
    QStackedWidget *m_stack;
    TimelineLanes *m_lanes;
    TimelineTable m_table;
};

} // namespace motley
