import { orderStatus } from '@cheyi/domain/booking/order/codes'
import type { OrderKind } from '@cheyi/domain/booking/order/kind'
import { commissionKind, commissionState } from '@cheyi/domain/insight/commission/codes'
import type {
  CommissionFact,
  CommissionLine,
  CommissionRule,
  RolesOverTime,
} from '@cheyi/domain/insight/commission/commission'
import { payKind, paymentStatus } from '@cheyi/domain/money/payment/codes'
import { renewalStatus } from '@cheyi/domain/rental/renewal/codes'
import { addMonths, type LocalDate, startOfDate } from '@cheyi/domain/time'
import type { Insertable, Selectable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import { recordset } from '../../kernel/db/recordset.ts'
import { saveRow } from '../../kernel/db/save-row.ts'
import { parameters } from '../../kernel/db/sql.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

type Asking = Pick<Context, 'query'>
export type StatementRow = Selectable<DB['commissionStatement']>

const s = commissionState

export interface RuleRow extends CommissionRule {
  readonly storeName: string | null
  readonly roleName: string | null
}

/** Those in force first, then the newest. */
export const rules = (ctx: Asking) =>
  ctx.query<RuleRow>(
    `select r.id, r.kind, r.store_id, r.role_id, r.fen, r.rate_bp, r.from_month as "from", r.to_month as "to", t.name as store_name,
        o.name as role_name
       from commission_rule r left join store t on t.id = r.store_id left join role o on o.id = r.role_id
      order by r.to_month is not null, r.id desc`,
  )

export const hasStore = async (ctx: Asking, id: string): Promise<boolean> =>
  (await ctx.query.first('select id from store where id = $1', [id])) !== undefined

export const hasRole = async (ctx: Asking, id: string): Promise<boolean> =>
  (await ctx.query.first('select id from role where id = $1', [id])) !== undefined

export const insertRule = (ctx: Pick<Context, 'db'>, row: Insertable<DB['commissionRule']>) =>
  ctx.db.insertInto('commissionRule').values(row).execute()

export const lockRule = (ctx: Asking, id: string) =>
  ctx.query.first<{ from: LocalDate; to: LocalDate | null }>(
    'select from_month as "from", to_month as "to" from commission_rule where id = $1 for update',
    [id],
  )

export const endRule = (ctx: Asking, id: string, to: LocalDate) =>
  ctx.query('update commission_rule set to_month = $2::date where id = $1', [id, to])

/** The last month of which a statement was confirmed by a rule; null: none. */
export const ruleUsedIn = async (ctx: Asking, id: string): Promise<LocalDate | null> =>
  (
    await ctx.query<{ month: LocalDate | null }>(
      `select max(l.month) as month from commission_line l join commission_statement s on s.id = l.statement_id
        where l.rule_id = $1 and s.state = ${s.confirmed}`,
      [id],
    )
  )[0]!.month

/** Locks the statements of the merchant, so that two callers do not make or confirm them at once. */
export const holdStatements = (ctx: Asking) =>
  ctx.query(`select pg_advisory_xact_lock(hashtextextended('commission', merchant()))`)

export interface FactRow extends CommissionFact {
  readonly accountId: string
}

/** The first day of the month of an instant. */
const monthSql = (instant: string) => `date_trunc('month', ${instant} at time zone 'Asia/Shanghai')::date`
const goes = `o.created_by <> 0 and o.status not in (${orderStatus.notSubmitted}, ${orderStatus.cancelling}, ${orderStatus.cancelled})`

/**
 * What employees did in these months. Rent and services are those of 数据概览, so a refund and an early return have left them; a cancelled
 * order counts for nothing. A debt was collected late where its instalment, or the end of its order with the days to pay, is before the day.
 */
export const facts = (ctx: Asking, first: LocalDate, last: LocalDate) =>
  ctx.query<FactRow>(
    `select o.created_by as account_id, o.id as order_id, o.store_id, ${commissionKind.booking} as kind, ${monthSql('o.created_at')} as month, 1::bigint as base
       from "order" o where o.created_at >= $1 and o.created_at < $2 and ${goes}
     union all
     select o.created_by, o.id, o.store_id, k.kind, f.month, sum(coalesce((p.sums ->> k.name)::bigint, 0))::bigint
       from figure_part f join "order" o on o.id = f.subject_id cross join lateral jsonb_to_recordset(f.shares) p (sums jsonb)
         cross join (values (${commissionKind.rent}, 'rent'), (${commissionKind.service}, 'service')) k (kind, name)
      where f.subject = 'order' and f.month >= $3::date and f.month <= $4::date and ${goes}
      group by o.created_by, o.id, o.store_id, k.kind, f.month
     union all
     select r.created_by, o.id, o.store_id, ${commissionKind.renewal}, ${monthSql('r.created_at')}, sum(r.amount_fen)::bigint
       from renewal r join "order" o on o.id = r.order_id
      where r.created_at >= $1 and r.created_at < $2 and r.created_by <> 0 and r.status = ${renewalStatus.effective} and ${goes}
      group by r.created_by, o.id, o.store_id, 5
     union all
     select p.created_by, o.id, o.store_id, ${commissionKind.collected}, ${monthSql('p.paid_at')}, sum(p.amount_fen - p.refunded_fen)::bigint
       from payment p join "order" o on o.id = p.order_id left join instalment i on p.pay_kind = ${payKind.instalment} and i.id = p.ref_id
      where p.paid_at >= $1 and p.paid_at < $2 and p.created_by <> 0 and p.direction = 'in' and p.status = ${paymentStatus.succeeded}
        and p.pay_kind not in (${payKind.rentalDeposit}, ${payKind.violationDeposit}) and p.hold_id is null
        and (p.paid_at at time zone 'Asia/Shanghai')::date
          > coalesce(i.due_on, (coalesce(o.actual_return_at, o.cancelled_at) at time zone 'Asia/Shanghai')::date + o.pay_days)
      group by p.created_by, o.id, o.store_id, 5`,
    [at(startOfDate(first)), at(startOfDate(addMonths(last, 1))), first, last],
  )

/** Employees by id with their roles. */
export const employees = (ctx: Asking) =>
  ctx.query<RolesOverTime & { readonly id: string }>('select id, role_ids, role_history from account')

export const allStatements = (ctx: Asking) =>
  ctx.query<Pick<StatementRow, 'id' | 'accountId' | 'month' | 'state'>>(
    'select id, account_id, month, state from commission_statement',
  )

export interface SettledRow extends CommissionLine {
  readonly accountId: string
}

/** Confirmed lines of these months. */
export const settledLines = (ctx: Asking, first: LocalDate) =>
  ctx.query<SettledRow>(
    `select s.account_id, l.order_id, l.kind, l.month, l.rule_id, l.base, l.fen
       from commission_line l join commission_statement s on s.id = l.statement_id
      where s.state = ${s.confirmed} and l.month >= $1::date order by s.month`,
    [first],
  )

/** The draft of an employee for a month, new or the one that is there; its lines are written again. */
export async function putDraft(
  ctx: Asking,
  { accountId, month }: Pick<StatementRow, 'accountId' | 'month'>,
  lines: readonly CommissionLine[],
): Promise<void> {
  const [row] = await ctx.query<{ id: string }>(
    `insert into commission_statement as s (account_id, month, state, fen) values ($1, $2, ${s.draft}, $3)
     on conflict (merchant_id, account_id, month) do update set fen = excluded.fen, version = s.version + 1, updated_at = app_now()
       where s.state = ${s.draft} returning id`,
    [accountId, month, lines.reduce((sum, { fen }) => sum + fen, 0)],
  )
  await ctx.query('delete from commission_line where statement_id = $1', [row!.id])
  await ctx.query(
    `insert into commission_line (statement_id, order_id, kind, month, rule_id, base, fen)
     select $1, order_id, kind, month, rule_id, base, fen from jsonb_to_recordset($2::jsonb)
       as l (order_id bigint, kind smallint, month date, rule_id bigint, base bigint, fen bigint)`,
    [row!.id, recordset(lines)],
  )
}

/** A draft without content; one of which something was booked stays, and its confirmation takes that back. */
export async function dropDraft(ctx: Asking, of: Pick<StatementRow, 'accountId' | 'month'>): Promise<void> {
  await putDraft(ctx, of, [])
  await ctx.query(
    `delete from commission_statement where account_id = $1 and month = $2 and state = ${s.draft} and accrued_fen = 0`,
    [of.accountId, of.month],
  )
}

/** Drafts of a month whose commission is another one than what was booked of it. */
export const unbookedDrafts = (ctx: Asking, month: LocalDate) =>
  ctx.query<Pick<StatementRow, 'id' | 'fen' | 'accruedFen'>>(
    `select id, fen, accrued_fen from commission_statement where month = $1 and state = ${s.draft} and fen <> accrued_fen order by id`,
    [month],
  )

export const setAccrued = (ctx: Asking, id: string, fen: number) =>
  ctx.query('update commission_statement set accrued_fen = $2 where id = $1', [id, fen])

export interface ListedStatement extends StatementRow {
  readonly accountName: string
  readonly orders: number
  readonly dayNo: number
}

interface Filter {
  readonly month?: LocalDate | undefined
  readonly state?: number | undefined
  readonly accountId?: string | undefined
}

function filterSql({ month, state, accountId }: Filter) {
  const { values, bind } = parameters()
  const where = [
    'true',
    month && `s.month = ${bind(month)}::date`,
    state !== undefined && `s.state = ${bind(state)}::smallint`,
    accountId && `s.account_id = ${bind(accountId)}::bigint`,
  ].filter(Boolean)
  return { values, bind, where: where.join(' and ') }
}

/** The newest month first. */
export function statements(ctx: Asking, filter: Filter, after: readonly string[] | null, limit: number) {
  const { values, bind, where } = filterSql(filter)
  const behind =
    after === null
      ? ''
      : `and (s.month, s.id) < (date '1970-01-01' + ${bind(after[0])}::int, ${bind(after[1])}::bigint)`
  return ctx.query<ListedStatement>(
    `select s.*, s.month - date '1970-01-01' as day_no, a.name as account_name,
        (select count(distinct l.order_id)::int from commission_line l where l.statement_id = s.id) as orders
       from (select * from commission_statement s where ${where} ${behind} order by s.month desc, s.id desc limit ${limit}) s
         join account a on a.id = s.account_id
      order by s.month desc, s.id desc`,
    values,
  )
}

export async function countStatements(ctx: Asking, filter: Filter): Promise<number> {
  const { values, where } = filterSql(filter)
  const [row] = await ctx.query<{ n: number }>(
    `select count(*)::int as n from commission_statement s where ${where}`,
    values,
  )
  return row!.n
}

export const statement = (ctx: Asking, id: string) =>
  ctx.query.first<ListedStatement & { readonly confirmedByName: string | null }>(
    `select s.*, 0 as day_no, a.name as account_name, c.name as confirmed_by_name,
        (select count(distinct l.order_id)::int from commission_line l where l.statement_id = s.id) as orders
       from commission_statement s join account a on a.id = s.account_id left join account c on c.id = s.confirmed_by where s.id = $1`,
    [id],
  )

interface LineRow extends CommissionLine, Pick<CommissionRule, 'rateBp'> {
  readonly orderNo: string
  readonly orderKind: OrderKind
  readonly ruleFen: number
}

/** By kind, then the newest order first; without those of stores that the account does not see. */
export const lines = (ctx: Asking, statementId: string) =>
  ctx.query<LineRow>(
    `select l.order_id, l.kind, l.month, l.rule_id, l.base, l.fen, o.order_no, o.order_kind, r.fen as rule_fen, r.rate_bp
       from commission_line l join "order" o on o.id = l.order_id join commission_rule r on r.id = l.rule_id
      where l.statement_id = $1 order by l.kind, l.month desc, l.order_id desc`,
    [statementId],
  )

export const lock = (ctx: Pick<Context, 'db'>, id: string): Promise<StatementRow | undefined> =>
  ctx.db.selectFrom('commissionStatement').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const confirm = (ctx: Context, row: StatementRow, bookedOn: LocalDate) =>
  saveRow(ctx, 'commissionStatement', row, {
    state: s.confirmed,
    bookedOn,
    confirmedAt: ctx.now,
    confirmedBy: ctx.accountId,
  })

/** SQL: drafts of months before `$2`, or one while there is a rule and no statement of the last month was made. */
export const unconfirmedCountSql = `select (select count(*) from commission_statement where state = ${s.draft} and month < $2::date)
  + (not exists (select from commission_statement where month = ($2::date - interval '1 month')::date) and exists (select from commission_rule
      where from_month < $2::date and coalesce(to_month, 'infinity') >= ($2::date - interval '1 month')::date))::int`

/** SQL: drafts of months that are over. */
export const draftCountSql = `select count(*)::int from commission_statement s where s.state = ${s.draft}`
