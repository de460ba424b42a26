<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>motley</name>
    <message>
        <source>There is no motley-engine at %1. Build it, or set MOTLEY_ENGINE to its path.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::AddMachineDialog</name>
    <message>
        <source>Test</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press Test to log in and to see what this machine is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What happened so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What you would give to ssh: a name of your SSH configuration, user@host, user@host:port or ssh://user@host:port. Nothing has to be installed there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A&amp;ddress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connecting to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel the test</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Logged in; it calls itself %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n processor(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>GPU: %1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No GPU was found; its processors can be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything works.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::Collection</name>
    <message>
        <source>%1 gave a list of files that cannot be right; nothing was copied from it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run&apos;s folder %1 on %2 could not be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is too little space in %1 for the trained model; free some and open the run again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Could not write %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 did not arrive whole from %2; open the run again to try once more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Could not make the folder %1.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::CommandLine</name>
    <message>
        <source>Options</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Print this help and exit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Print the version and exit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Usage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>OPTIONS</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>COMMAND</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>COMMANDS</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(required)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TEXT</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>motley: this is not understood: %1
How to write it: motley --help
</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accept an unknown machine with this key, without asking (SHA256:...)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One trainer out of many different machines. Without a command, the window opens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exit codes: 0 done, 1 failed, 2 wrong usage, 3 the run failed, 4 the run was stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List the machines; add or remove one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log in to each and find out what it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One JSON object a line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Example: motley machines add box me@10.0.0.7 &amp;&amp; motley machines --probe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a machine that ssh can reach</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your name for it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What you would give to ssh: an alias, user@host or ssh://user@host:port</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder there for Motley&apos;s files, instead of the one that is found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forget a machine; nothing changes on it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train: send what is needed, start, show the progress, fetch the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>job.json: what to train</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Names, with devices if you like: local,box:cpu,big:gpu</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ranks on each CPU that takes part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Threads of each rank on a CPU; 0: as many as fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Return as soon as the training goes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON lines on stdout: progress, then the run&apos;s events as they are</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl-C leaves and the training goes on; a second Ctrl-C within three seconds stops it.
Example: motley run job.json --machines local,box</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show a run that was started before, from its first step on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its id or name; without it, the newest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run&apos;s events as they are</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop a run after the step it is in, with a checkpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its id or name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At once, without a checkpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List the runs that this computer remembers</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::DataField</name>
    <message>
        <source>Data folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder with the images</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 images to train, %2 to test, %3 × %4 pixels, %5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the folder with the images.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::DataPreview</name>
    <message>
        <source>%1 is not an IDX file of the expected kind. Choose a folder with the published files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are %1 training images but %2 labels. The files do not belong together.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::Deployed</name>
    <message>
        <source>The run %1 is still going on %2; stop it first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not everything in %1 on %2 could be removed.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::Deployment</name>
    <message>
        <source>The upload to %1 was disturbed again and again by another program; try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The install folder of %1 must be an absolute path.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A file with the name &quot;%1&quot; cannot be sent to %2; rename it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has too little disk space: %2 are needed in %3, but only %4 are free. Free some space there or choose another install folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 arrives damaged on %2, twice now; check that machine&apos;s disk and memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Could not read %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 changed while it was sent to %2; start again when it is finished.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 does not let this account write to %2; choose another install folder for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other people can write to %2 on %1, so nothing is put there; run &quot;chmod go-w&quot; on it or choose another install folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has none of the programs sha256sum, shasum and openssl; one is needed to verify what is sent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing to %2 on %1 failed, most likely because the disk or a quota is full: %3 were to be sent. Free some space there and start again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sending files to %1 failed (code %2).</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::DeviceChoice</name>
    <message>
        <source>&quot;%1&quot; is no device; write cpu, gpu (all of them) or the UUID of a GPU.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is named twice; join its devices with a plus sign: %1:cpu+gpu</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No machine is named; write for example --machines local,box</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no machine &quot;%1&quot;; &quot;motley machines&quot; lists them, &quot;motley machines add&quot; adds one.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::EventCopy</name>
    <message>
        <source>Could not read %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Could not write %1.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::Fleet</name>
    <message>
        <source>“%1” cannot be the name of a machine. Use up to %2 printable characters without / and ,.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is a machine named %1 already. Choose another name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no machine named %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer is always in the list.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::Following</name>
    <message>
        <source>%1 wants to be asked for a login again. The training goes on; open the run again to watch it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The training on %1 ended without a word, perhaps because that machine was restarted. The log there is %2.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::Format</name>
    <message>
        <source>n/a</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 W</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 W</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>just now</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n second(s) ago</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n minute(s) ago</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::HelpDialog</name>
    <message>
        <source>Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From machines to a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1. Machines: add what you can reach over SSH, and tick the devices that shall train.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>2. New run: choose a job; the plan shows how the work is shared. Press Start.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>3. Run: watch loss and throughput. You may close the window; the machines go on, and the next start shows the whole curve.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machines, New run, Runs, the open run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask all machines again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In a chart: move the crosshair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In a chart: zoom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In a chart: show everything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In a chart: follow the newest step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In a chart: logarithmic axis</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In a chart: show the numbers as a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In a chart: export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::Host</name>
    <message>
        <source>This computer</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::HostKeyDialog</name>
    <message>
        <source>Is this really %1?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Motley has never been connected to %1. Compare the fingerprint with the one that the machine&apos;s owner gives you; if they differ, somebody may be listening in between.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fingerprint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>I compared the whole fingerprint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trust this machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do not connect</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::HostWords</name>
    <message>
        <source>Not asked yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not reachable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ready, GPU problem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is an NVIDIA GPU but no driver. Ask for the NVIDIA driver to be installed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The GPU driver was updated while it was in use. Restarting the machine puts it right.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The GPU driver does not answer. Restarting the machine usually helps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the GPU driver says could not be read. The CPU can be used; see the details.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::ImportDialog</name>
    <message>
        <source>Import</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import from your SSH configuration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hosts of the SSH configuration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your SSH configuration is only read. User, port, keys and jump hosts are taken from it at each connection, so a later change there counts here too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Already in the list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your SSH configuration names no hosts. Close this and add a machine by its address.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::JobForm</name>
    <message>
        <source>Crop and mirror images at random</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nesterov</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Small convolutional network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ResNet-18</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SGD with momentum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Constant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No clipping</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only at the end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples of one step, over all machines together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop after step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same seed gives the same run, whatever the machines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Channels of the first stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Method</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clip gradient norm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warm-up steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Factor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ends at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As a fraction of the peak</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tests and checkpoints</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Test every epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checkpoint every steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The newest ones; older are deleted</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::Launch</name>
    <message>
        <source>%1: the engine ended with code %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The speed of %1 could not be measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 gave an answer that is no speed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The training could not be started on %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine on %1 started, but its answer could not be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run on %1 can no longer be followed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The state of the run on %1 could not be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run on %1 could not be stopped</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::LocalProcess</name>
    <message>
        <source>%1 could not be started on this computer.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::LocalSession</name>
    <message>
        <source>Stopped on this computer, as asked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>A command on this computer gave no sign of life for %n second(s) and was ended.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>this computer</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::LogModel</name>
    <message>
        <source>Started: %1 with %2 parameters, %3 steps of %4 samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Plan: %n rank(s), samples of each batch %1</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Test after step %1: accuracy %2, loss %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checkpoint of step %1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rank %1 failed: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Completed after step %1 and %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped after step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failed after step %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What happened</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::MachineCheck</name>
    <message>
        <source>%1 has a processor of the kind %2, but this engine is built for %3. Train without it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has another C library than glibc, but the engine needs glibc %2 or newer. Train without it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has glibc %2, but this engine needs %3 or newer. Train without it, or use an engine that was built on an older system.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has no folder that this account can write to and run programs from. Give it an install folder.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::MachineDetails</name>
    <message>
        <source>%1 Mbit/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n processor(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1, limited to the time of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Agrees with this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ahead of this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 behind this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>C library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not glibc</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Processor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>May use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Host name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files go to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No machine is selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a machine above to see its system, its disk and its network.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asking %1 what it is. This takes a few seconds.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::MachineList</name>
    <message>
        <source>n/a</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>    %1, %n processor(s), memory %2, disk free %3</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>    The GPUs cannot be used: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Added %1. See what it is: motley machines --probe</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::MachineModel</name>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1, %n processor(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>In use by %n process(es)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Driver</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last seen</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::MachineOrder</name>
    <message numerus="yes">
        <source>%n GPU(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>CPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machines of this run, the first one coordinates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2 · coordinates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::MachinesPage</name>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New run with these</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machines and their devices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import from SSH</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove %1?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Motley forgets %1. Nothing is changed on the machine itself, and runs on it go on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tick the machines that shall train together.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 on %2 will train together.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n device(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n machine(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::MainWindow</name>
    <message numerus="yes">
        <source>%1 of %n machine(s) ready</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n active run(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::MessageCard</name>
    <message>
        <source>Show the details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the message and its details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Details</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::MetricPlot</name>
    <message>
        <source>Choose a name that ends in .png, .svg, .pdf or .csv.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file could not be written.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::NavigationRail</name>
    <message>
        <source>Open run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::NewRunPage</name>
    <message>
        <source>Choose machines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open job…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save job…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ready jobs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ready job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ranks on each ticked CPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ranks a CPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose at least one machine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The data folder has to be right first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything is ready.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has numbers that are too large for this form. Run it with: motley run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 could not be written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Jobs (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save this job</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::PlanView</name>
    <message>
        <source>GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>CPU, %n thread(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The GPUs exchange gradients over NCCL.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The ranks exchange gradients over Gloo.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::PlotPanel</name>
    <message>
        <source>Logarithmic axis (L)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow the newest step (F)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show everything (0)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show as a table (T)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export (E)</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n point(s) cannot be drawn</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Export this chart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pictures and numbers (*.png *.svg *.pdf *.csv)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not exported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::Preparation</name>
    <message>
        <source>Connecting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking at the machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has no GPU that could be used; tick its processor instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checking what is there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sending the engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sending the data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measuring its speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ending what was started</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::PreparationView</name>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2/s, %3 left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for the machines to answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preparing the machines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only what a machine lacks is sent, and only once. The first step follows.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::ProgressLine</name>
    <message>
        <source>Waiting for the first step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loss %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>accuracy %1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::RunCharts</name>
    <message>
        <source>Loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the third chart shows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Test accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smoothing: how much of the past each value keeps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first test follows at the end of an epoch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>each step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>smoothed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>test</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean loss in nats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>total</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Percent right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::RunHeader</name>
    <message>
        <source>Open model folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finishes the step, writes a checkpoint and the model, then ends.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ends the training at once; what came after the last checkpoint is lost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Elapsed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Test accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last checkpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop now?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The machines are finishing the step. If you stop them now, what came after the last checkpoint is lost.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::RunHistory</name>
    <message>
        <source>The list of runs in %1 cannot be used: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The list of runs in %1 was written by a newer Motley; use that one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder %1 cannot be made.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Could not write %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run %1 is no longer in the list of runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no run &quot;%1&quot;; &quot;motley runs&quot; lists them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder %1 could not be removed whole.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::RunList</name>
    <message>
        <source>preparing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>completed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>  accuracy %1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No runs yet. Start one: motley run job.json --machines local</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run %1 never reached its machines; there is nothing to stop.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run %1 has ended. What it said: motley watch %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::RunMachineModel</name>
    <message>
        <source>%1 °C</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>data %1, forward %2, backward %3, exchange %4, optimizer %5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of a batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where its time goes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::RunPage</name>
    <message>
        <source>Machines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machines of this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What happened in this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show only the lines with these words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This run ended before its first step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for the first step. The machines are forming their group.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The machines are being prepared; the curve begins with the first step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run failed after step %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no contact to the machines at the moment. Training goes on; this is what was known last.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::RunWatcher</name>
    <message>
        <source>No run was started on this computer yet; &quot;motley run&quot; starts one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No contact, the training goes on: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copying the model here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2, %3 of %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warning: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rank %1 failed: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epoch %1: accuracy %2 %, loss %3 on the test set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancelling; what was started is ended, what was sent stays.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leaving; the training goes on. Press Ctrl-C again within three seconds to stop it instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopping after this step, with a checkpoint. Ctrl-C once more stops at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The training goes on. Watch it: motley watch %1   Stop it: motley stop %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n step(s) in %1</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Best accuracy on the test set: %1 % after epoch %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::RunWords</name>
    <message>
        <source>Preparing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Completed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asking the machines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sending files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measuring speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reconnecting, training goes on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetching the model</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::RunsModel</name>
    <message>
        <source>This computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Started</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Best accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machines</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::RunsPage</name>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show only the runs with these words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No runs yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A job is ready: start it on this computer, and it trains a small network in a few minutes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove %1?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its curves and its model on this computer are deleted. This cannot be undone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::SecretDialog</name>
    <message>
        <source>Unlock your key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Password</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The machine asks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The passphrase of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To log in as %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That was not right. Attempt %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::SettingsPage</name>
    <message>
        <source>Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings are in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs and models are in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>High contrast, light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>High contrast, dark</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::SshLogin</name>
    <message>
        <source>The login on %1 did not come to an end: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The login on %1 was given up.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 did not accept what was typed for the account %2. Check the password and the name of the account. (It offers: %3. Tried: %4.)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 let the account %2 in by none of your keys. Add a key to that account or check its name. (It offers: %3. Tried: %4.)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 closed the connection after too many refused keys or passwords. Name the right key with IdentityFile and IdentitiesOnly in your SSH configuration. (Tried: %2.)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 closed the connection during the login. Try again.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::SshSession</name>
    <message>
        <source>%1 did not start a command: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The connection to %1 was lost. Try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 refused to start a command. Its SSH server may not allow this account to run any.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped on %1, as asked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The login shell of %1 did not get to the command. Its start-up files must neither wait for input nor start another shell when nobody is at a terminal.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>A command on %1 gave no sign of life for %n second(s) and was ended.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>The login shell of %1 ended without running the command. Check that the account may log in and run commands.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::SshTransport</name>
    <message>
        <source>Stopped, as asked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>no answer within %n second(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::TerminalPrompter</name>
    <message>
        <source>The host key of %1 is not known yet. Compare its fingerprint with the one on that machine; if it is the same, add: --accept-host-key %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>
The host key of %1 (%2, %3) is not known yet. Its fingerprint:
%4
%5
Is it the one that this machine shows you? Type &quot;yes&quot; to go on: </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>yes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 asks for a password or passphrase (%2), and there is no terminal to ask on. Load the key into an ssh-agent, or run this in a terminal.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Passphrase for the key %1: </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Password for %1: </source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::TimeSplitView</name>
    <message>
        <source>data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>backward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exchange</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shown with the first step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ms a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the time of a step goes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::TrainingRun</name>
    <message>
        <source>No machine is ticked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This run ended while it was prepared.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run was cancelled before the training began.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The training is done, but its model could not be copied here: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::connectTcp</name>
    <message>
        <source>Stopped, as asked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its name was not resolved in time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the name %1 is not known (%2)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::connectTo</name>
    <message>
        <source>The SSH configuration of %1 uses ProxyCommand, which is not supported. Use ProxyJump.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (on the way to %2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>The SSH configuration leads through more than %n jump host(s).</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Could not connect to %1 at %2, port %3: %4. Check the address, and that the machine and its SSH server run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The jump host could not reach %1 at %2, port %3. Check the address, and that the machine and its SSH server run.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::hostkeys</name>
    <message>
        <source>The list of known hosts %1 cannot be read, so no host key can be judged. Make it readable.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The host key could not be added to %1.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::machines</name>
    <message>
        <source>The list of machines %1 cannot be used: %2. Repair the file or move it away; nothing was overwritten.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is too large</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is not a list of machines of this version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a machine in it has no name or no destination</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the name %1 is in it twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The list of machines could not be written to %1: %2.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::probe</name>
    <message>
        <source>%1 could not be examined: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The machine did not describe itself to the end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The machine said too much about itself.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::sshconfig</name>
    <message>
        <source>“%1” is not an SSH destination. Give an alias of your SSH configuration, user@host or ssh://user@host:port.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your SSH configuration does not work for %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The SSH configuration of this destination names no host, user or valid port.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>motley::sshhandshake</name>
    <message>
        <source>%1 shows the host key %2, which %3 marks as revoked. Nothing was sent. Ask who runs that machine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 shows another host key than before: now %2, known %3 (%4). Nothing was sent. Somebody may be in between; only if whoever runs that machine confirms the new key, remove that line.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The host key %2 of %1 is not known, and your SSH configuration says StrictHostKeyChecking yes. Add the key to %3 first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The host key of %1 was not accepted, so nothing was sent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 showed no host key that could be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 did not greet as an SSH server: %2. Check the port.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No secure connection to %1 could be agreed on. Check that an SSH server listens on port %2.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
