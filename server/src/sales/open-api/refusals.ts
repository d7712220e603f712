import { Refusal, type RefusalKey } from '@cheyi/domain/refusal'
import type { Context } from '../../kernel/context.ts'

/** The result of a check, thrown to roll back the transaction. */
export class Checked extends Error {
  readonly outcome: unknown
  constructor(outcome: unknown) {
    super('a check is over')
    this.outcome = outcome
  }
}

/** The result of a rehearsal, thrown to roll it back; `keep` then stores what is left of it in a transaction of its own. */
export class Rehearsed extends Error {
  readonly keep: (ctx: Context) => Promise<unknown>
  constructor(keep: (ctx: Context) => Promise<unknown>) {
    super('a rehearsal is over')
    this.keep = keep
  }
}

/** Internal refusals and the refusals that platforms get instead. */
const asTold: Partial<Readonly<Record<RefusalKey, RefusalKey>>> = {
  merchantSuspended: 'channelPaused',
  noVehicleLeft: 'openNoStock',
  dateStopped: 'openNoStock',
  advanceTooShort: 'openAdvanceTooShort',
  pickupInPast: 'openAdvanceTooShort',
  quoteExpired: 'openPriceChanged',
  priceChanged: 'openPriceChanged',
  orderStatusRefuses: 'openStatusRefuses',
  orderAlreadyPickedUp: 'openStatusRefuses',
  orderNotFound: 'notFound',
  renewalNoVehicle: 'openNoStock',
  renewalOpen: 'openStatusRefuses',
  renewalStarted: 'openStatusRefuses',
  overdueUnsettled: 'openStatusRefuses',
  violationStatusRefuses: 'openStatusRefuses',
  // The platform must not learn which of these reasons it is.
  personBlacklisted: 'openDriverRefused',
  idNumberInvalid: 'openDriverRefused',
  personExists: 'openDriverRefused',
}
const silent: ReadonlySet<RefusalKey> = new Set(['openDriverRefused'])

/** The refusal in terms of the open API; one without a translation is returned unchanged. */
export function translateRefusal(refusal: Refusal): Refusal {
  const key = asTold[refusal.key] ?? ofField(refusal)
  if (key === undefined) return refusal
  const { total, quote, field, closed } = refusal.detail
  const told = { total, quote, field, closed: refusal.key === 'dateStopped' ? true : closed }
  const kept = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined))
  return new Refusal(key, silent.has(key) ? {} : kept)
}

/** Translates a refusal about a field of the counter's form; a refusal by the schema has a list of all issues instead. */
function ofField({ key, detail }: Refusal): RefusalKey | undefined {
  if (key !== 'badInput' || detail.issues !== undefined) return undefined
  if (detail.field === 'pickupAt' || detail.field === 'returnAt') return 'openOutOfHours'
  if (detail.field === 'storeId' || detail.field === 'returnStoreId') return 'openOutOfHours'
  if (detail.field === 'modelId') return 'openModelUnmapped'
  // Judged by the present end of the rental, which another request may have moved meanwhile.
  if (detail.field === 'newReturnAt') return 'openStatusRefuses'
  return String(detail.field).startsWith('person.') ? 'openDriverRefused' : undefined
}
