/** More clicks than this, each soon after the one before, open the console. */
const CLICKS = 10
const WINDOW = 200

/** Counts clicks; true once more than ten have come, each at most 200 ms after the one before. */
export function clickCounter(): (at: number) => boolean {
  let count = 0
  let last = Number.NEGATIVE_INFINITY
  return (at) => {
    count = at - last <= WINDOW ? count + 1 : 1
    last = at
    return count > CLICKS
  }
}

/** A label passes a click on to its field: one tap, two clicks, which would open the console for who ticks six boxes. */
function watchLabels(): (event: Event) => boolean {
  let field: HTMLElement | null = null
  return ({ target }) => {
    const passedOn = target === field
    const label = target instanceof Element ? target.closest('label') : null
    field = label && label.control !== target ? label.control : null
    return passedOn
  }
}

/** Watches for the hidden gesture. The console is fetched once per life of the page, from our own origin. */
export function watchForDebugConsole(allowed: () => boolean): void {
  const count = clickCounter()
  const isPassedOn = watchLabels()
  let opened = false
  document.addEventListener(
    'click',
    (event) => {
      if (isPassedOn(event) || !count(event.timeStamp) || opened || !allowed()) return
      opened = true
      import('./debug-panel.tsx').then(
        ({ openDebugPanel }) => openDebugPanel(),
        () => {
          opened = false
        },
      )
    },
    { capture: true, passive: true },
  )
}
