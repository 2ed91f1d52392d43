// Moving the simple map by hand, and clicks on it.

/** @param {import("./simpleMap.js").SimpleMap} map */
export function startSimpleGestures(map) {
    const { container } = map
    /** @type {{x: number, y: number, from: Coordinate, moved: boolean} | undefined} */
    let drag
    container.addEventListener("pointerdown", (event) => {
        if (event.target instanceof HTMLElement && event.target.closest("button")) return
        drag = { x: event.clientX, y: event.clientY, from: map.camera.center, moved: false }
        container.setPointerCapture(event.pointerId)
    })
    container.addEventListener("pointermove", (event) => {
        if (!drag) return
        const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y]
        if (!drag.moved && Math.hypot(dx, dy) < 4) return
        if (!drag.moved) map.listener?.userMoved()
        drag.moved = true
        map.camera.center = drag.from
        const [x, y] = map.camera.pixel(drag.from)
        map.moveTo({ center: map.camera.place(x - dx, y - dy) })
    })
    container.addEventListener("pointerup", (event) => {
        if (drag?.moved) map.listener?.moved()
        else if (drag) void map.listener?.click(map.camera.place(event.clientX, event.clientY), undefined)
        drag = undefined
    })
    container.addEventListener("contextmenu", (event) => {
        event.preventDefault()
        map.listener?.longPress(map.camera.place(event.clientX, event.clientY))
    })
    container.addEventListener("wheel", (event) => {
        event.preventDefault()
        map.moveTo({ center: map.camera.center, zoom: map.camera.zoom - event.deltaY / 300 })
    }, { passive: false })
}
