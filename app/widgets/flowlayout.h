// Lays widgets side by side, and what has no room in further lines below. As wide as its widest item at least.
#pragma once

#include <QLayout>

#include <memory>
#include <vector>

namespace motley {

class FlowLayout : public QLayout {
public:
    // `alignment`: Qt::AlignLeading or Qt::AlignTrailing, of each line.
    explicit FlowLayout(int horizontalSpacing, int verticalSpacing, Qt::Alignment alignment = Qt::AlignLeading);

    void addItem(QLayoutItem *item) override;
    int count() const override;
    QLayoutItem *itemAt(int index) const override;
    QLayoutItem *takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override; // all in one line
    QSize minimumSize() const override;
    void setGeometry(const QRect &rectangle) override;

private:
    struct Line {
        std::vector<QLayoutItem *> items;
        int width = 0;
        int height = 0;
    };
    std::vector<Line> linesFor(int width) const;
    QSize framed(QSize size) const;

    int m_horizontalSpacing;
    int m_verticalSpacing;
    Qt::Alignment m_alignment;
    std::vector<std::unique_ptr<QLayoutItem>> m_items;
};

} // namespace motley
