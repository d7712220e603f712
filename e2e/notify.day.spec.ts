import { notify } from '@cheyi/contract/platform/notify'
import { session } from '@cheyi/contract/platform/session'
import type { Api } from './setup/api.ts'
import { expect, test } from './setup/test.ts'

/* What a day leaves to read: the demo was played through the handlers of real calls before anybody signed in. */

const roles = ['owner', 'manager', 'clerk', 'finance', 'fleet', 'service', 'channel'] as const

/** When anybody of the demo was signed in first: from then on other flows leave notices, too. */
async function firstSignIn(as: (who: (typeof roles)[number]) => Promise<Api>): Promise<number> {
  const devices = await Promise.all(roles.map(async (who) => (await (await as(who)).ask(session.devices, {})).list))
  return Math.min(...devices.flat().map(({ createdAt }) => createdAt))
}

/** Titles and texts of the notices of the twelve hours before. */
async function ofTheDay(api: Api, before: number): Promise<string[]> {
  const texts: string[] = []
  for (let cursor: string | undefined; ; ) {
    const { list, nextCursor } = await api.ask(notify.page, { pageSize: 100, ...(cursor && { cursor }) })
    texts.push(...list.filter(({ at }) => at < before).map(({ title, body }) => `${title} ${body}`))
    if (nextCursor === null) return texts
    cursor = nextCursor
  }
}

for (const who of roles)
  test(`a day of the demo leaves at most 15 notices to the ${who}, none with a missing value`, async ({ as }) => {
    const texts = await ofTheDay(await as(who), await firstSignIn(as))
    expect(texts.length, texts.join('\n')).toBeLessThanOrEqual(15)
    expect(texts.filter((text) => /undefined|null|NaN/.test(text))).toEqual([])
  })
