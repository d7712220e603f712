import type { CostOrigin } from '@cheyi/domain/money/payable/codes'
import type { Context } from '../../kernel/context.ts'

type Asking = Pick<Context, 'query'>

interface LineRow {
  readonly origin: CostOrigin
  readonly refId: string
  readonly vehicleId: string
  readonly plate: string
  readonly label: string
  readonly amount: number
}

/** The costs that a bill is about. */
export const linesOf = (ctx: Asking, billId: string) =>
  ctx.query<LineRow>(
    `select l.origin, l.ref_id, l.vehicle_id, v.plate, '' as label, l.fen as amount from payable_line l join vehicle v on v.id = l.vehicle_id
      where l.bill_id = $1 order by v.plate, l.origin, l.ref_id`,
    [billId],
  )

/** The costs of a cancelled bill may be billed again. */
export const takeBackLines = (ctx: Asking, billId: string) =>
  ctx.query('update payable_line set cancelled = true where bill_id = $1', [billId])

/** What was booked of them when their months were closed stands by itself again. */
export const freeAccruals = (ctx: Asking, billId: string) =>
  ctx.query('update payable_accrual set bill_id = null where bill_id = $1', [billId])
