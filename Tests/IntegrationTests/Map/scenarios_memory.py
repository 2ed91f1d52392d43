"""What the page keeps of many fixes, told by a stand-in whose clock runs at many times its speed.

A daemon reckons with the time that has passed, and so does gpsd: `memory_following` has them, as long as fixes take.
"""

import math
import time

from browser import tab
from measures import heap
from world import HOME, location


def _on_a_round(angle, seconds):
    return location(HOME[0] + 0.01 * math.sin(angle), HOME[1] + 0.014 * math.cos(angle), seconds)


def memory(stage):
    """Six thousand fixes, ten minutes at 10 Hz told five times as fast, leave the memory where it was but for the way itself."""
    with tab(stage.browser, stage.server.url) as view:
        view.open()
        sizes = []
        for part in range(4):
            for index in range(part * 1500, (part + 1) * 1500):
                stage.world.say("location", location=_on_a_round(index / 300, 10 + index / 10))
                time.sleep(0.004)
            view.until(f"Number(document.body.dataset.track) >= {(part + 1) * 1500}", "all are heard of", 30)
            view.page.wait_for_timeout(500)
            sizes.append(view.ask("(gc(), performance.memory.usedJSHeapSize / 1e6)"))
        stage.note("MB of JavaScript heap: " + ", ".join(f"{size:.1f}" for size in sizes))
        assert sizes[-1] - sizes[1] < 6, sizes


def _hour(stage, hertz, start):
    """The fixes of an hour, as fast as the page takes them; the heap after each quarter."""
    count = 3600 * hertz
    with tab(stage.browser, stage.server.url) as view:
        view.open()
        sizes = [heap(view)]
        for index in range(count):
            stage.world.say("location", location=_on_a_round(index / (30 * hertz), start + index / hertz))
            if (index + 1) % 100 == 0:
                view.until(f"Number(document.body.dataset.track) >= {index + 1}", "all are heard of", 120)
            if (index + 1) % (count // 4) == 0:
                view.page.wait_for_timeout(500)
                sizes.append(heap(view))
    stage.note(f"{hertz} Hz: MB of JavaScript heap at the start and after each of four times {count // 4} fixes: " + ", ".join(f"{size:.1f}" for size in sizes))
    return sizes


def memory_hour(stage):
    """What an hour sends, at 1 Hz and at 10 Hz: the heap grows by the way itself, some 200 bytes a point, and by nothing else."""
    for hour, hertz in enumerate((1, 10)):
        # The page passes over what is older than what it knows.
        sizes = _hour(stage, hertz, start=10 + 3600 * hour)
        assert sizes[-1] - sizes[1] < 2 + 0.0003 * 2700 * hertz, sizes


memory_hour.takes_long = True
