import { expect, type Page, type Request } from '@playwright/test'

/* `networkidle` knows loads alone: what a page of the application asks for when it goes on is counted here. */

/** What a page has asked for and not yet got, from now on. */
export function countAsked(page: Page): ReadonlySet<Request> {
  const asked = new Set<Request>()
  // A page listens to its stream for as long as it is open, and the code of a worker that ends before it came is never answered.
  const isAwaited = (request: Request) => request.resourceType() !== 'eventsource' && !/-worker-/.test(request.url())
  page.on('request', (request) => isAwaited(request) && asked.add(request))
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => asked.delete(request))
  return asked
}

/** Waits until nothing is asked for any more. Answers are drawn first, since what they show may ask for more. */
export async function allAnswered(page: Page, asked: ReadonlySet<Request>, where: string): Promise<void> {
  do {
    await expect.poll(() => [...asked].map((one) => one.url()), { message: `${where}: waits for answers` }).toEqual([])
    // Without a limit Chromium may let it lie until something else wakes the page.
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 1_000 })))
  } while (asked.size > 0)
}

/** No request under way, fonts loaded, transitions over. A page that waits for another device always has one under way. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 15_000 }).catch((error: Error) => {
    if (error.name !== 'TimeoutError') throw error
  })
  await page.evaluate(async () => {
    await document.fonts.ready
    // A spinner never ends.
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map((animation) => animation.finished))
  })
}
