// The note and the tags of a run.
#pragma once

#include "remote/history/runrecord.h"

#include <QDialog>

class QLineEdit;
class QPlainTextEdit;

namespace motley {

class MessageCard;

class AnnotationDialog : public QDialog {
    Q_OBJECT

public:
    // `known`: the tags of all runs, which are offered while one is typed.
    AnnotationDialog(RunHistory *history, const RunRecord &run, const QStringList &known, QWidget *parent = nullptr);

private:
    void offer(const QStringList &known);
    void complete(const QString &tag);
    void save();

    RunHistory *m_history;
    QString m_run; // its id
    Annotation m_before;
    QLineEdit *m_tags;
    QPlainTextEdit *m_note;
    MessageCard *m_message;
};

} // namespace motley
