// A field for a path on this computer: typed, or chosen as a file or a folder.
#pragma once

#include <QWidget>

class QLineEdit;

namespace motley {

class PathField : public QWidget {
    Q_OBJECT

public:
    explicit PathField(QWidget *parent = nullptr);

    QString path() const;
    void setPath(const QString &path);
    QLineEdit *line() const { return m_line; }
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void changed();

private:
    QLineEdit *m_line;
};

} // namespace motley
