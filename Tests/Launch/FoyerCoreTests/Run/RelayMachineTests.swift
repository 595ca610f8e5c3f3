import FoyerCore
import Testing

@Suite struct RelayMachineTests {
    private let interrupt: Int32 = 2
    private let stop: Int32 = 20
    private let shell: Int32 = 100

    private func at(_ milliseconds: Int) -> Instant { .zero + .milliseconds(milliseconds) }

    private func machine(inBackground: Bool = false, hasOutput: Bool = true, hasEnded: Bool = false) -> RelayMachine {
        RelayMachine(
            isInBackground: inBackground, hasOutput: hasOutput, hasEnded: hasEnded, parent: shell, at: at(0))
    }

    @Test func `a key goes to the group and the terminal stays where nobody else can take it`() {
        var machine = machine()
        #expect(machine.handle(.key(interrupt, reachesParent: false), at: at(0)) == [.sendGroup(interrupt)])
        #expect(machine.place == .foreground)
        #expect(machine.nextDeadline(at: at(0)) == nil)
    }

    @Test func `a key that may end the parent gives the terminal back first and takes it again`() {
        var machine = machine()
        #expect(
            machine.handle(.key(interrupt, reachesParent: true), at: at(0))
                == [.leaveSplash, .showPending, .giveTerminal(typesBack: false), .sendGroup(interrupt)])
        #expect(machine.handle(.gaveTerminal, at: at(0)) == [])
        #expect(machine.place == .background)
        #expect(machine.nextDeadline(at: at(0)) == at(50))
        #expect(machine.handle(.looked(isForeground: true, parent: shell, asFound: false), at: at(49)) == [])
        #expect(machine.handle(.timePassed, at: at(50)) == [.look(asFound: false)])
        #expect(
            machine.handle(.looked(isForeground: true, parent: shell, asFound: false), at: at(50))
                == [.adopt(asFound: false)])
        #expect(machine.handle(.adopted, at: at(51)) == [.readInput, .resize])
        #expect(machine.place == .foreground)
    }

    @Test func `a terminal whose parent has died of the key is taken once its shell had time to`() {
        var machine = machine()
        _ = machine.handle(.key(interrupt, reachesParent: true), at: at(0))
        _ = machine.handle(.gaveTerminal, at: at(0))
        #expect(machine.handle(.looked(isForeground: true, parent: 1, asFound: false), at: at(50)) == [])
        #expect(machine.handle(.looked(isForeground: true, parent: 1, asFound: false), at: at(249)) == [])
        #expect(
            machine.handle(.looked(isForeground: true, parent: 1, asFound: false), at: at(250))
                == [.adopt(asFound: false)])
    }

    @Test func `a terminal that the shell has taken after a key is looked at every 200 ms`() {
        var machine = machine()
        _ = machine.handle(.key(interrupt, reachesParent: true), at: at(0))
        _ = machine.handle(.gaveTerminal, at: at(0))
        #expect(machine.handle(.looked(isForeground: false, parent: 1, asFound: false), at: at(50)) == [])
        #expect(machine.nextDeadline(at: at(50)) == at(250))
        #expect(machine.nextDeadline(at: at(9000)) == at(9200))
    }

    @Test(arguments: [true, false])
    func `a command that stops gives the terminal to the shell and gets it again after fg`(withGroup: Bool) {
        var machine = machine()
        #expect(
            machine.handle(.stopped(withGroup: withGroup), at: at(0))
                == [.leaveSplash, .showRest, .giveTerminal(typesBack: true), .stop(withGroup: withGroup)])
        _ = machine.handle(.gaveTerminal, at: at(1))
        #expect(machine.handle(.resumed, at: at(9000)) == [.look(asFound: false), .resize])
        #expect(
            machine.handle(.looked(isForeground: true, parent: shell, asFound: false), at: at(9000))
                == [.adopt(asFound: false)])
    }

    @Test func `after bg the terminal is looked at every 200 ms and stays the shell's`() {
        var machine = machine(inBackground: true)
        #expect(machine.nextDeadline(at: at(1000)) == at(1200))
        #expect(machine.handle(.timePassed, at: at(1200)) == [.look(asFound: false)])
        #expect(machine.handle(.looked(isForeground: false, parent: shell, asFound: false), at: at(1200)) == [])
        // A stop in the background takes nothing from anybody.
        #expect(
            machine.handle(.stopped(withGroup: false), at: at(1300))
                == [.leaveSplash, .showRest, .stop(withGroup: false)])
    }

    @Test func `the group is stopped without a command that ignores Ctrl-Z`() {
        var machine = machine()
        #expect(machine.handle(.askedToStop, at: at(0)) == [])
        #expect(machine.nextDeadline(at: at(0)) == at(300))
        #expect(machine.handle(.timePassed, at: at(299)) == [])
        #expect(machine.handle(.timePassed, at: at(300)) == [.reportKey(stop)])
        #expect(machine.handle(.key(stop, reachesParent: false), at: at(300)) == [.sendGroup(stop)])
        #expect(machine.nextDeadline(at: at(300)) == nil)
    }

    @Test func `a command that stops late takes the group with it`() {
        var machine = machine()
        _ = machine.handle(.askedToStop, at: at(0))
        #expect(machine.handle(.stopped(withGroup: false), at: at(100)).last == .stop(withGroup: true))
        #expect(machine.handle(.timePassed, at: at(400)).contains(.reportKey(stop)) == false)
    }

    @Test func `after SIGSTOP the command finds the terminal as it was found`() {
        var machine = machine()
        #expect(
            machine.handle(.continued, at: at(0))
                == [.forgetSettings, .forgetScreen, .look(asFound: true), .continueGroup])
        #expect(
            machine.handle(.looked(isForeground: true, parent: 1, asFound: true), at: at(0))
                == [.adopt(asFound: true)])
        // In the background the settings were the shell's already.
        var other = self.machine(inBackground: true)
        #expect(other.handle(.continued, at: at(0)) == [.forgetScreen, .look(asFound: true), .continueGroup])
    }

    @Test func `a terminal with echo off is lent to the process that reads it`() {
        var machine = machine()
        #expect(machine.handle(.lent(true), at: at(0)) == [.lend])
        #expect(machine.place == .lent)
        #expect(machine.handle(.lent(true), at: at(100)) == [])
        #expect(machine.nextDeadline(at: at(100)) == at(200))
        #expect(machine.handle(.lent(false), at: at(200)) == [.readInput])
        #expect(machine.place == .foreground)
        var other = self.machine(inBackground: true)
        #expect(other.handle(.lent(true), at: at(0)) == [])
        #expect(other.place == .background)
    }

    @Test func `the splash stays 200 ms for a command that writes nothing`() {
        var machine = machine()
        _ = machine.handle(.holdsSplash, at: at(0))
        #expect(machine.nextDeadline(at: at(0)) == at(200))
        #expect(machine.handle(.timePassed, at: at(199)) == [])
        #expect(machine.handle(.timePassed, at: at(200)) == [.leaveSplash])
        _ = machine.handle(.leftSplash, at: at(200))
        #expect(machine.nextDeadline(at: at(200)) == nil)
    }

    @Test func `a hang-up ends the relay at once`() {
        var machine = machine()
        #expect(!machine.isOver(isShown: true))
        #expect(machine.handle(.hungUp, at: at(0)) == [])
        #expect(machine.isOver(isShown: false))
        // No later event brings it back.
        for event in [RelayMachine.Event.gaveTerminal, .adopted, .continued, .lent(true)] {
            _ = machine.handle(event, at: at(1))
            #expect(machine.isGone)
        }
    }

    @Test func `the relay ends once the command has and all it wrote is shown`() {
        var machine = machine()
        _ = machine.handle(.ended, at: at(0))
        #expect(!machine.isOver(isShown: true))
        _ = machine.handle(.outputEnded, at: at(10))
        #expect(!machine.isOver(isShown: false))
        #expect(machine.isOver(isShown: true))
    }

    @Test func `a process left behind that writes for ever is read for 300 ms`() {
        var machine = machine()
        _ = machine.handle(.ended, at: at(0))
        _ = machine.handle(.waits, at: at(299))
        #expect(machine.hasOutput)
        _ = machine.handle(.waits, at: at(300))
        #expect(!machine.hasOutput)
    }

    @Test func `output that waited below another screen gets its 300 ms afterwards`() {
        var machine = machine()
        _ = machine.handle(.covered(true), at: at(0))
        _ = machine.handle(.ended, at: at(10))
        _ = machine.handle(.waits, at: at(5000))
        #expect(machine.hasOutput)
        _ = machine.handle(.covered(false), at: at(5000))
        _ = machine.handle(.waits, at: at(5299))
        #expect(machine.hasOutput)
        _ = machine.handle(.waits, at: at(5300))
        #expect(!machine.hasOutput)
    }
}
