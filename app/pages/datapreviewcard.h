// A look into the data of a job, read on another thread: whether everything is there, how much it is, and the first
// samples, as pictures or as rows of text.
#pragma once

#include "app/data/datapreview.h"

#include <QTimer>
#include <QWidget>

#include <optional>
#include <stop_token>

class QLabel;

namespace motley {

class TrainedRows;

class DataPreviewCard : public QWidget {
    Q_OBJECT

public:
    explicit DataPreviewCard(QWidget *parent = nullptr);
    ~DataPreviewCard() override;

    // Looks once the task has stayed the same for half a second, as a path is typed letter by letter. The answer comes
    // with changed().
    void load(const TaskSpec &task);
    void lookNow(); // without waiting: the task was chosen, not typed
    void showNothing(); // while no data are chosen
    bool isGood() const { return m_good; }
    bool hasImagesOfAnySize() const { return m_hasImagesOfAnySize; } // as far as is known
    const QString &problem() const { return m_problemText; } // empty: no problem is known

Q_SIGNALS:
    void changed();

private:
    void look();
    void show(const Result<DataPreview> &preview);

    QLabel *m_samples;
    QLabel *m_words;
    QLabel *m_problem;
    TrainedRows *m_rows;
    QString m_problemText;
    QTimer m_rest;
    std::optional<TaskSpec> m_loaded;
    std::stop_source m_stop; // of the newest look; the answers of stopped looks are dropped
    bool m_good = false;
    bool m_hasImagesOfAnySize = false;
};

} // namespace motley
