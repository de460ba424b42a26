// The headings of a table. Where it can be sorted, each leaves room for the mark of a sorted column, as a style sheet
// gives the words all of it and numbers' headings would run into the mark.
#pragma once

#include <QHeaderView>

namespace motley {

class TableHeader : public QHeaderView {
public:
    explicit TableHeader(QWidget *parent = nullptr);

protected:
    void initStyleOptionForIndex(QStyleOptionHeader *option, int logicalIndex) const override;
    QSize sectionSizeFromContents(int logicalIndex) const override;
};

} // namespace motley
