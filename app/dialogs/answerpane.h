// What one model answers, below its name. The text comes piece by piece and is followed while its end is in view.
#pragma once

#include "app/data/modeltrial.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;

namespace motley {

class AnswerPane : public QWidget {
    Q_OBJECT

public:
    AnswerPane(const QString &modelFolder, const QString &objectName);

    void setName(const QString &name); // empty: none is shown
    void ask(TrialKind use, const QString &input);
    void stop();
    void clear(); // stops it too
    bool isBusy() const { return m_trial.isBusy(); }

Q_SIGNALS:
    void ended(); // an answer
    void failed(const motley::Error &error);

private:
    void write(const QString &text);
    void end();
    void insert(const QString &text);

    ModelTrial m_trial;
    QLabel *m_name;
    QPlainTextEdit *m_text;
    TrialKind m_use = TrialKind::Chat;
    QString m_whole; // an answer of which nothing is shown before its end
};

} // namespace motley
