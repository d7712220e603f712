import { contract } from '@cheyi/contract/index'
import { dueFen } from '@cheyi/domain/debt/due'
import { depositKind } from '@cheyi/domain/deposit/codes'
import { awaitsLook, awaitsMatch, illegalWords, isByCustomer, isCustomers } from '@cheyi/domain/violation/illegal'
import { type Candidate, candidatesOf, NEAR_BY_HAND, type RentalStretch } from '@cheyi/domain/violation/match'
import { claimMoney, lastDeduction, openClaims, refundableOf } from '../claim/actions.ts'
import { passDoorman } from '../customer-link/actions.ts'
import { deductible } from '../deposit/actions.ts'
import { type Context, found, implement } from '../kernel/context.ts'
import { viewsOf } from '../media/actions.ts'
import { type OrderRow, readOrder } from '../order/actions.ts'
import { type Found, find } from './actions.ts'
import { door, dropPhoto, enter, link, notice, otp, payClaim, reply, sendPhoto } from './customer.ts'
import { cancel, match } from './decide.ts'
import { exportList } from './export-work.ts'
import { appeal, appealResult, handle, notify } from './handle.ts'
import { listIllegals, nameFor, viewOf } from './list.ts'
import { collectedState, deduct, mostFor, paid, refund, waive } from './money.ts'
import { create, minuteOf, plateOf, save } from './register.ts'
import * as store from './store.ts'
// Says how what waits about violations is found.
import './waiting.ts'

export const violation = implement(
  contract.violation,
  {
    page: listIllegals,
    exportList,

    async detail({ illegalId }, ctx) {
      const row = found(await store.byId(ctx, illegalId))
      const fine = await store.fineOf(ctx, illegalId)
      const [photosOf, names, holder, claim] = await Promise.all([
        viewsOf(ctx, [row], ({ evidenceIds, proofIds, sentIds }) => [...evidenceIds, ...proofIds, ...sentIds]),
        store.namesOf(ctx, [...row.log.map(({ by }) => by), ...(fine === undefined ? [] : [fine.createdBy])]),
        awaitsMatch(row.status) ? holderOf(ctx, row.plate, row.occurAt) : null,
        row.orderId !== null && isCustomers(row.matchType)
          ? claimView(ctx, await readOrder(ctx, row.orderId), row)
          : null,
      ])
      const photos = photosOf(row)
      const of = (ids: readonly string[]) => photos.filter(({ mediaId }) => ids.includes(mediaId))
      return {
        ...viewOf(ctx, row),
        docNo: row.docNo ?? '',
        authority: row.authority,
        source: row.source,
        remark: row.remark,
        evidence: of(row.evidenceIds),
        proof: of(row.proofIds),
        byHand: row.byHand,
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
                borne: fine.borneFen,
              },
        consent: row.agencyConsent === null ? null : { way: row.agencyConsent.way, at: row.agencyConsent.at },
        handedIn: awaitsLook(row) ? { photos: of(row.sentIds), at: row.handedInAt! } : null,
        notifiedAt: row.notifiedAt,
        closedAt: row.closedAt,
        log: row.log
          .map(({ at, by, action, note }) => ({
            at,
            byName: isByCustomer(action) ? '客户' : (names.get(by) ?? '系统'),
            action: illegalWords[action],
            note,
          }))
          .toReversed(),
      }
    },

    preview: ({ plate, occurAt }, ctx) => holderOf(ctx, plateOf(plate), minuteOf(ctx, occurAt)),

    async around({ illegalId }, ctx) {
      const { vehicleId, occurAt } = found(await store.read(ctx, illegalId))
      if (vehicleId === null) return []
      const { rentals } = await ctx.elevated(() => store.carTime(ctx, vehicleId, occurAt))
      return nearOf(ctx, candidatesOf(rentals, occurAt, NEAR_BY_HAND))
    },

    people: (_, ctx) => store.people(ctx),

    create,

    async list({ orderId }, ctx) {
      const order = await readOrder(ctx, orderId)
      const [rows, claims, money] = await Promise.all([
        store.ofOrder(ctx, orderId),
        openClaims(ctx, orderId, dueFen(order)),
        claimMoney(ctx, orderId),
      ])
      return rows.map((row) => ({
        ...viewOf(ctx, row),
        due: claims.find(({ id }) => id === row.id)?.due ?? 0,
        refundable: refundableOf(row, collectedState(row), money),
      }))
    },

    save,
    match,
    cancel,
    notify,
    handle,
    appeal,
    appealResult,
    paid,
    deduct,
    waive,
    refund,

    link,
    door,
    otp,
    enter,
    notice,
    sendPhoto,
    dropPhoto,
    reply,
    payClaim,
  },
  { sendPhoto: passDoorman },
)

/** What the customer owes of it, and out of what that may be taken. */
async function claimView(ctx: Context, order: OrderRow, row: store.ListRow) {
  const [claims, money, deposit] = await Promise.all([
    openClaims(ctx, order.id, dueFen(order)),
    claimMoney(ctx, order.id),
    deductible(ctx, order.id, depositKind.violation),
  ])
  return {
    fine: row.passedFen,
    agency: row.agencyFen,
    penalty: row.penaltyFen,
    most: await mostFor(ctx, order, row),
    refunded: row.refundedFen,
    waived: row.withdrawnFen,
    due: claims.find(({ id }) => id === row.id)?.due ?? 0,
    refundable: refundableOf(row, collectedState(row), money),
    deductResult: lastDeduction(money, row.id),
    ...deposit,
  }
}

/** Who held a car, found over all stores; orders of others are not named. */
async function holderOf(ctx: Context, plate: string, occurAt: number) {
  const { vehicleId, modelName, holder } = await ctx.elevated((): Promise<Found> => find(ctx, plate, occurAt))
  const named = await namer(ctx, holder.by === 'order' ? [holder.stretch] : [])
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

/** Candidates as pages name them; those out of sight are left out. */
async function nearOf(ctx: Context, candidates: readonly Candidate[]) {
  const named = await namer(ctx, candidates)
  return candidates.flatMap((one) => {
    const stretch = named(one)
    return stretch === undefined ? [] : [{ ...stretch, minutes: one.minutes, side: one.side }]
  })
}

async function namer(ctx: Context, stretches: readonly RentalStretch[]) {
  const orders = await store.orderNames(
    ctx,
    stretches.map(({ orderId }) => orderId),
  )
  return ({ orderId, from, to }: RentalStretch) => {
    const order = orders.get(orderId)
    if (order === undefined) return undefined
    const { orderNo, orderKind, contactName } = order
    return { orderId, orderNo, orderKind, renterName: nameFor(ctx, contactName), from, to }
  }
}
