// The headings of a table. The words of the one by which it is sorted stand beside the mark: a style sheet may give
// them all of the heading, and they would run into it.
#pragma once

#include <QHeaderView>

namespace motley {

class TableHeader : public QHeaderView {
public:
    explicit TableHeader(QWidget *parent = nullptr);

    int widthFor(int column) const; // sectionSizeHint(), which is 0 for a column that is hidden, of any column

protected:
    QSize sectionSizeFromContents(int logicalIndex) const override;
    void paintSection(QPainter *painter, const QRect &rect, int logicalIndex) const override;
    void initStyleOptionForIndex(QStyleOptionHeader *option, int logicalIndex) const override;

private:
    enum class Part { All, Mark, Words };
    mutable Part m_part = Part::All; // that is being drawn
};

} // namespace motley
