// The data folder of a job: a path, a look into it off this thread, and the first samples as pictures.
#pragma once

#include "app/datapreview.h"

#include <QThreadPool>
#include <QWidget>

class QLabel;
class QLineEdit;

namespace motley {

class DataField : public QWidget {
    Q_OBJECT

public:
    explicit DataField(QWidget *parent = nullptr);
    ~DataField() override;

    QString folder() const;
    void setFolder(const QString &folder);
    bool isGood() const { return m_good; }

Q_SIGNALS:
    void changed();

private:
    void browse();
    void look();
    void show(const Result<DataPreview> &preview);

    QLineEdit *m_folder;
    QLabel *m_samples;
    QLabel *m_words;
    QLabel *m_problem;
    QThreadPool m_queue;
    int m_question = 0; // answers to older ones are dropped
    bool m_good = false;
};

} // namespace motley
