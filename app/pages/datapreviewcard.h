// A look into the data of a job, read on another thread: whether everything is there, how much it is, and the first
// samples as pictures.
#pragma once

#include "app/models/datapreview.h"

#include <QThreadPool>
#include <QWidget>

#include <optional>

class QLabel;

namespace motley {

class DataPreviewCard : public QWidget {
    Q_OBJECT

public:
    explicit DataPreviewCard(QWidget *parent = nullptr);
    ~DataPreviewCard() override;

    void load(const TaskSpec &task); // the answer comes with changed()
    void showNothing(); // while no data are chosen
    bool isGood() const { return m_good; }
    const QString &problem() const { return m_problemText; } // empty: no problem is known

Q_SIGNALS:
    void changed();

private:
    void show(const Result<DataPreview> &preview);

    QLabel *m_samples;
    QLabel *m_words;
    QLabel *m_problem;
    QString m_problemText;
    QThreadPool m_queue;
    std::optional<TaskSpec> m_loaded;
    int m_question = 0; // the newest question's number; answers to older ones are dropped
    bool m_good = false;
};

} // namespace motley
