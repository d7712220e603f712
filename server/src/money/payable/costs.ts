import { costKind, costKinds, costSource } from '@cheyi/domain/fleet/cost/codes'
import { type CostOrigin, costOrigin, payableSource, payeeKind } from '@cheyi/domain/money/payable/codes'
import { pick } from '@cheyi/domain/pick'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { addDays, type LocalDate, localDate } from '@cheyi/domain/time'
import { holdOpenFrom } from '../../fleet/cost/actions.ts'
import { type Context, type HandlerOf, newId } from '../../kernel/context.ts'
import { countRows } from '../../kernel/count-rows.ts'
import { cursorKeys, pageSize } from '../../kernel/db/paging.ts'
import { recordset } from '../../kernel/db/recordset.ts'
import { parameters } from '../../kernel/db/sql.ts'
import { listAnswer } from '../../kernel/list-answer.ts'
import { enterBill } from './bills.ts'
import { payee as payeeById } from './store.ts'

/*
 * Costs of cars that somebody will bill: tickets of a garage, months of a plan (loans, leases, parking), and policies. They stand in
 * `vehicle_cost`, which is of a lower module. Each is billed once: what a live bill has of it is no longer listed.
 */

/** Days back, and ahead, of costs that are listed. */
const BACK = 100
const AHEAD = 31

/** Kinds of plans that somebody bills. */
export const plannedKinds = [costKind.finance, costKind.insurance, costKind.parking, costKind.other]

/**
 * SQL of rows origin, ref_id, on_day, vehicle_id, fen, kind, label and garage_id: costs from one day to another, SQL of dates, less what
 * live bills have. A ticket whose costs are corrected later is listed with the difference.
 */
const costsBetweenSql = (from: string, to: string) => `
  select x.*, x.whole - coalesce((select sum(l.fen) from payable_line l where l.origin = x.origin and l.ref_id = x.ref_id and not l.cancelled), 0)::bigint as fen
    from (
      select ${costOrigin.ticket} as origin, c.ref_id, max(c.from_on) as on_day, min(c.vehicle_id) as vehicle_id, sum(c.fen)::bigint as whole,
          min(c.kind) as kind, min(t.no) as no, min(t.garage_id) as garage_id, min(t.garage_name) as garage_name, 0::bigint as plan_id
        from vehicle_cost c join ticket t on t.id = c.ref_id
       where c.source = ${costSource.ticket} and c.voided_at is null and t.garage_name <> '' and c.ref_id in (
         select n.ref_id from vehicle_cost n where n.source = ${costSource.ticket} and n.voided_at is null and n.from_on between ${from} and ${to})
       group by c.ref_id
      union all
      select ${costOrigin.plan}, c.id, c.from_on, c.vehicle_id, c.fen, c.kind, c.note, null, '', c.ref_id
        from vehicle_cost c where c.source = ${costSource.plan} and c.kind in (${plannedKinds.join(', ')}) and c.voided_at is null
          and c.from_on between ${from} and ${to}
      union all
      select ${costOrigin.policy}, c.ref_id, max(c.from_on), min(c.vehicle_id), sum(c.fen)::bigint, min(c.kind), min(c.note), null, '', 0
        from vehicle_cost c where c.source = ${costSource.policy} and c.voided_at is null and c.ref_id in (
         select n.ref_id from vehicle_cost n where n.source = ${costSource.policy} and n.voided_at is null and n.from_on between ${from} and ${to})
       group by c.ref_id) x`

const unbilledSql = costsBetweenSql('$1::date', '$2::date')

interface UnbilledRow {
  readonly origin: CostOrigin
  readonly refId: string
  readonly onDay: LocalDate
  readonly vehicleId: string
  readonly kind: (typeof costKinds)['values'][number]
  readonly no: string
  readonly garageName: string
  readonly fen: number
  readonly plate: string
  readonly payeeId: string | null
  readonly payeeName: string | null
  readonly dayNo: number
}

/** Who billed the plan last, or the payee that the garage or the insurer is. */
const GUESSED = `left join lateral (
    select p.id, p.name, p.pay_days from payee p where u.origin = ${costOrigin.ticket} and p.kind = ${payeeKind.garage} and p.origin_id = u.garage_id
    union all
    select p.id, p.name, p.pay_days from vehicle_document d join payee p on p.kind = ${payeeKind.insurer} and p.name = d.insurer
      where u.origin = ${costOrigin.policy} and d.id = u.ref_id and d.insurer <> ''
    union all
    (select p.id, p.name, p.pay_days from vehicle_cost c join payable_line l on l.origin = ${costOrigin.plan} and l.ref_id = c.id
        join payable_bill b on b.id = l.bill_id join payee p on p.id = b.payee_id
      where u.origin = ${costOrigin.plan} and c.source = ${costSource.plan} and c.ref_id = u.plan_id order by b.id desc limit 1)
    limit 1) g on true`

/** SQL of the same costs with who is expected to bill them: `payee_id`, `payee_name`, `pay_days`; null where nobody is known. */
export const unbilledCostsSql = (from: string, to: string): string =>
  `select u.*, g.id as payee_id, g.name as payee_name, g.pay_days from (${costsBetweenSql(from, to)}) u ${GUESSED} where u.fen > 0`

interface CostFilter {
  readonly origin?: CostOrigin | undefined
  readonly payeeId?: string | undefined
}

function filterSql(ctx: Context, { origin, payeeId }: CostFilter) {
  const { values, bind } = parameters()
  const today = localDate(ctx.now)
  bind(addDays(today, -BACK))
  bind(addDays(today, AHEAD))
  const where = [
    'u.fen > 0',
    origin !== undefined && `u.origin = ${bind(origin)}::int`,
    payeeId && `g.id = ${bind(payeeId)}::bigint`,
  ]
  return { values, bind, where: where.filter(Boolean).join(' and ') }
}

const SOURCE = `(${unbilledSql}) u ${GUESSED}`

function page(ctx: Context, filter: CostFilter, after: readonly string[] | null, limit: number) {
  const { values, bind, where } = filterSql(ctx, filter)
  const behind =
    after === null
      ? ''
      : `and (u.on_day, u.origin, u.ref_id) > (date '1970-01-01' + ${bind(after[0])}::int, ${bind(after[1])}::int, ${bind(after[2])}::bigint)`
  return ctx.query<UnbilledRow>(
    `select u.origin, u.ref_id, u.on_day, u.vehicle_id, u.kind, u.no, u.garage_name, u.fen, v.plate, g.id as payee_id, g.name as payee_name,
        u.on_day - date '1970-01-01' as day_no
       from ${SOURCE} join vehicle v on v.id = u.vehicle_id where ${where} ${behind} order by u.on_day, u.origin, u.ref_id limit ${limit}`,
    values,
  )
}

const labelOf = ({ origin, kind, no, garageName, onDay }: UnbilledRow): string =>
  [
    costKinds.text(kind),
    origin === costOrigin.ticket ? no : origin === costOrigin.plan ? onDay.slice(0, 7) : '保单',
    origin === costOrigin.ticket ? garageName : no,
  ]
    .filter(Boolean)
    .join(' ')

/** @throws Refusal notFound (-4) */
export const unbilledCosts: HandlerOf<'payable', 'unbilledCosts'> = ({ origin, payeeId, ...paging }, ctx) => {
  const filter = { origin, payeeId }
  return listAnswer(paging, {
    rows: page(ctx, filter, cursorKeys(paging, 'int', 'int', 'id'), pageSize(paging) + 1),
    count: () => {
      const { values, where } = filterSql(ctx, filter)
      return countRows(ctx, `${SOURCE} where ${where}`, values)
    },
    keys: (row) => [row.dayNo, row.origin, row.refId],
    view: (row) => ({
      ...pick(row, 'origin', 'refId', 'vehicleId', 'plate', 'payeeId'),
      label: labelOf(row),
      on: row.onDay,
      amount: row.fen,
      payeeName: row.payeeName ?? row.garageName,
    }),
  })
}

/**
 * Enters a bill about costs of cars. What was booked of them when their months were closed is taken over by the bill.
 * @throws Refusal notFound (-4), stale (-5) for a cost that is billed meanwhile or has another amount, badInput (-2)
 */
export const billCosts: HandlerOf<'payable', 'billCosts'> = async ({ costs, ...head }, ctx) => {
  // Before the lock of costs: closing a month takes both in this order.
  await holdOpenFrom(ctx)
  await ctx.query(`select pg_advisory_xact_lock(hashtextextended('payableCosts', merchant()))`)
  const asked = new Map(costs.map((one) => [`${one.origin} ${one.refId}`, one.amount]))
  const today = localDate(ctx.now)
  const found = await ctx.query<UnbilledRow>(
    `select u.origin, u.ref_id, u.vehicle_id, u.fen from (${unbilledSql}) u
       join jsonb_to_recordset($3::jsonb) as a (origin int, ref_id bigint) on a.origin = u.origin and a.ref_id = u.ref_id`,
    [addDays(today, -BACK), addDays(today, AHEAD), recordset(costs.map(({ origin, refId }) => ({ origin, refId })))],
  )
  if (asked.size !== costs.length || found.length !== asked.size) throw new Refusal('notFound', { field: 'costs' })
  if (found.some(({ origin, refId, fen }) => asked.get(`${origin} ${refId}`) !== fen)) throw new Refusal('stale')
  const id = await newId(ctx)
  const lines = found.map(({ origin, refId, vehicleId, fen }) => ({ origin, refId, vehicleId, fen }))
  const [sum] = await ctx.query<{ fen: number }>(
    `select coalesce(sum(c.fen), 0)::bigint as fen from payable_accrual c
       join jsonb_to_recordset($1::jsonb) as a (origin int, ref_id bigint) on a.origin = c.origin and a.ref_id = c.ref_id where c.bill_id is null`,
    [recordset(lines)],
  )
  const payee = await payeeById(ctx, head.payeeId)
  if (payee?.kind === payeeKind.platform) throw badInput('payeeId', '车辆费用不能由平台开账单')
  await enterBill(ctx, head, {
    id,
    source: payableSource.costs,
    fen: lines.reduce((all, { fen }) => all + fen, 0),
    accruedFen: sum!.fen,
  })
  await ctx.query(
    `insert into payable_line (bill_id, origin, ref_id, vehicle_id, fen)
     select $1, origin, ref_id, vehicle_id, fen from jsonb_to_recordset($2::jsonb) as l (origin smallint, ref_id bigint, vehicle_id bigint, fen bigint)`,
    [id, recordset(lines)],
  )
  await ctx.query(
    `update payable_accrual c set bill_id = $1 from jsonb_to_recordset($2::jsonb) as a (origin int, ref_id bigint)
      where c.bill_id is null and a.origin = c.origin and a.ref_id = c.ref_id`,
    [id, recordset(lines)],
  )
  return { billId: id }
}
