// The session of this page with its server: a secret that only pages of this very address can read. It goes along as a field of
// each request, and never as a cookie: browsers give those to the servers of all ports of a host, whosever they are.

const key = "placemark-map-session"

/** Goes with each request, those for tiles included. Empty until `session` is settled, and where the server wants none. */
export const sessionFields = new Headers()

/** Settles when requests can be sent. */
export const session = begin()

async function begin() {
    const address = new URL(location.href)
    const token = address.searchParams.get("token")
    let secret = kept()
    if (token !== null) {
        // Out of the address that is seen, kept and copied.
        history.replaceState(null, "", address.pathname + address.hash)
        const answer = await fetch("/session", { method: "POST", body: token, cache: "no-store" }).catch(() => undefined)
        // A token that was used may have been used by this browser: then it has the session still.
        if (answer?.ok) secret = keep((await answer.text()).trim())
    }
    if (secret) sessionFields.set("Map-Session", secret)
}

function kept() {
    try {
        return localStorage.getItem(key) ?? ""
    } catch {
        return ""
    }
}

/** @param {string} secret */
function keep(secret) {
    try {
        localStorage.setItem(key, secret)
    } catch {
        // A browser that keeps nothing: the session is this page's until it is loaded again.
    }
    return secret
}
