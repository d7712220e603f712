import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { handMade, handMadeKeys } from '@cheyi/domain/money/payment/correction'
import type { HandlerOf } from '../../../kernel/context.ts'
import { at } from '../../../kernel/db/instant.ts'
import { buildPage, cursorKeys, isFirstPage, pageSize, TOTAL_CAP, totalOf } from '../../../kernel/db/paging.ts'
import { parameters } from '../../../kernel/db/sql.ts'

type Call = (typeof contract.payment)['handMade']
type Item = OutputOf<Call>['list'][number]

interface Row extends Omit<Item, 'amount' | 'corrected'> {
  readonly id: string
  readonly amountFen: number
  readonly correctedAt: number | null
  readonly reason: string | null
  readonly byName: string | null
  readonly signedByName: string | null
}

/** What was asked for, as SQL of the rows `x` of each kind; kinds that were not asked for are missing. */
function filterSql({ what, storeId, accountId, period }: ParsedOf<Call>) {
  const { values, bind } = parameters()
  const [store, by] = [storeId, accountId].map((id) => (id === undefined ? undefined : `${bind(id)}::bigint`))
  const days = period && `>= ${bind(at(period.from))} and x.created_at < ${bind(at(period.to))}`
  const rowsOf = (table: string, kind: number, storeSql: string) =>
    what !== undefined && what !== kind
      ? undefined
      : [
          `from ${table} x where true`,
          store && `${storeSql} = ${store}`,
          by && `x.created_by = ${by}`,
          days && `x.created_at ${days}`,
        ]
          .filter(Boolean)
          .join(' and ')
  return {
    values,
    bind,
    writeOffs: rowsOf('write_off', handMade.writeOff, '(select o.store_id from "order" o where o.id = x.order_id)'),
    handIns: rowsOf('cash_hand_in', handMade.handIn, 'x.store_id'),
    arrivals: rowsOf('arrival', handMade.arrival, 'x.store_id'),
  }
}

/** Manual postings, newest first. Row-level security limits them to the visible stores. */
export const handMadeList: HandlerOf<'payment', 'handMade'> = async (ask, ctx) => {
  const { values, bind, writeOffs, handIns, arrivals } = filterSql(ask)
  const asked = [writeOffs, handIns, arrivals].filter((one) => one !== undefined)
  const total = asked.map((one) => `(select ${one} limit ${TOTAL_CAP + 1})`).join(' union all ')
  const counted = isFirstPage(ask)
    ? ctx.query<{ n: number }>(`select count(*)::int as n from (${total}) x`, [...values])
    : []
  const before = cursorKeys(ask, 'id')?.[0]
  const newest = `${before === undefined ? '' : `and x.id < ${bind(before)}::bigint`} order by x.id desc limit ${pageSize(ask) + 1}`
  const most = `limit ${pageSize(ask) + 1}`
  const made = [
    writeOffs &&
      `select ${handMade.writeOff} as what, '${handMadeKeys[handMade.writeOff]}' || x.id as key, x.id, x.order_id,
         null::bigint as store_id, x.amount_fen, x.recovered_fen > 0 as followed, x.reason as note, x.created_by ${writeOffs} ${newest}`,
    handIns &&
      `select ${handMade.handIn} as what, '${handMadeKeys[handMade.handIn]}' || x.id as key, x.id, null::bigint as order_id, x.store_id,
         x.amount_fen, false as followed, x.note, x.created_by ${handIns} ${newest}`,
    arrivals &&
      `select ${handMade.arrival} as what, '${handMadeKeys[handMade.arrival]}' || x.id as key, x.id, null::bigint as order_id, x.store_id,
         x.amount_fen + x.fee_fen as amount_fen, false as followed, x.note, x.created_by ${arrivals} ${newest}`,
  ].filter((one) => one !== undefined)
  const [rows, [count]] = await Promise.all([
    ctx.query<Row>(
      `with made as (${made.map((one) => `(${one})`).join(' union all ')})
       select m.id, t.id as txn_id, m.what, t.posted_on::text as day, m.amount_fen, m.order_id, o.order_no, o.order_kind, s.name as store_name, m.note,
         m.followed and c.txn_id is null as followed, coalesce(a.name, '') as operator_name,
         c.created_at as corrected_at, c.reason, b.name as by_name, g.name as signed_by_name
       from (select * from made order by id desc ${most}) m
         join ledger_txn t on t.idem_key = m.key
         left join "order" o on o.id = m.order_id
         join store s on s.id = coalesce(m.store_id, o.store_id)
         left join ledger_correction c on c.txn_id = t.id
         left join account a on a.id = m.created_by
         left join account b on b.id = c.created_by
         left join account g on g.id = c.signed_by
       order by m.id desc`,
      values,
    ),
    counted,
  ])
  const shown = buildPage(rows, ask, ({ id }) => [id])
  return {
    list: shown.rows.map(({ amountFen, correctedAt, reason, byName, signedByName, ...row }) => ({
      ...row,
      amount: amountFen,
      corrected: correctedAt === null ? null : { at: correctedAt, reason: reason!, byName: byName ?? '', signedByName },
    })),
    nextCursor: shown.nextCursor,
    ...totalOf(count?.n ?? null),
  }
}
