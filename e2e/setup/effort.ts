import type { Page } from '@playwright/test'

/** What a person did on a page, across all its documents. */
export interface Effort {
  /** Touches and clicks, wherever they landed. */
  taps: number
  /** Fields that were typed into. */
  fields: number
}

/** Counts what is done on a page from now on. */
export async function countEffort(page: Page): Promise<Effort> {
  const effort: Effort = { taps: 0, fields: 0 }
  await page.exposeFunction('didTap', () => {
    effort.taps++
  })
  await page.exposeFunction('didType', () => {
    effort.fields++
  })
  await page.addInitScript(() => {
    const told = window as unknown as { didTap(): void; didType(): void }
    const typed = new WeakSet<EventTarget>()
    addEventListener('pointerdown', () => told.didTap(), { capture: true })
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
