<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>motley::AddMachineDialog</name>
    <message numerus="yes">
        <source>%Ln processor(s)</source>
        <translation>
            <numerusform>%Ln processor</numerusform>
            <numerusform>%Ln processors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::AdviceWords</name>
    <message numerus="yes">
        <source>%Ln rank(s) together are no faster than one alone: the exchange costs more than they add.</source>
        <translation>
            <numerusform>%Ln rank is no faster than one alone: the exchange costs more than it adds.</numerusform>
            <numerusform>%Ln ranks together are no faster than one alone: the exchange costs more than they add.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln rank(s) together are %1 times as fast as one of them on average.</source>
        <translation>
            <numerusform>%Ln rank is %1 times as fast as one on average.</numerusform>
            <numerusform>%Ln ranks together are %1 times as fast as one of them on average.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::CommandStreams</name>
    <message numerus="yes">
        <source>A command on %1 gave no sign of life for %Ln second(s) and was ended.</source>
        <translation>
            <numerusform>A command on %1 gave no sign of life for %Ln second and was ended.</numerusform>
            <numerusform>A command on %1 gave no sign of life for %Ln seconds and was ended.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::ComparePage</name>
    <message numerus="yes">
        <source>%Ln run(s)</source>
        <translation>
            <numerusform>%Ln run</numerusform>
            <numerusform>%Ln runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::DataPreviewCard</name>
    <message numerus="yes">
        <source>%Ln files, %1</source>
        <translation>
            <numerusform>%Ln file, %1</numerusform>
            <numerusform>%Ln files, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>More than %Ln files, more than %1</source>
        <translation>
            <numerusform>More than %Ln file, more than %1</numerusform>
            <numerusform>More than %Ln files, more than %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::EventStream</name>
    <message numerus="yes">
        <source>%Ln line(s) of this run&apos;s events could not be read and were left out. The last one: %1</source>
        <translation>
            <numerusform>%Ln line of this run&apos;s events could not be read and was left out: %1</numerusform>
            <numerusform>%Ln lines of this run&apos;s events could not be read and were left out. The last one: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln event(s) before the end of this run are lost, as the disk of its first machine took nothing any more.</source>
        <translation>
            <numerusform>%Ln event before the end of this run is lost, as the disk of its first machine took nothing any more.</numerusform>
            <numerusform>%Ln events before the end of this run are lost, as the disk of its first machine took nothing any more.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::FleetModel</name>
    <message numerus="yes">
        <source>%1, %Ln processor(s)</source>
        <translation>
            <numerusform>%1, %Ln processor</numerusform>
            <numerusform>%1, %Ln processors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>In use by %Ln process(es)</source>
        <translation>
            <numerusform>In use by %Ln process</numerusform>
            <numerusform>In use by %Ln processes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::ForecastWords</name>
    <message numerus="yes">
        <source>Save a checkpoint about every %Ln step(s).</source>
        <translation>
            <numerusform>Save a checkpoint about every %Ln step.</numerusform>
            <numerusform>Save a checkpoint about every %Ln steps.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>With Adasum between %Ln group(s) of devices, another grouping gives another curve.</source>
        <translation>
            <numerusform>With Adasum between %Ln group of devices, another grouping gives another curve.</numerusform>
            <numerusform>With Adasum between %Ln groups of devices, another grouping gives another curve.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::Format</name>
    <message numerus="yes">
        <source>%Ln second(s) ago</source>
        <translation>
            <numerusform>%Ln second ago</numerusform>
            <numerusform>%Ln seconds ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln minute(s) ago</source>
        <translation>
            <numerusform>%Ln minute ago</numerusform>
            <numerusform>%Ln minutes ago</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::LeftOutWords</name>
    <message numerus="yes">
        <source>%Ln more message(s) like these are not shown.</source>
        <translation>
            <numerusform>%Ln more message like these is not shown.</numerusform>
            <numerusform>%Ln more messages like these are not shown.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::LifeModel</name>
    <message numerus="yes">
        <source>Steps %1 to %2: %3 of %Ln rank(s) trained.</source>
        <translation>
            <numerusform>Steps %1 to %2: %3 of %Ln rank trained.</numerusform>
            <numerusform>Steps %1 to %2: %3 of %Ln ranks trained.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::LinkWords</name>
    <message numerus="yes">
        <source>%Ln did not answer.</source>
        <translation>
            <numerusform>%Ln did not answer.</numerusform>
            <numerusform>%Ln did not answer.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::LogModel</name>
    <message numerus="yes">
        <source>Plan: %Ln rank(s) with shares of %1 samples</source>
        <translation>
            <numerusform>Plan: %Ln rank with a share of %1 samples</numerusform>
            <numerusform>Plan: %Ln ranks with shares of %1 samples</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The shares of step %1 were replaced after %Ln step(s), before it could be checked that steps take %2 less time</source>
        <translation>
            <numerusform>The shares of step %1 were replaced after %Ln step, before it could be checked that steps take %2 less time</numerusform>
            <numerusform>The shares of step %1 were replaced after %Ln steps, before it could be checked that steps take %2 less time</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The shares of step %1 were replaced after %Ln step(s), which took %2 less time; %3 was expected</source>
        <translation>
            <numerusform>The shares of step %1 were replaced after %Ln step, which took %2 less time; %3 was expected</numerusform>
            <numerusform>The shares of step %1 were replaced after %Ln steps, which took %2 less time; %3 was expected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The shares of step %1 were replaced after %Ln step(s), which took %2 more time, and not %3 less as was expected</source>
        <translation>
            <numerusform>The shares of step %1 were replaced after %Ln step, which took %2 more time, and not %3 less as was expected</numerusform>
            <numerusform>The shares of step %1 were replaced after %Ln steps, which took %2 more time, and not %3 less as was expected</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::MachineDetails</name>
    <message numerus="yes">
        <source>%Ln processor(s)</source>
        <translation>
            <numerusform>%Ln processor</numerusform>
            <numerusform>%Ln processors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::MachineLines</name>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::MachineList</name>
    <message numerus="yes">
        <source>    %1, %Ln processor(s), memory %2, disk free %3</source>
        <translation>
            <numerusform>    %1, %Ln processor, memory %2, disk free %3</numerusform>
            <numerusform>    %1, %Ln processors, memory %2, disk free %3</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::MachineOrder</name>
    <message numerus="yes">
        <source>%Ln GPU(s)</source>
        <translation>
            <numerusform>%Ln GPU</numerusform>
            <numerusform>%Ln GPUs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::MachineRows</name>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::MachinesPage</name>
    <message numerus="yes">
        <source>%Ln device(s)</source>
        <translation>
            <numerusform>%Ln device</numerusform>
            <numerusform>%Ln devices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln machine(s)</source>
        <translation>
            <numerusform>%Ln machine</numerusform>
            <numerusform>%Ln machines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::MainWindow</name>
    <message numerus="yes">
        <source>%1 of %Ln machine(s) ready</source>
        <translation>
            <numerusform>%1 of %Ln machine ready</numerusform>
            <numerusform>%1 of %Ln machines ready</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln active run(s)</source>
        <translation>
            <numerusform>%Ln active run</numerusform>
            <numerusform>%Ln active runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::MembershipWords</name>
    <message numerus="yes">
        <source>The run goes on with %Ln rank(s) from step %1.</source>
        <translation>
            <numerusform>The run goes on with %Ln rank from step %1.</numerusform>
            <numerusform>The run goes on with %Ln ranks from step %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::MemoryWords</name>
    <message numerus="yes">
        <source>The memory is that of samples of %Ln token(s), as long as a row may be.</source>
        <translation>
            <numerusform>The memory is that of samples of %Ln token, as long as a row may be.</numerusform>
            <numerusform>The memory is that of samples of %Ln tokens, as long as a row may be.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::NewRunPage</name>
    <message numerus="yes">
        <source>Other programs use %Ln GPU(s) of %1.</source>
        <translation>
            <numerusform>Other programs use %Ln GPU of %1.</numerusform>
            <numerusform>Other programs use %Ln GPUs of %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::PlanWords</name>
    <message numerus="yes">
        <source>CPU, %Ln thread(s)</source>
        <translation>
            <numerusform>CPU, %Ln thread</numerusform>
            <numerusform>CPU, %Ln threads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 takes %Ln sample(s) at once, as its memory holds no more.</source>
        <extracomment>%1 is a machine</extracomment>
        <translation>
            <numerusform>%1 takes %Ln sample at once, as its memory holds no more.</numerusform>
            <numerusform>%1 takes %Ln samples at once, as its memory holds no more.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 recomputes activations and so keeps %2 less: without that, its memory would hold only %Ln sample(s) at once, which takes longer.</source>
        <extracomment>%1 is a machine, %2 an amount of memory</extracomment>
        <translation>
            <numerusform>%1 recomputes activations and so keeps %2 less: without that, its memory would hold only %Ln sample at once, which takes longer.</numerusform>
            <numerusform>%1 recomputes activations and so keeps %2 less: without that, its memory would hold only %Ln samples at once, which takes longer.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Adasum joins the updates of %Ln group(s): %1.</source>
        <extracomment>%1 is a list of groups of machines such as box + old and new</extracomment>
        <translation>
            <numerusform>Adasum joins the updates of %Ln group: %1.</numerusform>
            <numerusform>Adasum joins the updates of %Ln groups: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Each device updates by itself, and Adasum joins the %Ln update(s).</source>
        <translation>
            <numerusform>Each device updates by itself, and Adasum joins the %Ln update.</numerusform>
            <numerusform>Each device updates by itself, and Adasum joins the %Ln updates.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::PlotPanel</name>
    <message numerus="yes">
        <source>%Ln point(s) cannot be drawn</source>
        <translation>
            <numerusform>%Ln point cannot be drawn</numerusform>
            <numerusform>%Ln points cannot be drawn</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln value(s) outside</source>
        <translation>
            <numerusform>%Ln value outside</numerusform>
            <numerusform>%Ln values outside</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::Report</name>
    <message numerus="yes">
        <source>Comparison of %Ln run(s)</source>
        <translation>
            <numerusform>Comparison of %Ln run</numerusform>
            <numerusform>Comparison of %Ln runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::RowWords</name>
    <message numerus="yes">
        <source>%Ln row(s)</source>
        <translation>
            <numerusform>%Ln row</numerusform>
            <numerusform>%Ln rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the first %Ln row(s)</source>
        <translation>
            <numerusform>the first %Ln row</numerusform>
            <numerusform>the first %Ln rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln cut to %1 tokens</source>
        <translation>
            <numerusform>%Ln cut to %1 tokens</numerusform>
            <numerusform>%Ln cut to %1 tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln left out without an answer</source>
        <translation>
            <numerusform>%Ln left out without an answer</numerusform>
            <numerusform>%Ln left out without an answer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln left out as unusable</source>
        <translation>
            <numerusform>%Ln left out as unusable</numerusform>
            <numerusform>%Ln left out as unusable</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s), %1 of them learned</source>
        <translation>
            <numerusform>%Ln token, %1 of them learned</numerusform>
            <numerusform>%Ln tokens, %1 of them learned</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s) cut off</source>
        <translation>
            <numerusform>%Ln token cut off</numerusform>
            <numerusform>%Ln tokens cut off</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::RunNews</name>
    <message numerus="yes">
        <source>%Ln step(s) in %1.</source>
        <translation>
            <numerusform>%Ln step in %1.</numerusform>
            <numerusform>%Ln steps in %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::RunNotice</name>
    <message numerus="yes">
        <source>No checkpoint of it is on this computer: the work of %Ln step(s) is lost.</source>
        <translation>
            <numerusform>No checkpoint of it is on this computer: the work of %Ln step is lost.</numerusform>
            <numerusform>No checkpoint of it is on this computer: the work of %Ln steps is lost.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Its last checkpoint is of step %1: the work of %Ln step(s) since then is lost.</source>
        <translation>
            <numerusform>Its last checkpoint is of step %1: the work of %Ln step since then is lost.</numerusform>
            <numerusform>Its last checkpoint is of step %1: the work of %Ln steps since then is lost.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The %Ln rank(s) that are left connect to each other.</source>
        <translation>
            <numerusform>The %Ln rank that is left connects anew.</numerusform>
            <numerusform>The %Ln ranks that are left connect to each other.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The run goes on with %Ln rank(s).</source>
        <translation>
            <numerusform>The run goes on with %Ln rank.</numerusform>
            <numerusform>The run goes on with %Ln ranks.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::RunWatcher</name>
    <message numerus="yes">
        <source>%Ln step(s) in %1</source>
        <translation>
            <numerusform>%Ln step in %1</numerusform>
            <numerusform>%Ln steps in %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::SegmentDialog</name>
    <message numerus="yes">
        <source>%1 of %2 seeds tried, %Ln segments found</source>
        <extracomment>a seed is where the search for a segment begins</extracomment>
        <translation>
            <numerusform>%1 of %2 seeds tried, %Ln segment found</numerusform>
            <numerusform>%1 of %2 seeds tried, %Ln segments found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln segments fill %1 of slices %2 to %3.</source>
        <translation>
            <numerusform>%Ln segment fills %1 of slices %2 to %3.</numerusform>
            <numerusform>%Ln segments fill %1 of slices %2 to %3.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln segments in this slice</source>
        <translation>
            <numerusform>%Ln segment in this slice</numerusform>
            <numerusform>%Ln segments in this slice</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::SshTransport</name>
    <message numerus="yes">
        <source>no answer within %Ln second(s)</source>
        <translation>
            <numerusform>no answer within %Ln second</numerusform>
            <numerusform>no answer within %Ln seconds</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::StragglerWords</name>
    <message numerus="yes">
        <source>%Ln of the last %1 steps waited for %2, %3 of the time</source>
        <translation>
            <numerusform>%Ln of the last %1 steps waited for %2, %3 of the time</numerusform>
            <numerusform>%Ln of the last %1 steps waited for %2, %3 of the time</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of the last %1 steps waited for %2, %3 of the time; without it %4 faster now</source>
        <translation>
            <numerusform>%Ln of the last %1 steps waited for %2, %3 of the time; without it %4 faster now</numerusform>
            <numerusform>%Ln of the last %1 steps waited for %2, %3 of the time; without it %4 faster now</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of the last %1 steps waited for %2, %3 of the time; without it %4 slower now</source>
        <translation>
            <numerusform>%Ln of the last %1 steps waited for %2, %3 of the time; without it %4 slower now</numerusform>
            <numerusform>%Ln of the last %1 steps waited for %2, %3 of the time; without it %4 slower now</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>In the last %Ln step(s) no machine waited for another</source>
        <translation>
            <numerusform>In the last step (%Ln) no machine waited for another</numerusform>
            <numerusform>In the last %Ln steps no machine waited for another</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Mean of the last %Ln step(s): %1, forecast: %2</source>
        <translation>
            <numerusform>Mean of the last %Ln step: %1, forecast: %2</numerusform>
            <numerusform>Mean of the last %Ln steps: %1, forecast: %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::TimelineLanes</name>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::TimelineWords</name>
    <message numerus="yes">
        <source>Each column is the mean of %Ln step(s)</source>
        <translation>
            <numerusform>Each column is %Ln step</numerusform>
            <numerusform>Each column is the mean of %Ln steps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::connectTo</name>
    <message numerus="yes">
        <source>The SSH configuration leads through more than %Ln jump host(s).</source>
        <translation>
            <numerusform>The SSH configuration leads through more than %Ln jump host.</numerusform>
            <numerusform>The SSH configuration leads through more than %Ln jump hosts.</numerusform>
        </translation>
    </message>
</context>
</TS>
