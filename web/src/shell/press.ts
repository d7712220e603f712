/*
 * A tap means what was under the finger when it came down. A browser clicks nothing when that has moved away before the finger
 * went up: a line that appears above is enough.
 */

/** A finger that moved so far, in px, or stayed so long, in ms, meant something else. */
const MOVED = 12
const LONG = 1_000

/** From now on a button or link that moves under a tap is pressed all the same. */
export function keepPresses(): void {
  let pressed: { readonly meant: HTMLElement; readonly down: PointerEvent } | undefined
  document.addEventListener(
    'pointerdown',
    (down) => {
      const meant = down.target instanceof Element ? down.target.closest<HTMLElement>('button, a[href]') : null
      pressed = meant !== null && down.isPrimary && down.button === 0 ? { meant, down } : undefined
    },
    true,
  )
  document.addEventListener(
    'click',
    (click) => {
      const before = pressed
      pressed = undefined
      // A key clicks too.
      if (before === undefined || !click.isTrusted || click.detail === 0) return
      const { meant, down } = before
      const far = Math.hypot(click.clientX - down.clientX, click.clientY - down.clientY) > MOVED
      const late = click.timeStamp - down.timeStamp > LONG
      if (far || late || !meant.isConnected || meant.contains(click.target as Node)) return
      click.preventDefault()
      click.stopImmediatePropagation()
      meant.click()
    },
    true,
  )
}
