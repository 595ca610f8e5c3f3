"""The terminals that are tried, and how each is started with 100 columns and 30 rows."""
from dataclasses import dataclass, field

FONT = "DejaVu Sans Mono"


@dataclass
class Kind:
    name: str
    command: list
    # How pictures are to be sent; None for cells.
    protocol: str | None
    # Further options for Foyer.
    options: str = ""
    wayland: bool = False
    environment: dict = field(default_factory=dict)
    # The keys that make the font larger, and restore it.
    zoom: tuple = ()
    # Whether it puts on the clipboard what a program sends (OSC 52); None where this display cannot tell.
    copies: bool | None = None
    # Texts by their paths in the user's home.
    files: dict = field(default_factory=dict)


SOFTWARE = {"LIBGL_ALWAYS_SOFTWARE": "1", "GALLIUM_DRIVER": "llvmpipe"}
XTERM = ["xterm", "-b", "0", "+sb", "-geometry", "100x30+0+0", "-fa", FONT, "-fs", "11"]
MLTERM = ["mlterm", "-g", "100x30+0+0", "--sb=false", "-e"]
MLTERM_FILES = {".mlterm/aafont": f"DEFAULT={FONT}\nU+3000-9FFF=Noto Sans Mono CJK SC\n"}
KONSOLE = ["konsole", "--nofork", "--hide-menubar", "--hide-tabbar", "--profile", "Foyer", "-e"]
KONSOLE_FILES = {
    ".local/share/konsole/Foyer.profile": f"""
[General]
Name=Foyer
Parent=FALLBACK/
TerminalColumns=100
TerminalRows=30
TerminalMargin=0
[Appearance]
Font={FONT},11,-1,5,50,0,0,0,0,0
[Scrolling]
ScrollBarPosition=2
"""}

KINDS = [
    # As it is installed, xterm lets no program copy.
    Kind("xterm", [*XTERM, "-e"], None, copies=False),
    Kind(
        "xterm-sixel", [*XTERM, "-ti", "vt340", "-xrm", "XTerm.vt100.allowWindowOps: true", "-e"], "sixel",
        zoom=("shift+KP_Add", "shift+KP_Subtract"), copies=True),
    Kind(
        "kitty",
        [
            "kitty", "--config", "NONE", "-o", "remember_window_size=no", "-o", "initial_window_width=100c",
            "-o", "initial_window_height=30c", "-o", "window_padding_width=0", "-o", "placement_strategy=top-left",
            "-o", "update_check_interval=0", "-o", f"font_family={FONT}", "-o", "font_size=11",
            "-o", "enable_audio_bell=no", "-o", "confirm_os_window_close=0", "-o", "cursor_blink_interval=0",
        ], "kitty", environment=SOFTWARE, zoom=("ctrl+shift+equal", "ctrl+shift+BackSpace"),
        copies=True),
    Kind(
        "foot", ["foot", "-o", "pad=0x0", "-o", f"font={FONT}:size=11", "-W", "100x30"], "sixel",
        wayland=True),
    Kind("mlterm", MLTERM, "sixel", files=MLTERM_FILES),
    Kind("mlterm-iterm", MLTERM, "iterm", options="--pixels iterm", files=MLTERM_FILES),
    # Kitty's graphics: for an inline image of iTerm2's, Konsole clears a column more than the image has.
    Kind("konsole", KONSOLE, "kitty", files=KONSOLE_FILES),
    Kind(
        "alacritty",
        [
            "alacritty", "-o", "window.dimensions.columns=100", "-o", "window.dimensions.lines=30",
            "-o", f"font.normal.family={FONT}", "-o", "font.size=11", "-o", "window.position.x=0",
            "-o", "window.position.y=0", "-e",
        ], None, environment=SOFTWARE, copies=True),
    Kind(
        "tmux",
        [*XTERM, "-e", "tmux", "-L", "foyer-terminals", "-f", "{folder}/tmux.conf", "new-session", "--"], None),
]
