// A page that is printed: the browser prints nothing of what a graphics card has drawn, so the map becomes a picture for as long.

import { byID, element } from "./elements.js"

/** @param {() => string | undefined} picture of the map as it is now */
export function startPrinting(picture) {
    const image = element("img", { id: "printed-map", alt: "The map" })
    window.addEventListener("beforeprint", () => {
        const address = picture()
        if (address) {
            image.src = address
            byID("map").append(image)
        }
    })
    window.addEventListener("afterprint", () => image.remove())
}
