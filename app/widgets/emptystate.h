// What a page or chart shows instead of nothing: why it is empty and what to do about it.
#pragma once

#include <QWidget>

class QLabel;
class QHBoxLayout;

namespace motley {

class EmptyState : public QWidget {
    Q_OBJECT

public:
    EmptyState(const QString &icon, const QString &heading, const QString &sentence, QWidget *parent = nullptr);

    void setSentence(const QString &sentence);
    void addButton(QWidget *button);

protected:
    void changeEvent(QEvent *event) override;

private:
    void drawIcon();

    QString m_iconName;
    QLabel *m_icon;
    QLabel *m_sentence;
    QHBoxLayout *m_buttons;
};

} // namespace motley
