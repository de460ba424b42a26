// A run in the rail: its icon and name, below them how far it is, and a bar of that.
#pragma once

#include <QIcon>
#include <QString>
#include <QToolButton>

#include <optional>

namespace motley {

struct RailRun {
    QString name;
    QString words; // how far it is, or its state
    QIcon icon;
    std::optional<double> done; // 0 to 1; nullopt: there is no bar
    bool canBeClosed = true;
};

class RailRunButton : public QToolButton {
    Q_OBJECT

public:
    explicit RailRunButton(QWidget *parent = nullptr);

    void show(const RailRun &run);
    using QToolButton::show;

Q_SIGNALS:
    void closed(); // by the user

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void shorten(); // what is longer than its line

    RailRun m_run;
    QToolButton *m_close;
};

} // namespace motley
