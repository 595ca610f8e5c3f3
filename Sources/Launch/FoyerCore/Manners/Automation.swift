/// Who runs a program where nobody looks at the screen, as a variable of the environment says.
package enum Automation: Hashable, Sendable {
    case buildService(variable: String)
    case agent(variable: String)

    package var variable: String {
        switch self {
        case .buildService(let variable), .agent(let variable): variable
        }
    }
}

extension Automation {
    /// A variable that only a build service or an agent sets, and where that is known from.
    package struct Variable: Sendable {
        package let name: String
        /// Who sets it.
        package let setter: String
        /// Where that is documented, or which widely used program relies on it.
        package let source: String
    }

    /// Nearly every build service sets `CI`; these are set by those that do not, or that once did not.
    package static let buildServices: [Variable] = [
        Variable(name: "CI", setter: "nearly all", source: "github.com/watson/ci-info, index.js"),
        Variable(name: "CONTINUOUS_INTEGRATION", setter: "Travis CI, Cirrus CI", source: ciInfo),
        Variable(name: "GITHUB_ACTIONS", setter: "GitHub Actions", source: ciInfo),
        Variable(name: "GITLAB_CI", setter: "GitLab CI", source: ciInfo),
        Variable(name: "TF_BUILD", setter: "Azure Pipelines", source: "Azure Pipelines, predefined variables"),
        Variable(name: "JENKINS_URL", setter: "Jenkins", source: ciInfo),
        Variable(name: "HUDSON_URL", setter: "Hudson", source: ciInfo),
        Variable(name: "TEAMCITY_VERSION", setter: "TeamCity", source: ciInfo),
        Variable(name: "bamboo_planKey", setter: "Bamboo", source: ciInfo),
        Variable(name: "TRAVIS", setter: "Travis CI", source: ciInfo),
        Variable(name: "CODEBUILD_BUILD_ARN", setter: "AWS CodeBuild", source: ciInfo),
        Variable(
            name: "CODEBUILD_BUILD_ID", setter: "AWS CodeBuild",
            source: "docs.aws.amazon.com/codebuild/latest/userguide/build-env-ref-env-vars.html"),
        Variable(name: "GO_PIPELINE_LABEL", setter: "GoCD", source: ciInfo),
        Variable(name: "BUILDKITE", setter: "Buildkite", source: ciInfo),
        Variable(name: "CIRCLECI", setter: "CircleCI", source: ciInfo),
        Variable(name: "APPVEYOR", setter: "AppVeyor", source: ciInfo),
        Variable(name: "BITRISE_IO", setter: "Bitrise", source: ciInfo),
        Variable(name: "BUDDY_WORKSPACE_ID", setter: "Buddy", source: ciInfo),
        Variable(name: "SAILCI", setter: "Sail CI", source: ciInfo),
        Variable(name: "MAGNUM", setter: "Magnum CI", source: ciInfo),
        Variable(name: "STRIDER", setter: "Strider CD", source: ciInfo),
    ]

    /// Left out, since they are also set where a person types: `REPL_ID` (any Replit shell), `GOOSE_PROVIDER` (anybody
    /// who has configured goose), `CURSOR_TRACE_ID` and `TERM_PROGRAM=kiro` (the terminals of those editors).
    package static let agents: [Variable] = [
        Variable(name: "AI_AGENT", setter: "any agent", source: ghAgents + "; github.com/unjs/std-env, src/agents.ts"),
        Variable(name: "AGENT", setter: "Amp, goose", source: ghAgents),
        Variable(name: "CLAUDECODE", setter: "Claude Code", source: "code.claude.com/docs/en/env-vars; " + ghAgents),
        Variable(name: "CLAUDE_CODE", setter: "Claude Code", source: ghAgents),
        Variable(name: "CODEX_SANDBOX", setter: "Codex", source: ghAgents),
        Variable(name: "CODEX_THREAD_ID", setter: "Codex", source: ghAgents),
        Variable(name: "CODEX_CI", setter: "Codex", source: ghAgents),
        Variable(name: "COPILOT_AGENT", setter: "GitHub Copilot", source: "no first-party documentation"),
        Variable(
            name: "COPILOT_AGENT_SESSION_ID", setter: "GitHub Copilot",
            source: "no first-party documentation; agent detectors on npm read it"),
        Variable(name: "COPILOT_CLI", setter: "GitHub Copilot CLI", source: ghAgents),
        Variable(name: "CURSOR_AGENT", setter: "Cursor's agent", source: ghAgents),
        Variable(name: "GEMINI_CLI", setter: "Gemini CLI", source: ghAgents),
        Variable(name: "OPENCODE", setter: "OpenCode", source: ghAgents),
        Variable(name: "ANTIGRAVITY_AGENT", setter: "Antigravity", source: ghAgents),
        Variable(name: "AUGMENT_AGENT", setter: "Augment CLI", source: ghAgents),
        Variable(
            name: "JUNIE_DATA", setter: "Junie", source: "github.com/unjs/std-env, src/agents.ts"),
    ]

    private static let ciInfo = "github.com/watson/ci-info, vendors.json"
    private static let ghAgents = "github.com/cli/cli, internal/agents/detect.go"

    /// What the environment says; a build service comes first.
    package init?(environment: (String) -> String?) {
        func first(of variables: [Variable]) -> String? {
            variables.first { Self.isOn(environment($0.name)) }?.name
        }
        if let name = first(of: Self.buildServices) {
            self = .buildService(variable: name)
        } else if let name = first(of: Self.agents) {
            self = .agent(variable: name)
        } else {
            return nil
        }
    }

    /// Whether a variable that stands for yes or no says yes: empty, `0` and `false` do not.
    package static func isOn(_ value: String?) -> Bool {
        guard let value, !value.isEmpty, value != "0" else { return false }
        return value.lowercased() != "false"
    }
}
