import { Refusal, type RefusalKey } from '@cheyi/domain/refusal'

/** What a check found, thrown so that nothing of it stays. */
export class Checked extends Error {
  readonly outcome: unknown
  constructor(outcome: unknown) {
    super('a check is over')
    this.outcome = outcome
  }
}

/** What our own rooms refuse, as platforms are told it. */
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
  // Which of them it is, is nobody's affair.
  personBlacklisted: 'openDriverRefused',
  idNumberInvalid: 'openDriverRefused',
  personExists: 'openDriverRefused',
}
const silent: ReadonlySet<RefusalKey> = new Set(['openDriverRefused'])

/** The refusal in the words of the open door; what has none of its own stays as it is. */
export function translated(refusal: Refusal): Refusal {
  const key = asTold[refusal.key] ?? ofField(refusal)
  if (key === undefined) return refusal
  const { total, quote, field, closed } = refusal.detail
  const told = { total, quote, field, closed: refusal.key === 'dateStopped' ? true : closed }
  const kept = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined))
  return new Refusal(key, silent.has(key) ? {} : kept)
}

/** What the counter says of a field of its form; what the schema refused has a list of all that is wrong. */
function ofField({ key, detail }: Refusal): RefusalKey | undefined {
  if (key !== 'badInput' || detail.issues !== undefined) return undefined
  if (detail.field === 'pickupAt' || detail.field === 'returnAt') return 'openOutOfHours'
  if (detail.field === 'storeId' || detail.field === 'returnStoreId') return 'openOutOfHours'
  if (detail.field === 'modelId') return 'openModelUnmapped'
  return String(detail.field).startsWith('person.') ? 'openDriverRefused' : undefined
}
