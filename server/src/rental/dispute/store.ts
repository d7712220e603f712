import { mediaState } from '@cheyi/domain/platform/media/codes'
import { agreementType } from '@cheyi/domain/rental/agreement/codes'
import type { RentalStretch } from '@cheyi/domain/rental/violation/match'
import type { Context, Db } from '../../kernel/context.ts'

/** Confirmed records of an order, including those of undone handovers, each with its car. */
export const records = (db: Db, orderId: string) =>
  db
    .selectFrom('pickupReturnRecord as r')
    .leftJoin('vehicle as v', 'v.id', 'r.vehicleId')
    .selectAll('r')
    .select('v.plate')
    .where('r.orderId', '=', orderId)
    .where('r.draft', '=', false)
    .orderBy('r.type')
    .orderBy('r.id')
    .execute()

/** Signed documents of an order, including those that are void by now; other packs are excluded. */
export const signedPapers = (db: Db, orderId: string) =>
  db
    .selectFrom('agreement')
    .select(['id', 'type', 'status', 'agreementNo', 'signedAt', 'signedPath', 'signedSha256', 'photoIds'])
    .where('orderId', '=', orderId)
    .where('type', '<>', agreementType.pack)
    .where('signedAt', 'is not', null)
    .where('clearedAt', 'is', null)
    .orderBy('id')
    .execute()

/**
 * The stored data of some files: a file in parts has only a digest of its parts, so the digest of its content must be
 * calculated.
 */
export const files = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('media')
    .select(['id', 'kind', 'path', 'sha256', 'parts', 'durationS'])
    .where('id', 'in', ids)
    .where('state', '=', mediaState.ready)
    .execute()

/** The periods in which an order held cars. */
export const stretches = (ctx: Pick<Context, 'query'>, orderId: string) =>
  ctx.query<Omit<RentalStretch, 'orderId'> & { readonly plate: string }>(
    `select v.plate, a.from_at as "from", a.to_at as "to" from vehicle_assignment a join vehicle v on v.id = a.vehicle_id
      where a.order_id = $1 and not a.void order by a.from_at`,
    [orderId],
  )

/** The payment plan of a long rental. */
export const plan = (db: Db, orderId: string) =>
  db
    .selectFrom('instalment')
    .select(['seq', 'periodFrom', 'periodTo', 'dueOn', 'amountFen', 'paidFen', 'status'])
    .where('orderId', '=', orderId)
    .orderBy('seq')
    .execute()
