/// What is installed.
enum SizeRows {
    /// All of it is one program, under several names.
    static func measure() {
        let copy = Bench.folder + "/stripped"
        Shell.run(Shell.quote(["strip", "-o", copy, Bench.product("foyer")]))
        let size = Files.size(copy)
        if size == 0 { fail("the program cannot be stripped: \(Shell.lastWords)") }
        Table.add(
            Row(
                number: "29", work: "installed: programs, stripped", figure: Say.megabytes(size), mark: "≤ 28 MB",
                isMet: size <= 28_000_000))
    }
}
