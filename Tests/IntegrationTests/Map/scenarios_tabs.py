"""Several tabs of one browser."""

from box import box
from browser import Tab, tab


def _one_stream(view, real):
    """Soon: a daemon finds out with the next thing that it writes that a tab listens no more."""
    view.eventually(lambda: real.subscribers() == 1, "one stream is left")


def tabs(stage):
    """Eight tabs share one stream: all are live, all hear, and when the one that listens goes, another takes over without a gap."""
    # No track is kept: what a tab has not heard it cannot ask for.
    with box(stage) as real, tab(stage.browser, real.url) as view:
        # At rest the daemon tells a fix in a minute.
        real.receiver.drive(2000 * 4.79e-5, 2000 * 5.90e-5, 2000)
        view.open(wait=False)
        view.live()
        others = []
        for _ in range(7):
            # The browser has the session already.
            other = Tab(view.page.context, real.url.split("?")[0])
            other.page.goto(other.url)
            others.append(other)
        for number, other in enumerate(others):
            other.live(40)
            other.until("!document.querySelector('#here-city').textContent.startsWith('No position')", f"tab {number + 2} knows where the box is")
        _one_stream(view, real)
        known = _silent(real, [view, *others])
        _hears(real, known, 3)
        view.page.close()
        known.pop(view)
        _hears(real, known, 4)
        _one_stream(others[0], real)
        real.stop("placemarkd")
        for each in others:
            each.until("document.body.dataset.connection === 'lost'", "each tab says that the daemon has gone")
        real.start("placemarkd")
        for each in others:
            each.live(30)
        _one_stream(others[0], real)
        # Of a track, there is none.
        errors = [error for each in others for error in each.errors if not any(known in error for known in ("503", "404", "ERR_"))]
        assert not errors, errors


def _silent(real, views):
    """The receiver says nothing from now on; how many points of the way each tab has by then."""
    real.receiver.tells = "silence"
    # What is on its way arrives, and the daemon says that nothing comes.
    for view in views:
        view.until("document.querySelector('#here-badge').textContent.includes('the receiver is silent')", "each tab says that the receiver is silent")
    return {view: _points(view) for view in views}


def _hears(real, known, count):
    """Each of so many fixes is told once, in each tab."""
    real.receiver.tell(count)
    for view in known:
        known[view] += count
        view.until(f"Number(document.body.dataset.track ?? 0) >= {known[view]}", f"each tab hears all {count} fixes")
        assert _points(view) == known[view], f"{_points(view)} points instead of {known[view]}: none is told twice"


def _points(view):
    return int(view.ask("document.body.dataset.track ?? 0"))


tabs.without_graphics = True
