// The time line of a run to look at and to walk through: the pointer, or the arrow keys, choose a column and a machine,
// and words say what is there. Redrawn at most ten times a second, and less often where that takes long.
#pragma once

#include "app/models/openrun.h"
#include "app/plots/timelinepicture.h"

#include <QPixmap>
#include <QTimer>
#include <QWidget>

#include <optional>

namespace motley {

class TimelineLanes : public QWidget {
    Q_OBJECT

public:
    explicit TimelineLanes(QWidget *parent = nullptr);

    void setRun(const OpenRun *run); // shows all of it
    void setQuantity(TimelineQuantity quantity);
    void setEmptySentence(const QString &sentence);
    void valuesChanged();
    void setCrosshair(std::optional<double> step); // from a linked chart
    const TimelineScene &scene() const { return m_scene; }
    bool isHeatMap() const;
    QString words() const; // of what is chosen; empty: nothing is

Q_SIGNALS:
    void crosshairMoved(std::optional<double> step);
    void wordsChanged();
    void sceneChanged();
    void doubleClicked();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool event(QEvent *event) override;

private:
    void schedule();
    void refresh();
    void choose(std::optional<double> step, int machine);
    void moveBy(int columns, int machines);
    void goToMark(int direction);
    void zoom(double factor);
    QStringList marksAt(double x) const;
    TimelinePlaces places() const;

    const OpenRun *m_run = nullptr;
    TimelineQuantity m_quantity = TimelineQuantity::Time;
    TimelineScene m_scene;
    TimelinePlaces m_places; // of m_scene
    QPixmap m_picture;
    QTimer m_timer;
    QString m_emptySentence;
    std::optional<std::pair<double, double>> m_view; // nullopt: all
    std::optional<double> m_step; // that is chosen
    int m_machine = -1;
    std::optional<std::size_t> m_mark; // that the keys went to
};

} // namespace motley
