import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { handMade, handMadeKeys } from '@cheyi/domain/money/payment/correction'
import type { HandlerOf } from '../../../kernel/context.ts'
import { at } from '../../../kernel/db/instant.ts'
import { cursorKeys, isFirstPage, paged, pageSize, TOTAL_CAP, totalOf } from '../../../kernel/db/paging.ts'

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

/** SQL filter for the rows `x` of a kind: cursor, store, author, days. `$1` to `$6` are the values of {@link asked}. */
const filterSql = (x: string, what: number, storeId: string): string =>
  `($1::bigint is null or ${x}.id < $1) and ($2::smallint is null or $2 = ${what})
    and ($3::bigint is null or ${storeId} = $3) and ($4::bigint is null or ${x}.created_by = $4)
    and ($5::timestamptz is null or ${x}.created_at >= $5) and ($6::timestamptz is null or ${x}.created_at < $6)`

const ofWriteOffs = `from write_off w where ${filterSql('w', handMade.writeOff, '(select o.store_id from "order" o where o.id = w.order_id)')}`
const ofHandIns = `from cash_hand_in h where ${filterSql('h', handMade.handIn, 'h.store_id')}`
const ofArrivals = `from arrival v where ${filterSql('v', handMade.arrival, 'v.store_id')}`

const asked = ({ what, storeId, accountId, period }: ParsedOf<Call>, before: string | null) => [
  before,
  what ?? null,
  storeId ?? null,
  accountId ?? null,
  period === undefined ? null : at(period.from),
  period === undefined ? null : at(period.to),
]

/** Manual postings, newest first. Row-level security limits them to the visible stores. */
export const handMadeList: HandlerOf<'payment', 'handMade'> = async (ask, ctx) => {
  const values = asked(ask, cursorKeys(ask, 'id')?.[0] ?? null)
  const most = `limit ${pageSize(ask) + 1}`
  const [rows, [count]] = await Promise.all([
    ctx.query<Row>(
      `with made as (
         (select ${handMade.writeOff} as what, '${handMadeKeys[handMade.writeOff]}' || w.id as key, w.id, w.order_id,
            null::bigint as store_id, w.amount_fen, w.recovered_fen > 0 as followed, w.reason as note, w.created_by
          ${ofWriteOffs} order by w.id desc ${most})
         union all
         (select ${handMade.handIn}, '${handMadeKeys[handMade.handIn]}' || h.id, h.id, null, h.store_id, h.amount_fen, false, h.note,
            h.created_by ${ofHandIns} order by h.id desc ${most})
         union all
         (select ${handMade.arrival}, '${handMadeKeys[handMade.arrival]}' || v.id, v.id, null, v.store_id, v.amount_fen + v.fee_fen, false,
            v.note, v.created_by ${ofArrivals} order by v.id desc ${most}))
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
    isFirstPage(ask)
      ? ctx.query<{ n: number }>(
          `select count(*)::int as n from (
             (select ${ofWriteOffs} limit ${TOTAL_CAP + 1}) union all (select ${ofHandIns} limit ${TOTAL_CAP + 1})
             union all (select ${ofArrivals} limit ${TOTAL_CAP + 1})) x`,
          values,
        )
      : [],
  ])
  const shown = paged(rows, ask, ({ id }) => [id])
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
