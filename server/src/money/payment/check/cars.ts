import { costKind, costSource } from '@cheyi/domain/fleet/cost/codes'
import { ownerStatementState } from '@cheyi/domain/insight/owner/codes'
import { account } from '@cheyi/domain/money/payment/ledger'

/*
 * Compares the records of insurance cases and of owners with the ledger and with the costs of their cars, and the stored sums of costs
 * with the costs. Each statement selects merchant, order number, what, stored and rebuilt, as differences.ts reads them.
 */

/** Statements that the owner has confirmed, as `s`. A negative sum is carried to the next one and so never paid by itself. */
const agreed = `owner_statement s where s.state in (${ownerStatementState.confirmed}, ${ownerStatementState.paid})`
/** The parts of the cars and the corrections. */
const share = '(s.owner_fen + s.correction_fen)'
const paidOut = `case s.state when ${ownerStatementState.paid} then ${share} + s.carried_fen else 0 end`

/** What the balances of accounts (debits minus credits) should be: the account, the amount of each row of `source`, and the words. */
const recorded = [
  [account.insurerReceivable, 'booked_fen - received_fen', 'insurance_case', '保险案件待收赔款与账簿不一致'],
  [account.insuranceIncome, '-booked_fen', 'insurance_case', '保险案件赔款与账簿不一致'],
  [account.ownerShare, share, agreed, '车主结算单分成与账簿不一致'],
  [account.ownerPayable, `${paidOut} - ${share}`, agreed, '车主结算单待付款与账簿不一致'],
] as const
const balances = `
  select coalesce(b.merchant_id, r.merchant_id), null::text, case coalesce(b.account, r.account)
      ${recorded.map(([of, , , what]) => `when '${of}' then '${what}'`).join(' ')} end, coalesce(r.fen, 0), coalesce(b.fen, 0)
  from (select merchant_id, account, sum(debit_fen - credit_fen) as fen from ledger_entry
      where account in (${recorded.map(([of]) => `'${of}'`).join(', ')}) group by 1, 2) b
    full join (${recorded.map(([of, fen, source]) => `select merchant_id, '${of}' as account, sum(${fen}) as fen from ${source} group by 1`).join(' union all ')}) r
      on r.merchant_id = b.merchant_id and r.account = b.account
  where coalesce(r.fen, 0) <> coalesce(b.fen, 0)`

/** The costs that follow a record, against its amount; `of` selects merchant, id, amount and the words of each record. */
const costs = (source: number, of: string) => `
  select r.merchant_id, null::text, r.what, r.fen, coalesce(c.fen, 0)
  from (${of}) r (merchant_id, id, fen, what)
    left join (select merchant_id, ref_id, sum(fen) as fen from vehicle_cost where source = ${source} and voided_at is null group by 1, 2) c
      on c.merchant_id = r.merchant_id and c.ref_id = r.id
  where r.fen <> coalesce(c.fen, 0)`

const capital = `${costKind.purchase}, ${costKind.sale}`
/** The sums of a vehicle and month, as the triggers of `vehicle_cost` move them. */
const months = `
  select coalesce(k.merchant_id, e.merchant_id), null::text,
    to_char(coalesce(k.month, e.month), 'YYYY-MM') || ' 车辆 ' || coalesce(k.vehicle_id, e.vehicle_id) || ' 的成本合计与明细不一致（' || s.side || '）',
    s.stored, s.rebuilt
  from vehicle_cost_month k
    full join (select c.merchant_id, x.month, c.vehicle_id,
        sum(x.fen) filter (where c.kind not in (${capital}, ${costKind.depreciation}, ${costKind.ownerShare})) as running_fen,
        sum(x.fen) filter (where c.kind = ${costKind.depreciation}) as depreciation_fen,
        sum(case c.kind when ${costKind.sale} then -x.fen else x.fen end) filter (where c.kind in (${capital})) as capital_fen,
        sum(x.fen) filter (where c.kind = ${costKind.ownerShare}) as owner_fen
      from vehicle_cost c cross join lateral jsonb_to_recordset(c.shares) x (month date, fen bigint)
      where c.voided_at is null group by 1, 2, 3) e
      on e.merchant_id = k.merchant_id and e.month = k.month and e.vehicle_id = k.vehicle_id
    cross join lateral (values ('日常', coalesce(k.running_fen, 0), coalesce(e.running_fen, 0)),
      ('折旧', coalesce(k.depreciation_fen, 0), coalesce(e.depreciation_fen, 0)),
      ('购置', coalesce(k.capital_fen, 0), coalesce(e.capital_fen, 0)),
      ('车主分成', coalesce(k.owner_fen, 0), coalesce(e.owner_fen, 0))) s (side, stored, rebuilt)
  where s.stored <> s.rebuilt`

export const ofCars: readonly string[] = [
  balances,
  costs(
    costSource.insurance,
    `select merchant_id, id, -booked_fen, '保险案件 ' || coalesce(nullif(report_no, ''), id::text) || ' 的赔款与车辆成本不一致' from insurance_case`,
  ),
  costs(
    costSource.owner,
    `select p.merchant_id, s.id, sum(p.owner_fen), to_char(s.month, 'YYYY-MM') || ' 车主结算单 ' || s.id || ' 的分成与车辆成本不一致'
     from owner_statement_car p join (select * from ${agreed}) s on s.merchant_id = p.merchant_id and s.id = p.statement_id group by 1, 2, s.month`,
  ),
  months,
]
