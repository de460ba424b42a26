// The job file of the page of a new run, as it would be saved now, to be read and copied.
#pragma once

#include "engine/job/jobspec.h"

#include <QFrame>

class QPlainTextEdit;
class QPushButton;

namespace motley {

class JobFileView : public QFrame {
    Q_OBJECT

public:
    explicit JobFileView(QWidget *parent = nullptr);

    void show(const JobSpec &job); // what is read stays where it is

Q_SIGNALS:
    void closeRequested();

private:
    void copy();

    QPlainTextEdit *m_text;
    QPushButton *m_copy;
};

} // namespace motley
