// The headings of a table. Where it is sorted by a column of numbers, the words of its heading stand beside the mark: a
// style sheet gives them all of the heading, and they would run into it.
#pragma once

#include <QHeaderView>

namespace motley {

class TableHeader : public QHeaderView {
public:
    explicit TableHeader(QWidget *parent = nullptr);

protected:
    void initStyleOptionForIndex(QStyleOptionHeader *option, int logicalIndex) const override;
};

} // namespace motley
