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

/** Watches for the hidden gesture. The console is fetched once per life of the page, from our own origin. */
export function watchForDebugConsole(allowed: () => boolean): void {
  const count = clickCounter()
  let opened = false
  document.addEventListener(
    'click',
    (event) => {
      if (!count(event.timeStamp) || opened || !allowed()) return
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
