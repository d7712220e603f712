import { mediaState } from '@cheyi/domain/platform/media/codes'
import { agreementType } from '@cheyi/domain/rental/agreement/codes'
import type { RentalStretch } from '@cheyi/domain/rental/violation/match'
import type { Context, Db } from '../../kernel/context.ts'

/** Records of an order that were confirmed, those whose handover was taken back among them, each with its car. */
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

/** Papers of an order that somebody signed, those that are void by now among them; other packs are none. */
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

/** What there is of some files: one in parts has a digest of its parts, and is digested anew. */
export const files = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('media')
    .select(['id', 'kind', 'path', 'sha256', 'parts', 'durationS'])
    .where('id', 'in', ids)
    .where('state', '=', mediaState.ready)
    .execute()

/** The stretches in which an order held cars. */
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
