"""The terminals that are tried, and how each is started with 100 columns and 30 rows."""
from dataclasses import dataclass, field

FONT = "DejaVu Sans Mono"


@dataclass
class Kind:
    name: str
    command: list
    # The form in which pictures are sent; None for cells.
    protocol: str | None
    wayland: bool = False
    environment: dict = field(default_factory=dict)
    # The keys that enlarge the font and reset it.
    zoom: tuple = ()
    # By their paths in the user's home.
    files: dict = field(default_factory=dict)


SOFTWARE = {"LIBGL_ALWAYS_SOFTWARE": "1", "GALLIUM_DRIVER": "llvmpipe"}
XTERM = ["xterm", "-b", "0", "+sb", "-geometry", "100x30+0+0", "-fa", FONT, "-fs", "11"]

KINDS = [
    Kind("xterm", [*XTERM, "-e"], None),
    Kind("xterm-sixel", [*XTERM, "-ti", "vt340", "-e"], "sixel", zoom=("shift+KP_Add", "shift+KP_Subtract")),
    Kind(
        "kitty",
        [
            "kitty", "--config", "NONE", "-o", "remember_window_size=no", "-o", "initial_window_width=100c",
            "-o", "initial_window_height=30c", "-o", "window_padding_width=0", "-o", "placement_strategy=top-left",
            "-o", "update_check_interval=0", "-o", f"font_family={FONT}", "-o", "font_size=11",
            "-o", "enable_audio_bell=no", "-o", "confirm_os_window_close=0", "-o", "cursor_blink_interval=0",
        ], "kitty", environment=SOFTWARE, zoom=("ctrl+shift+equal", "ctrl+shift+BackSpace")),
    Kind(
        "foot", ["foot", "-o", "pad=0x0", "-o", f"font={FONT}:size=11", "-W", "100x30"], "sixel",
        wayland=True),
    Kind(
        "mlterm",
        ["mlterm", "-g", "100x30+0+0", "--sb=false", "-e"], "sixel",
        files={".mlterm/aafont": f"DEFAULT={FONT}\nU+3000-9FFF=Noto Sans Mono CJK SC\n"}),
    Kind(
        "alacritty",
        [
            "alacritty", "-o", "window.dimensions.columns=100", "-o", "window.dimensions.lines=30",
            "-o", f"font.normal.family={FONT}", "-o", "font.size=11", "-o", "window.position.x=0",
            "-o", "window.position.y=0", "-e",
        ], None, environment=SOFTWARE),
    Kind(
        "tmux",
        [*XTERM, "-e", "tmux", "-L", "foyer-terminals", "-f", "{folder}/tmux.conf", "new-session", "--"], None),
]
