import type { OutputOf } from '@cheyi/contract/kernel/call'
import type { SitePage } from '@cheyi/contract/sales/site-page'
import { SOLD_OUT, siteStep } from '@cheyi/domain/sales/site/funnel'
import { localDate, parseWireTime } from '@cheyi/domain/time'
import type { Site } from '../door.ts'
import type { Tally } from './tally.ts'

interface Made {
  readonly name: keyof SitePage
  readonly given: object
  readonly answer: unknown
}

/** Counts a search, what it did not find, and an offer. */
export function countStep(tally: Tally, { merchantId }: Site, place: string, { name, given, answer }: Made): void {
  if (name === 'offer') tally.step(merchantId, place, siteStep.offer)
  if (name !== 'search') return
  tally.step(merchantId, place, siteStep.search)
  const { models } = answer as OutputOf<SitePage['search']>
  if (models.every(({ left }) => left === 0)) tally.step(merchantId, place, siteStep.empty)
  const { pickupAt } = given as { pickupAt?: unknown }
  const at = typeof pickupAt === 'number' || typeof pickupAt === 'string' ? parseWireTime(pickupAt) : null
  const lacking = models.filter(({ why }) => why === SOLD_OUT).map(({ modelId }) => modelId)
  if (at !== null && at !== undefined) tally.lack(merchantId, localDate(at), lacking)
}
