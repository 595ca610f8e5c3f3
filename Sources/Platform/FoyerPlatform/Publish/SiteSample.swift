import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc

/// A small set of sources that works: one program, one banner, one pop-up, config.
package enum SiteSample {
    /// Writes them to a new or empty folder.
    package static func write(to path: String, disk: Disk = .real) throws(PublishError) {
        let root = try onSite(Folder.open(path: path, makes: true, mode: 0o777, disk: disk))
        guard try onSite(root.entries()).isEmpty else { throw .notEmpty(path: path) }
        for (path, bytes) in files {
            let (folder, name) = PathParts(path).both
            try onSite(root.makeParents(of: path, mode: 0o777))
            try onSite(root.folder(at: folder).create(name, mode: 0o666).write(bytes))
        }
    }

    private static let files: [(path: String, bytes: [UInt8])] =
        texts.map { ($0.key, Array($0.value.utf8)) } + [
            ("images/hello.png", picture(width: 96, height: 96, from: (0x2F, 0x80, 0xED), to: (0x56, 0xCC, 0xF2))),
            ("images/welcome.png", picture(width: 600, height: 200, from: (0xF2, 0x99, 0x4A), to: (0xEB, 0x57, 0x57))),
        ]

    private static let texts: KeyValuePairs = [
        "site.yaml": """
        name: My platform
        # address: https://programs.example.com/
        # key: site.key            made by: foyer key new site.key
        # keep: 3                  former publications whose files stay
        # expires: 30              days for which a signature counts

        """,
        "config.yaml": """
        # The first screen of foyer demo: "1" or "2".
        version: "2"
        greeting: Welcome

        """,
        "banners/home.yaml": """
        name: Welcome
        items:
          - title: The first program
            image: welcome.png
            link: foyer://app/com.example.hello

        """,
        "popups/home.yaml": """
        id: welcome
        title: Welcome
        text: This card came from a platform of your own.
        image: welcome.png
        buttons:
          - label: Say hello
            link: foyer://app/com.example.hello
          - label: Later
        frequency: once

        """,
        "programs/com.example.hello/program.yaml": """
        status: active
        slogan: The first program of this platform
        desc: Says hello
        icon: hello.png

        """,
        "programs/com.example.hello/manifest.json": """
        {
          "app_id": "com.example.hello",
          "name": "Hello",
          "icons": [],
          "pages": ["pages/index"],
          "platform_version": { "min_code": 1 },
          "version": { "code": 1, "name": "1.0.0" }
        }

        """,
        "programs/com.example.hello/pages/index.md": """
        # Hello

        This page came from a platform of your own.

        """,
    ]

    /// A gradient from left to right.
    private static func picture(
        width: Int, height: Int, from: (Int, Int, Int), to: (Int, Int, Int)
    ) -> [UInt8] {
        let row = (0..<width).flatMap { x -> [UInt8] in
            func blend(_ a: Int, _ b: Int) -> UInt8 { UInt8(clamping: a + (b - a) * x / max(1, width - 1)) }
            return [blend(from.0, to.0), blend(from.1, to.1), blend(from.2, to.2), 255]
        }
        let bytes = (0..<height).flatMap { _ in row }
        return Pixels(width: width, height: height, bytes: bytes).flatMap {
            PNG.encode($0, hasAlpha: true, compress: Deflate.zlib)
        } ?? []
    }
}
