import type { Page } from '@playwright/test'

/** What a person did on a page, across all its documents. */
export interface Effort {
  /** Touches and clicks, each by the words of what it landed on. */
  readonly taps: string[]
  /** Fields that were typed into. */
  fields: number
  /** Does what is no part of the count. */
  apart(work: () => Promise<void>): Promise<void>
}

/** Counts what is done on a page from now on. */
export async function countEffort(page: Page): Promise<Effort> {
  const effort: Effort = {
    taps: [],
    fields: 0,
    async apart(work) {
      // The page tells of a touch on a way of its own, which may be slower than the answer to whoever touched.
      const told = () => page.evaluate(() => undefined)
      await told()
      const before = effort.taps.length
      await work()
      await told()
      effort.taps.length = before
    },
  }
  await page.exposeFunction('didTap', (on: string) => {
    effort.taps.push(on)
  })
  await page.exposeFunction('didType', () => {
    effort.fields++
  })
  await page.addInitScript(() => {
    const told = window as unknown as { didTap(on: string): void; didType(): void }
    const typed = new WeakSet<EventTarget>()
    const named = (target: EventTarget | null) => {
      const on = target instanceof Element ? (target.closest('button, a, label') ?? target) : null
      return (on?.ariaLabel || on?.textContent || on?.tagName || '').trim().slice(0, 20)
    }
    addEventListener('pointerdown', ({ target }) => told.didTap(named(target)), { capture: true })
    addEventListener(
      'input',
      ({ target }) => {
        const isText = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement
        if (!isText || ['checkbox', 'radio', 'file'].includes(target.type) || typed.has(target)) return
        typed.add(target)
        told.didType()
      },
      { capture: true },
    )
  })
  return effort
}
