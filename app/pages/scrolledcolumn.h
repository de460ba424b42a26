// A column of a page that scrolls its content up and down, and is never narrower than it.
#pragma once

#include <QScrollArea>

namespace motley {

class ScrolledColumn : public QScrollArea {
public:
    explicit ScrolledColumn(QWidget *content, QWidget *parent = nullptr);

    QSize minimumSizeHint() const override;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
};

} // namespace motley
