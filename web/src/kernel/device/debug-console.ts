/** The console opens after more clicks than this, each at most {@link WINDOW} ms after the one before. */
const CLICKS = 10
const WINDOW = 200

export function clickCounter(): (at: number) => boolean {
  let count = 0
  let last = Number.NEGATIVE_INFINITY
  return (at) => {
    count = at - last <= WINDOW ? count + 1 : 1
    last = at
    return count > CLICKS
  }
}

/**
 * A click on a label causes a second click on its field. Counting both would open the console for a user who ticks six
 * boxes.
 */
function watchLabels(): (event: Event) => boolean {
  let field: HTMLElement | null = null
  return ({ target }) => {
    const passedOn = target === field
    const label = target instanceof Element ? target.closest('label') : null
    field = label && label.control !== target ? label.control : null
    return passedOn
  }
}

/** Watches for the hidden gesture. The console is fetched once per life of the page, from the same origin. */
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
