import type { Page } from '@playwright/test'

/** From here on it is so much later for a page, for its browser as for what it asks of the server; for nobody else. */
export async function goLater(page: Page, ms: number): Promise<void> {
  await page.clock.install({ time: Date.now() + ms })
  await page.setExtraHTTPHeaders({ 'x-later': String(ms) })
}
