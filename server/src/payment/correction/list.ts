import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { handMade, handMadeKeys } from '@cheyi/domain/payment/correction'
import type { Context } from '../../kernel/context.ts'
import { cursorKeys, isFirstPage, paged, pageSize, TOTAL_CAP, totalOf } from '../../kernel/db/paging.ts'

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

/** Postings made by hand, the newest first. Row policies leave the stores in sight. */
export async function handMadeList(ask: ParsedOf<Call>, ctx: Context): Promise<OutputOf<Call>> {
  const before = cursorKeys(ask, 'id')?.[0] ?? null
  const most = `limit ${pageSize(ask) + 1}`
  const [rows, [count]] = await Promise.all([
    ctx.query<Row>(
      `with made as (
         (select ${handMade.writeOff} as what, '${handMadeKeys[handMade.writeOff]}' || id as key, id, order_id, null::bigint as store_id,
            amount_fen, recovered_fen > 0 as followed, reason as note, created_by
          from write_off where $1::bigint is null or id < $1 order by id desc ${most})
         union all
         (select ${handMade.handIn}, '${handMadeKeys[handMade.handIn]}' || id, id, null, store_id, amount_fen, false, note, created_by
          from till_hand_in where $1::bigint is null or id < $1 order by id desc ${most}))
       select m.id, t.id as txn_id, m.what, t.posted_on::text as day, m.amount_fen, m.order_id, o.order_no, s.name as store_name, m.note,
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
      [before],
    ),
    isFirstPage(ask)
      ? ctx.query<{ n: number }>(
          `select count(*)::int as n from (
             (select from write_off limit ${TOTAL_CAP + 1}) union all (select from till_hand_in limit ${TOTAL_CAP + 1})) x`,
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
