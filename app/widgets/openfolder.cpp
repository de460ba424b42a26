#include "app/widgets/openfolder.h"

#include "app/widgets/themedicon.h"
#include "app/words/format.h"

#include <QCoreApplication>
#include <QDesktopServices>
#include <QMessageBox>
#include <QProcess>
#include <QUrl>

namespace motley {

namespace {

struct OpenFolder {
    Q_DECLARE_TR_FUNCTIONS(motley::OpenFolder)
};

void showPath(QWidget *parent, const QString &path)
{
    auto *box = new QMessageBox(QMessageBox::NoIcon, OpenFolder::tr("There is no file manager"),
        OpenFolder::tr("No program on this computer opens folders. This is the path:"), QMessageBox::Close, parent);
    setThemedIcon(box, QStringLiteral("info"), &Colours::accent);
    box->setObjectName(QStringLiteral("folderPath"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(leftToRight(path));
    box->setTextFormat(Qt::PlainText);
    box->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    box->open();
}

} // namespace

// xdg-open, which Qt starts, answers no sooner than its program ends; xdg-mime says at once whether there is one.
void openFolder(QWidget *parent, const QString &path)
{
    auto *question = new QProcess(parent);
    const auto answered = [parent, path, question] {
        question->deleteLater();
        if (question->readAllStandardOutput().trimmed().isEmpty()
            || !QDesktopServices::openUrl(QUrl::fromLocalFile(path)))
            showPath(parent, path);
    };
    QObject::connect(question, &QProcess::finished, parent, answered);
    QObject::connect(question, &QProcess::errorOccurred, parent, [answered](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            answered();
    });
    question->start(QStringLiteral("xdg-mime"),
        {QStringLiteral("query"), QStringLiteral("default"), QStringLiteral("inode/directory")});
}

} // namespace motley
