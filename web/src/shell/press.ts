/*
 * A tap means the element that was under the finger when it touched the screen. A browser sends no click to an
 * element that moved before the finger was lifted, for example because a line was inserted above.
 */

/** Limits of a tap: a finger that moved farther (px) or stayed longer (ms) made another gesture. */
const MOVED = 12
const LONG = 1_000

/** Installs the correction: from then on, a button or link that moves during a tap is clicked. */
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
      // Keyboard clicks have the detail 0.
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
