// A row of data as a model is trained on it: what it learns to write is underlined in the accent's colour, the rest is
// muted, and special tokens have a ground of their own. A long one is folded until its reader wants to see all of it.
#pragma once

#include "engine/protocol/rows/trainingrows.h"

#include <QTextDocument>
#include <QWidget>

#include <vector>

namespace motley {

class TrainedText : public QWidget {
    Q_OBJECT

public:
    explicit TrainedText(QWidget *parent = nullptr);

    void show(std::vector<TextPiece> pieces); // as plain text, whatever is in it
    QString shownText() const { return m_document.toPlainText(); }
    void setFolded(bool isFolded);
    bool isFolded() const { return m_isFolded; }
    bool isLong() const { return m_isLong; } // at this width folding hides a part of it

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

Q_SIGNALS:
    void isLongChanged();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void write();
    void measure();
    double heightOfLines(int count) const; // of the first ones, at the document's width

    std::vector<TextPiece> m_pieces;
    mutable QTextDocument m_document; // its width changes also where a height is asked for
    bool m_isFolded = true;
    bool m_isLong = false;
};

} // namespace motley
