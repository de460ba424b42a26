// A sentence that may be selected and copied, over as many lines as it needs. Host names in it are not broken, and what
// is copied has their own hyphens.
#pragma once

#include <QClipboard>
#include <QLabel>

namespace motley {

class SentenceLabel : public QLabel {
    Q_OBJECT

public:
    explicit SentenceLabel(const char *role, QWidget *parent = nullptr);

    void setSentence(const QString &sentence);

private:
    void giveBackHyphens(QClipboard::Mode mode);
};

} // namespace motley
