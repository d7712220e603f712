import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { ageLimits, debtAge, debtAges } from '@cheyi/domain/money/debt/age'
import { debtColumns } from '@cheyi/domain/money/debt/columns'
import { account } from '@cheyi/domain/money/payment/ledger'
import { localDate } from '@cheyi/domain/time'
import { dueSql, endedAtSql } from '../../booking/order/actions.ts'
import type { Context, HandlerOf } from '../../kernel/context.ts'
import { buildPage, cursorKeys, isFirstPage, pageSize, totalOf } from '../../kernel/db/paging.ts'
import { type Cells, enqueueExport, listExport } from '../../platform/job/actions.ts'
import { knownStore } from '../../platform/store/actions.ts'
import { isRefundingSql } from '../payment/actions.ts'

type Calls = typeof contract.debt
type Page = OutputOf<Calls['ages']>
type Ask = ParsedOf<Calls['ages']>
type Filter = ParsedOf<Calls['agesExport']>
type Listed = Page['list'][number]

interface Row extends Omit<Listed, 'owed' | 'parts' | 'customer'> {
  readonly owedFen: number
  readonly customerKey: string
  readonly customerSince: number
  /** Position among the orders of the customer, from 1. */
  readonly place: number
  readonly customerOrders: number
  readonly customerFen: number
  readonly parts: readonly number[]
}

/** SQL: the age class of a debt that fell due on the day `due`; today is $1. */
const ageSql = (due: string) =>
  `case ${ageLimits.map(([age, most]) => `when $1::date - ${due} <= ${most} then ${age}`).join(' ')} else ${debtAge.older} end`

/** SQL: `fen` by age class, in their order. */
const partsSql = (fen: string) =>
  `array[${debtAges.values.map((age) => `coalesce(sum(${fen}) filter (where age = ${age}), 0)::bigint`).join(', ')}]`

/** SQL: the local date of an instant. */
const dayOf = (instant: string) => `(${instant} at time zone 'Asia/Shanghai')::date`

/**
 * SQL of debts: a row `aged` for each order with `fen` by age, `asked` where it has a debt of the age. $1 today, $2 store or null, $3 age or null. Payments clear the oldest
 * charges, so the newest ones are open: the days with more charges than payments are added up from the last one backwards until the debt
 * is reached.
 */
const agedSql = `debtor as materialized (
    select o.id, ${dueSql('o')} as owed_fen, coalesce(o.renter_id::text, encode(o.contact_phone_hash, 'hex'), 'o' || o.id) as customer,
      ${dayOf(endedAtSql('o'))} as ended, o.pay_days
    from "order" o where o.id in (select w.subject_id from pending_work w where w.kind = 'debt' and w.counts_from is not null) and ($2::bigint is null or o.store_id = $2 or o.return_store_id = $2)),
  moved as (
    select d.id, greatest(t.posted_on, d.ended) + d.pay_days as due, greatest(sum(t.fen), 0)::bigint as fen
    from debtor d join lateral (
      select x.posted_on, e.debit_fen - e.credit_fen as fen from ledger_entry e join ledger_txn x on x.id = e.txn_id
        where e.order_id = d.id and e.account = '${account.receivable}'
      union all select ${dayOf('p.created_at')}, p.amount_fen from payment p where p.order_id = d.id and ${isRefundingSql('p')}) t on true
    group by 1, 2),
  part as (
    select d.id, m.due, least(m.fen, d.owed_fen - m.later) as fen, ${ageSql('m.due')} as age
    from (select *, coalesce(sum(fen) over (partition by id order by due desc rows between unbounded preceding and 1 preceding), 0)::bigint as later
      from moved) m join debtor d on d.id = m.id
    where m.fen > 0 and d.owed_fen > m.later),
  aged as (
    select d.id, d.customer, d.owed_fen, min(p.due) as due, ${partsSql('p.fen')} as parts, $3::int is null or bool_or(p.age = $3) as asked
    from part p join debtor d on d.id = p.id group by d.id, d.customer, d.owed_fen)`

const valuesOf = (ctx: Context, { storeId, age }: Filter) => [localDate(ctx.now), storeId ?? null, age ?? null]

const views = (parts: readonly number[]) => debtAges.values.map((age, i) => ({ age, owed: parts[i]! }))

/** Debts by age and customer, oldest debt first. @throws Refusal notFound (-4) for a store that is not visible to the account */
export const ages: HandlerOf<'debt', 'ages'> = async (ask, ctx) => {
  if (ask.storeId !== undefined) await knownStore(ctx, ask.storeId)
  const [rows, all] = await Promise.all([agedRows(ctx, ask), isFirstPage(ask) ? sums(ctx, ask) : null])
  const shown = buildPage(rows, ask, ({ customerSince, customerKey, place }) => [customerSince, customerKey, place])
  return {
    list: shown.rows.map(view),
    nextCursor: shown.nextCursor,
    ...totalOf(all?.orders ?? null),
    sums: all && { customers: all.customers, owed: all.owedFen, parts: views(all.parts), whole: views(all.whole) },
  }
}

function agedRows(ctx: Context, ask: Ask): Promise<Row[]> {
  const after = cursorKeys(ask, 'int', 'id', 'int')
  return ctx.query<Row>(
    `with ${agedSql},
     listed as (
       select id, due, owed_fen, parts, min(id) over c as customer_key,
         (min(due) over c) - date '1970-01-01' as customer_since, count(*) over c as customer_orders, sum(owed_fen) over c as customer_fen,
         row_number() over (partition by customer order by due, id)::int as place
       from aged where asked window c as (partition by customer))
     select o.id as order_id, o.order_no, o.order_kind, o.status, o.contact_name, s.name as store_name, l.due::text as since, greatest($1::date - l.due, 0) as late,
       l.owed_fen, l.parts, l.customer_key, l.customer_since, l.place, l.customer_orders::int as customer_orders,
       l.customer_fen::bigint as customer_fen
     from listed l join "order" o on o.id = l.id join store s on s.id = o.store_id
     where $4::int is null or (l.customer_since, l.customer_key, l.place) > ($4, $5::bigint, $6::int)
     order by l.customer_since, l.customer_key, l.place limit ${pageSize(ask) + 1}`,
    [...valuesOf(ctx, ask), ...(after ?? [null, null, null])],
  )
}

const summedParts = (which: string) =>
  `array[${debtAges.values.map((_, i) => `coalesce(sum(parts[${i + 1}]) filter (${which}), 0)::bigint`).join(', ')}]`

async function sums(ctx: Context, filter: Filter) {
  const [row] = await ctx.query<{
    customers: number
    orders: number
    owedFen: number
    parts: number[]
    whole: number[]
  }>(
    `with ${agedSql}
     select count(distinct customer) filter (where asked)::int as customers, count(*) filter (where asked)::int as orders,
       coalesce(sum(owed_fen) filter (where asked), 0)::bigint as owed_fen, ${summedParts('where asked')} as parts, ${summedParts('where true')} as whole
     from aged`,
    valuesOf(ctx, filter),
  )
  return row!
}

const view = ({
  owedFen,
  parts,
  customerKey: _,
  customerSince: _since,
  place,
  customerOrders,
  customerFen,
  ...row
}: Row): Listed => ({
  ...row,
  owed: owedFen,
  parts: views(parts),
  customer: { first: place === 1, orders: customerOrders, owed: customerFen },
})

const ofAge =
  (age: number) =>
  ({ parts }: Listed) => {
    const owed = parts.find((part) => part.age === age)?.owed ?? 0
    return owed === 0 ? '' : owed / 100
  }

const cells: Cells<keyof typeof debtColumns, Listed> = {
  customer: [14, (row) => row.contactName],
  together: [14, ({ customer }) => (customer.first ? customer.owed / 100 : '')],
  orderNo: [16, (row) => row.orderNo],
  status: [10, (row) => orderStatuses.text(row.status)],
  store: [16, (row) => row.storeName],
  since: [12, (row) => row.since],
  late: [10, (row) => ({ count: row.late })],
  owed: [14, (row) => row.owed / 100],
  age1: [14, ofAge(debtAge.notDue)],
  age2: [14, ofAge(debtAge.days30)],
  age3: [14, ofAge(debtAge.days60)],
  age4: [14, ofAge(debtAge.days90)],
  age5: [14, ofAge(debtAge.older)],
}

export const exportAges = listExport<Filter, Listed, keyof typeof debtColumns>({
  kind: 'debtAgesExport',
  key: 'data.money',
  title: '应收账龄',
  unit: '单',
  titles: debtColumns,
  cells,
  page: ages,
})

/** @throws Refusal notFound (-4) for a store that is not visible to the account, tooFrequent (-7) */
export const agesExport: HandlerOf<'debt', 'agesExport'> = async (filter, ctx) => {
  if (filter.storeId !== undefined) await knownStore(ctx, filter.storeId)
  return enqueueExport(ctx, exportAges, filter)
}
