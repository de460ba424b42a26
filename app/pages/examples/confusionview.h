// How often each class was taken for each, as a picture: a row for each class that is right, and in it a cell for each
// predicted one, the darker the more of the row it has. Right answers lie on the diagonal and have a frame. The arrow
// keys lead from cell to cell; what the chosen one says is the widget's accessible description, and a tool tip.
#pragma once

#include "engine/protocol/examples/testexamples.h"

#include <QPoint>
#include <QWidget>

#include <optional>

namespace motley {

class ConfusionView : public QWidget {
    Q_OBJECT

public:
    explicit ConfusionView(QWidget *parent = nullptr);

    void setConfusion(std::optional<Confusion> confusion);
    QString chosenWords() const; // empty: no cell is chosen

    QSize sizeHint() const override;

Q_SIGNALS:
    void chosen(const QString &words);

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;

private:
    int classes() const { return m_confusion ? int(m_confusion->classes.size()) : 0; }
    QRectF cellAt(int row, int column) const;
    std::optional<QPoint> cellUnder(QPointF point) const; // column and row
    void choose(QPoint cell);

    std::optional<Confusion> m_confusion;
    std::optional<QPoint> m_chosen;
};

} // namespace motley
