// What an agent takes a machine for whose connection has ended.
#include "engine/agent/contactinquiry.h"
#include "engine/base/tcp.h"

#include <QTest>

using namespace motley;
using namespace std::chrono_literals;

class ContactInquiryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isGoneWhereThePortIs();
    void isGoneWhereThePortClosesLast();
    void isUnknownWhereThePortIsOpen();

private:
    Descriptor m_port = listenAt(*socketAddress("127.0.0.1", 0));
    const int m_number = portOf(m_port);
    const PlannedMachine m_machine{"box", "127.0.0.1"};
};

void ContactInquiryTest::isGoneWhereThePortIs()
{
    m_port = {};
    QCOMPARE(ContactInquiry(m_machine, m_number).answer(30s), std::optional(Contact::Gone));
}

// A process that is killed on a busy computer closes its connections one by one.
void ContactInquiryTest::isGoneWhereThePortClosesLast()
{
    m_port = listenAt(*socketAddress("127.0.0.1", 0));
    const ContactInquiry inquiry(m_machine, portOf(m_port));
    QVERIFY(!inquiry.answer(250ms));
    m_port = {};
    QCOMPARE(inquiry.answer(30s), std::optional(Contact::Gone));
}

void ContactInquiryTest::isUnknownWhereThePortIsOpen()
{
    m_port = listenAt(*socketAddress("127.0.0.1", 0));
    QCOMPARE(ContactInquiry(m_machine, portOf(m_port)).answer(30s), std::optional(Contact::Unknown));
}

QTEST_GUILESS_MAIN(ContactInquiryTest)
#include "tst_contactinquiry.moc"
