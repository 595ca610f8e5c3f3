import ArgumentParser
import Foyer
import FoyerCore
import FoyerPlatform
import FoyerPlatformCore
import FoyerSystem

/// `foyer events report`: what campaigns did, from what a collector has kept.
struct EventsReportCommand: AsyncParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable { case table, bars, csv, json }

    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Counts what campaigns did, from a collector's files.",
        discussion: """
            Reads what your collector has kept: bodies of requests or single events, in Foyer's format or as CloudEvents, \
            one JSON value in the file or one in each line. Each id counts once, since a host sends a batch again if it \
            had no answer. Days are in UTC. A button of a pop-up is seen as often as its card; one \
            that nobody has chosen is in no event, and has no row.

            EXAMPLES:
              foyer events report events.jsonl
              foyer events report --by campaign,day --format csv *.jsonl >campaigns.csv
              foyer events report --format bars events.jsonl

            EXIT STATUS: 0 success; 65 a file or a line of it could not be read; the rest is counted.
            """)

    @Argument(help: "The collector's files.", completion: .file())
    var files: [String]

    @Option(
        help: ArgumentHelp("What to group by: campaign, item and day, separated by commas.", valueName: "names"),
        transform: dimensions)
    var by: Set<CampaignReport.Dimension> = [.campaign, .item]

    @Option(help: "table, bars, csv or json.")
    var format = Format.table

    @Flag(help: "Draw bars only in ASCII.")
    var ascii = false

    @OptionGroup var words: LanguageOption

    func run() throws {
        let language = words.chosen(UserSettings.read(Places()))
        var report = CampaignReport()
        var unread = 0
        for file in files { unread += read(file, into: &report, language) }
        let rows = report.rows(by: by)
        switch format {
        case .table: ReportTable(rows: rows, by: by, language: language).lines.forEach(Output.line)
        case .bars: ReportTable(rows: rows, by: by, language: language).bars(ascii: ascii).forEach(Output.line)
        case .csv: Self.csv(rows, by).forEach(Output.line)
        case .json: Output.json(Self.json(rows, report, unread: unread))
        }
        if format == .table || format == .bars { Output.line(language.counted(report, unread: unread)) }
        if unread > 0 { throw ExitStatus.wrongInput }
    }

    /// - Returns: the number of lines that could not be read.
    private func read(_ file: String, into report: inout CampaignReport, _ language: Language) -> Int {
        let bytes: [UInt8]
        do { bytes = try UserFile.read(file, limit: Self.largestFile) } catch {
            StandardError.write(language[error.cause])
            return 1
        }
        // One value in the whole file, perhaps on many lines.
        if let whole = try? CampaignEvent.all(JSON.parse(bytes)) {
            for event in whole { report.add(event) }
            return 0
        }
        var unread = 0
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
        where !line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) {
            do {
                for event in try CampaignEvent.all(JSON.parse(Array(line))) { report.add(event) }
            } catch {
                unread += 1
                StandardError.write(SafeText("\(file):\(index + 1): \(String(describing: error))"))
            }
        }
        return unread
    }

    /// 1 GiB: some five million events.
    private static let largestFile = 1 << 30

    private static func dimensions(_ text: String) throws -> Set<CampaignReport.Dimension> {
        var found: Set<CampaignReport.Dimension> = []
        for name in text.split(separator: ",") {
            guard let dimension = CampaignReport.Dimension(rawValue: String(name)) else {
                throw ValidationError("\"\(SafeText(String(name)))\" is not campaign, item or day.")
            }
            found.insert(dimension)
        }
        return found
    }

    // MARK: - For programs

    private static func csv(_ rows: [CampaignReport.Row], _ by: Set<CampaignReport.Dimension>) -> [SafeText] {
        let names = CampaignReport.Dimension.allCases.filter(by.contains)
        let head = names.flatMap { $0 == .campaign ? ["campaign", "kind"] : [$0.rawValue] }
        let lines = rows.map { row in
            names.flatMap { name -> [String] in
                switch name {
                case .campaign:
                    [row.group.campaign?.key ?? "", row.group.campaign?.isPopup == true ? "popup" : "banner"]
                case .item: [row.group.item.map(String.init) ?? ""]
                case .day: [row.group.day ?? ""]
                }
            } + [String(row.impressions), String(row.clicks), row.rate.map { "\($0)" } ?? ""]
        }
        return ([head + ["impressions", "clicks", "rate"]] + lines).map { fields in
            SafeText(fields.map(quoted).joined(separator: ","))
        }
    }

    /// By RFC 4180.
    private static func quoted(_ field: String) -> String {
        guard field.contains(where: { ",\"\r\n".contains($0) }) else { return field }
        return "\"" + field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }

    private static func json(_ rows: [CampaignReport.Row], _ report: CampaignReport, unread: Int) -> JSON {
        let lines = rows.map { row -> JSON in
            var members: [JSON.Member] = []
            if let campaign = row.group.campaign {
                members.append(.init("campaign", .string(campaign.key)))
                members.append(.init("kind", .string(campaign.isPopup ? "popup" : "banner")))
            }
            if let item = row.group.item { members.append(.init("item", .integer(Int64(item)))) }
            if let day = row.group.day { members.append(.init("day", .string(day))) }
            members.append(.init("impressions", .integer(Int64(row.impressions))))
            members.append(.init("clicks", .integer(Int64(row.clicks))))
            if let rate = row.rate { members.append(.init("rate", .number(rate))) }
            return .object(members)
        }
        return [
            "event": "result", "rows": .array(lines), "events": .integer(Int64(report.events)),
            "repeats": .integer(Int64(report.repeats)), "unread": .integer(Int64(unread)),
        ]
    }
}

/// The rows for people.
private struct ReportTable {
    let rows: [CampaignReport.Row]
    let by: Set<CampaignReport.Dimension>
    let language: Language

    var lines: [SafeText] {
        let head = names.map { language.heading($0) } + language.figures
        let body = rows.map { row in
            labels(row) + [String(row.impressions), String(row.clicks), percent(row.rate)].map { SafeText($0) }
        }
        let table = [head] + body
        let widths = head.indices.map { column in table.map { $0[column].columns }.max() ?? 0 }
        return table.map { fields in
            let cells = fields.enumerated().map { column, field in
                let blank = String(repeating: " ", count: widths[column] - field.columns)
                // Words begin in one column, figures end in one.
                return column < names.count ? "\(field)\(blank)" : "\(blank)\(field)"
            }
            return SafeText(cells.joined(separator: "  "))
        }
    }

    /// A bar for the impressions, with the clicks as its first part.
    func bars(ascii: Bool) -> [SafeText] {
        let named = rows.map { SafeText(labels($0).map(\.string).joined(separator: " ")) }
        let width = named.map(\.columns).max() ?? 0
        let most = max(rows.map { max($0.impressions, $0.clicks) }.max() ?? 0, 1)
        let (click, impression) = ascii ? ("#", "-") : ("█", "░")
        return zip(named, rows).map { label, row in
            let length = { (count: Int) in count == 0 ? 0 : max(count * Self.longestBar / most, 1) }
            let clicks = length(row.clicks)
            let bar =
                String(repeating: click, count: clicks)
                + String(repeating: impression, count: max(length(row.impressions) - clicks, 0))
            let blank = String(repeating: " ", count: width - label.columns)
            return SafeText(
                "\(label)\(blank)  \(bar)  \(row.clicks) / \(row.impressions)  \(percent(row.rate))")
        }
    }

    private static let longestBar = 40

    private var names: [CampaignReport.Dimension] { CampaignReport.Dimension.allCases.filter(by.contains) }

    private func labels(_ row: CampaignReport.Row) -> [SafeText] {
        names.map { name in
            switch name {
            case .campaign: row.group.campaign.map { language.name(of: $0) } ?? ""
            case .item: SafeText(row.group.item.map(String.init) ?? "–")
            case .day: SafeText(row.group.day ?? "")
            }
        }
    }

    private func percent(_ rate: Double?) -> String {
        guard let rate else { return "–" }
        let tenths = Int((rate * 1000).rounded())
        return "\(tenths / 10).\(tenths % 10) %"
    }
}

extension Language {
    fileprivate func heading(_ dimension: CampaignReport.Dimension) -> SafeText {
        switch dimension {
        case .campaign: self[Phrase("campaign", "活动", "活動")]
        case .item: self[Phrase("item", "项目", "項目")]
        case .day: self[Phrase("day", "日期", "日期")]
        }
    }

    fileprivate var figures: [SafeText] {
        [
            self[Phrase("impressions", "展示", "曝光")], self[Phrase("clicks", "点击", "點擊")],
            self[Phrase("rate", "点击率", "點擊率")],
        ]
    }

    fileprivate func name(of campaign: CampaignReport.Campaign) -> SafeText {
        let key = SafeText(campaign.key)
        return campaign.isPopup ? self[Phrase("\(key) (pop-up)", "\(key)（弹窗）", "\(key)（彈出視窗）")] : key
    }

    fileprivate func counted(_ report: CampaignReport, unread: Int) -> SafeText {
        let (events, repeats) = (report.events, report.repeats)
        return self[
            Phrase(
                "Events: \(events), each id once; repeats: \(repeats); unreadable lines: \(unread)",
                "事件：\(events)，每个标识只计一次；重复：\(repeats)；无法读取的行：\(unread)",
                "事件：\(events)，每個識別碼只計一次；重複：\(repeats)；無法讀取的行：\(unread)")]
    }
}
