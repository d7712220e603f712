import { contract } from '@cheyi/contract/index'
import { dueFen } from '@cheyi/domain/money/debt/due'
import { candidatesOf, NEAR_BY_HAND } from '@cheyi/domain/rental/violation/match'
import { readOrder } from '../../booking/order/actions.ts'
import { implement, requireFound } from '../../kernel/context.ts'
import { claimMoney, openOf, refundableOf } from '../../money/claim/actions.ts'
import { passUploadGuard } from '../../platform/customer-link/actions.ts'
import { importCalls } from '../../platform/table-import/actions.ts'
import { batch } from './batch.ts'
import { makeCase } from './case.ts'
import { door, dropPhoto, enter, link, notice, otp, payClaim, reply, sendPhoto } from './customer.ts'
import { detailOf, holderOf } from './detail.ts'
import { exportList } from './export-work.ts'
import { appeal, appealResult, handle, notify } from './handle.ts'
import { makeViolationTemplate } from './import/template.ts'
import { violationImport } from './import/work.ts'
import { fileLeases } from './lease/batch.ts'
import { exportLeases, leases, setLease } from './lease/filing.ts'
import { listViolations, viewOf } from './list.ts'
import { cancel, match } from './match.ts'
import { collectionState, deduct, recordFinePaid, refund, waive } from './money.ts'
import { nearOf } from './near.ts'
import { sync } from './provider/ask.ts'
import { create, minuteOf, plateOf, save } from './register.ts'
import * as store from './store.ts'
// Registers the query of pending work about violations.
import './referral.ts'
import './waiting.ts'

export const violation = implement(
  contract.violation,
  {
    page: (input, ctx) => listViolations(input, ctx),
    exportList,
    makeCase,

    ...importCalls(makeViolationTemplate, violationImport),
    sync,

    leases,
    exportLeases,
    setLease,
    fileLeases,

    detail: ({ violationId }, ctx) => detailOf(ctx, violationId),

    preview: ({ plate, occurAt }, ctx) => holderOf(ctx, plateOf(plate), minuteOf(ctx, occurAt)),

    async around({ violationId }, ctx) {
      const { vehicleId, occurAt } = requireFound(await store.rowById(ctx, violationId))
      if (vehicleId === null) return []
      const { rentals } = await ctx.elevated(() => store.carTime(ctx, vehicleId, occurAt))
      return nearOf(ctx, candidatesOf(rentals, occurAt, NEAR_BY_HAND))
    },

    people: (_, ctx) => store.people(ctx),

    create,

    async list({ orderId }, ctx) {
      const [order, rows, money] = await Promise.all([
        readOrder(ctx, orderId),
        store.ofOrder(ctx, orderId),
        claimMoney(ctx, orderId),
      ])
      const claims = openOf(money, dueFen(order))
      return rows.map((row) => ({
        ...viewOf(ctx, row),
        due: claims.find(({ id }) => id === row.id)?.due ?? 0,
        refundable: refundableOf(row, collectionState(row), money),
      }))
    },

    save,
    match,
    cancel,
    notify,
    handle,
    batch,
    appeal,
    appealResult,
    paid: recordFinePaid,
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
  { sendPhoto: passUploadGuard },
)
