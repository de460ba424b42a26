<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>motley::AddMachineDialog</name>
    <message numerus="yes">
        <source>%n processor(s)</source>
        <translation>
            <numerusform>%n processor</numerusform>
            <numerusform>%n processors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::Format</name>
    <message numerus="yes">
        <source>%n second(s) ago</source>
        <translation>
            <numerusform>%n second ago</numerusform>
            <numerusform>%n seconds ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n minute(s) ago</source>
        <translation>
            <numerusform>%n minute ago</numerusform>
            <numerusform>%n minutes ago</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::LocalSession</name>
    <message numerus="yes">
        <source>A command on this computer gave no sign of life for %n second(s) and was ended.</source>
        <translation>
            <numerusform>A command on this computer gave no sign of life for %n second and was ended.</numerusform>
            <numerusform>A command on this computer gave no sign of life for %n seconds and was ended.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::LogModel</name>
    <message numerus="yes">
        <source>Plan: %n rank(s), samples of each batch %1</source>
        <translation>
            <numerusform>Plan: %n rank, samples of each batch %1</numerusform>
            <numerusform>Plan: %n ranks, samples of each batch %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::MachineDetails</name>
    <message numerus="yes">
        <source>%n processor(s)</source>
        <translation>
            <numerusform>%n processor</numerusform>
            <numerusform>%n processors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::MachineList</name>
    <message numerus="yes">
        <source>    %1, %n processor(s), memory %2, disk free %3</source>
        <translation>
            <numerusform>    %1, %n processor, memory %2, disk free %3</numerusform>
            <numerusform>    %1, %n processors, memory %2, disk free %3</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::MachineModel</name>
    <message numerus="yes">
        <source>%1, %n processor(s)</source>
        <translation>
            <numerusform>%1, %n processor</numerusform>
            <numerusform>%1, %n processors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>In use by %n process(es)</source>
        <translation>
            <numerusform>In use by %n process</numerusform>
            <numerusform>In use by %n processes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::MachineOrder</name>
    <message numerus="yes">
        <source>%n GPU(s)</source>
        <translation>
            <numerusform>%n GPU</numerusform>
            <numerusform>%n GPUs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::MachinesPage</name>
    <message numerus="yes">
        <source>%n device(s)</source>
        <translation>
            <numerusform>%n device</numerusform>
            <numerusform>%n devices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n machine(s)</source>
        <translation>
            <numerusform>%n machine</numerusform>
            <numerusform>%n machines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::MainWindow</name>
    <message numerus="yes">
        <source>%1 of %n machine(s) ready</source>
        <translation>
            <numerusform>%1 of %n machine ready</numerusform>
            <numerusform>%1 of %n machines ready</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n active run(s)</source>
        <translation>
            <numerusform>%n active run</numerusform>
            <numerusform>%n active runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::PlanView</name>
    <message numerus="yes">
        <source>CPU, %n thread(s)</source>
        <translation>
            <numerusform>CPU, %n thread</numerusform>
            <numerusform>CPU, %n threads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::PlotPanel</name>
    <message numerus="yes">
        <source>%n point(s) cannot be drawn</source>
        <translation>
            <numerusform>%n point cannot be drawn</numerusform>
            <numerusform>%n points cannot be drawn</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::RunWatcher</name>
    <message numerus="yes">
        <source>%n step(s) in %1</source>
        <translation>
            <numerusform>%n step in %1</numerusform>
            <numerusform>%n steps in %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::SshSession</name>
    <message numerus="yes">
        <source>A command on %1 gave no sign of life for %n second(s) and was ended.</source>
        <translation>
            <numerusform>A command on %1 gave no sign of life for %n second and was ended.</numerusform>
            <numerusform>A command on %1 gave no sign of life for %n seconds and was ended.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::SshTransport</name>
    <message numerus="yes">
        <source>no answer within %n second(s)</source>
        <translation>
            <numerusform>no answer within %n second</numerusform>
            <numerusform>no answer within %n seconds</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::connectTo</name>
    <message numerus="yes">
        <source>The SSH configuration leads through more than %n jump host(s).</source>
        <translation>
            <numerusform>The SSH configuration leads through more than %n jump host.</numerusform>
            <numerusform>The SSH configuration leads through more than %n jump hosts.</numerusform>
        </translation>
    </message>
</context>
</TS>
