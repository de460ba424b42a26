// Uses a trained model by this computer's engine: what is asked goes to a process of it, and what that answers comes
// piece by piece. Blocks nothing.
#pragma once

#include "engine/base/result.h"
#include "engine/job/tasks/taskspec.h"

#include <QObject>
#include <QStringDecoder>
#include <QStringList>

#include <memory>
#include <vector>

class QProcess;

namespace motley {

enum class TrialKind { Chat, WriteOn, Translate, Tag, Classify };

std::vector<TrialKind> usesOf(const TaskSpec &task); // what suits it best comes first; empty: none of them
// The folder of a run's newest model that can be used: at its end, of its best test, of its newest checkpoint. Empty:
// there is none.
QString usableModel(const QString &runFolder);

class ModelTrial : public QObject {
    Q_OBJECT

public:
    static constexpr qsizetype longestAnswer = 1 << 18; // characters; it is ended there

    explicit ModelTrial(QString modelFolder, QObject *parent = nullptr);
    ~ModelTrial() override;

    // A sentence, the beginning of a text, or the path of a picture. written() follows for each piece of the answer,
    // then answered() or failed(), unless stop() or another question comes first. A conversation goes on from what was
    // said in it, until stop() or another use.
    void ask(TrialKind use, const QString &input);
    void stop();
    bool isBusy() const { return m_isBusy; }

Q_SIGNALS:
    void written(const QString &piece);
    void answered();
    void failed(const motley::Error &error);

private:
    void start(const QStringList &arguments);
    void read();
    void take(const QByteArray &bytes);
    void end();
    void finish();

    QString m_folder;
    QProcess *m_process = nullptr; // nullptr: none
    TrialKind m_use = TrialKind::Chat;
    bool m_isBusy = false;
    QStringDecoder m_text;
    qsizetype m_length = 0; // of the answer
    QByteArray m_errors; // what the process said last on stderr
};

} // namespace motley
