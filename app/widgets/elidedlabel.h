// A line of text that may be shortened where there is no room for it. The tool tip then has all of it.
#pragma once

#include <QLabel>

namespace motley {

class ElidedLabel : public QLabel {
public:
    explicit ElidedLabel(const char *role, QWidget *parent = nullptr); // `role`: as in makeLabel()

    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    QString shortened() const;
    bool isWhole() const;
};

} // namespace motley
