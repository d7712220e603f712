import { refundShares, waivedShares } from '@cheyi/domain/money/claim/claim'
import { dueFen } from '@cheyi/domain/money/debt/due'
import { depositKind } from '@cheyi/domain/money/deposit/codes'
import { pick } from '@cheyi/domain/pick'
import {
  awaitsLook,
  awaitsMatch,
  isByCustomer,
  isCustomers,
  violationWords,
} from '@cheyi/domain/rental/violation/violation'
import { readOrder } from '../../booking/order/actions.ts'
import { type Context, requireFound } from '../../kernel/context.ts'
import { claimMoney, lastDeduction, openOf, refundableOf } from '../../money/claim/actions.ts'
import { deductible } from '../../money/deposit/actions.ts'
import { viewsOf } from '../../platform/media/actions.ts'
import { type Found, find } from './actions.ts'
import { transferBarOf } from './lease/transfer.ts'
import { viewOf } from './list.ts'
import { collectionState, linesOf, maxClaimOf, partsOf } from './money.ts'
import { nameLookup, nearOf } from './near.ts'
import * as store from './store.ts'

/** All data of one violation. @throws Refusal notFound (-4) */
export async function detailOf(ctx: Context, violationId: string) {
  const [seen, fine] = await Promise.all([store.byId(ctx, violationId), store.fineOf(ctx, violationId)])
  const row = requireFound(seen)
  const ofCustomer = row.orderId !== null && isCustomers(row.matchType)
  const [photosOf, names, holder, claim, transferBar] = await Promise.all([
    viewsOf(ctx, [row], ({ evidenceIds, proofIds, sentIds }) => [...evidenceIds, ...proofIds, ...sentIds]),
    store.namesOf(ctx, [...row.log.map(({ by }) => by), ...(fine === undefined ? [] : [fine.createdBy])]),
    awaitsMatch(row.status) ? holderOf(ctx, row.plate, row.occurAt) : null,
    ofCustomer ? claimView(ctx, row, fine) : null,
    ofCustomer ? transferBarOf(ctx, row) : null,
  ])
  const photos = photosOf(row)
  const of = (ids: readonly string[]) => photos.filter(({ mediaId }) => ids.includes(mediaId))
  return {
    ...viewOf(ctx, row),
    docNo: row.docNo ?? '',
    ...pick(row, 'authority', 'source', 'remark', 'byHand', 'transfer', 'notifiedAt', 'closedAt'),
    evidence: of(row.evidenceIds),
    proof: of(row.proofIds),
    holder,
    claim,
    finePaid:
      fine === undefined
        ? null
        : {
            amount: fine.amountFen,
            payWay: fine.payWay,
            at: fine.createdAt,
            byName: names.get(fine.createdBy) ?? '系统',
            // A charge that was refunded to the customer or waived is again the merchant's own cost.
            borne:
              fine.borneFen +
              refundShares(partsOf(row), 0, row.refundedFen).fine +
              waivedShares(partsOf(row), row.withdrawnFen).fine,
          },
    consent: row.agencyConsent === null ? null : { way: row.agencyConsent.way, at: row.agencyConsent.at },
    handedIn: awaitsLook(row) ? { photos: of(row.sentIds), at: row.handedInAt! } : null,
    transferBar,
    log: row.log
      .map(({ at, by, action, note }) => ({
        at,
        byName: isByCustomer(action) ? '客户' : (names.get(by) ?? '系统'),
        action: violationWords[action],
        note,
      }))
      .toReversed(),
  }
}

/** The customer's claim of the violation and the sources from which it may be deducted. */
async function claimView(ctx: Context, row: store.ListRow, fine: store.FineRow | undefined) {
  const read = readOrder(ctx, row.orderId!)
  const [order, most, money, deposit] = await Promise.all([
    read,
    read.then((order) => maxClaimOf(ctx, order, row, fine)),
    claimMoney(ctx, row.orderId!),
    deductible(ctx, row.orderId!, depositKind.violation),
  ])
  return {
    ...linesOf(row),
    most,
    refunded: row.refundedFen,
    waived: row.withdrawnFen,
    due: openOf(money, dueFen(order)).find(({ id }) => id === row.id)?.due ?? 0,
    refundable: refundableOf(row, collectionState(row), money),
    deductResult: lastDeduction(money, row.id),
    ...deposit,
  }
}

/** The holder of a car, found across all stores; orders outside the caller's stores are not named. */
export async function holderOf(ctx: Context, plate: string, occurAt: number) {
  const { vehicleId, modelName, holder } = await ctx.elevated((): Promise<Found> => find(ctx, plate, occurAt))
  const named = await nameLookup(ctx, holder.by === 'order' ? [holder.stretch] : [])
  const staff = holder.by === 'staff' ? await store.namesOf(ctx, [holder.accountId]) : null
  return {
    vehicleId,
    modelName,
    by: holder.by,
    stretch: holder.by === 'order' ? (named(holder.stretch) ?? null) : null,
    staffName: staff === null ? null : ([...staff.values()][0] ?? ''),
    candidates: holder.by === 'nobody' ? await nearOf(ctx, holder.candidates) : [],
  }
}
