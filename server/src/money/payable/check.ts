import { payableState, payeeKind, runState } from '@cheyi/domain/money/payable/codes'
import { account } from '@cheyi/domain/money/payment/ledger'
import { accountBalances, type MoneyChecks } from '../payment/check/actions.ts'

const s = payableState
/** Bills whose entries are posted by this feature, as `b`. */
const own = `payable_bill b where b.posted and b.state <> ${s.cancelled}`
/** What was booked of costs when their months were closed, and is in no bill yet. */
const accrued = `payable_accrual where bill_id is null`
/** Input tax that filed returns took out of the costs. */
const deducted = `tax_return where withdrawn_at is null and posted_on is not null`
const paidOf = `(select merchant_id, bill_id, sum(fen) as fen from payable_payment where undone_at is null group by 1, 2)`

/** Bills, payments and runs in the books and among each other. */
export const payableChecks: MoneyChecks = {
  whole: [
    accountBalances([
      {
        account: account.payable,
        fen: '- x.fen',
        source: `(select merchant_id, fen - paid_fen as fen from ${own} union all select merchant_id, fen from ${accrued}) x`,
        what: '应付账单待付金额与账簿不一致',
      },
      {
        account: account.carCost,
        fen: 'x.fen',
        source: `(select b.merchant_id, b.fen from (select * from ${own}) b join payee p on p.merchant_id = b.merchant_id and p.id = b.payee_id
          where p.kind <> ${payeeKind.platform} union all select merchant_id, fen from ${accrued}
          union all select merchant_id, - input_fen from ${deducted} union all select merchant_id, depreciation_fen from asset_month) x`,
        what: '应付账单的车辆成本与账簿不一致',
      },
    ]),
    `select b.merchant_id, null::text, '应付账单 ' || b.id || ' 已付金额与付款不一致', b.paid_fen, coalesce(y.fen, 0)
       from payable_bill b left join ${paidOf} y on y.merchant_id = b.merchant_id and y.bill_id = b.id
      where b.paid_fen <> coalesce(y.fen, 0)`,
    `select b.merchant_id, null::text, '应付账单 ' || b.id || ' 状态与已付金额不一致', b.paid_fen, b.fen from payable_bill b
      where (b.state = ${s.paid}) <> (b.paid_fen = b.fen)`,
    `select b.merchant_id, null::text, '应付账单 ' || b.id || ' 状态与付款批次不一致', (b.state = ${s.inRun})::int, count(l.run_id)
       from payable_bill b left join payment_run_bill l on l.merchant_id = b.merchant_id and l.bill_id = b.id and l.live
      group by b.merchant_id, b.id, b.state having (b.state = ${s.inRun}) <> (count(l.run_id) = 1)`,
    `select b.merchant_id, null::text, '应付账单 ' || b.id || ' 与费用明细不一致', b.fen, coalesce(sum(l.fen), 0)
       from payable_bill b join payable_line l on l.merchant_id = b.merchant_id and l.bill_id = b.id where b.state <> ${s.cancelled}
      group by b.merchant_id, b.id, b.fen having b.fen <> coalesce(sum(l.fen) filter (where not l.cancelled), 0)`,
    `select b.merchant_id, null::text, '应付账单 ' || b.id || ' 与凭证不一致', b.fen - b.accrued_fen, coalesce(e.fen, 0)
       from (select * from ${own}) b left join ledger_txn t on t.merchant_id = b.merchant_id and t.idem_key = 'J26:' || b.id
         left join (select merchant_id, txn_id, sum(credit_fen - debit_fen) as fen from ledger_entry where account = '${account.payable}' group by 1, 2) e
           on e.merchant_id = t.merchant_id and e.txn_id = t.id
      where b.fen - b.accrued_fen <> coalesce(e.fen, 0)`,
    `select y.merchant_id, null::text, '付款 ' || y.id || ' 与凭证不一致', y.fen, coalesce(e.fen, 0)
       from payable_payment y join payable_bill b on b.merchant_id = y.merchant_id and b.id = y.bill_id and b.posted
         left join ledger_txn t on t.merchant_id = y.merchant_id and t.idem_key = 'J26:paid:' || y.id
         left join (select merchant_id, txn_id, sum(debit_fen - credit_fen) as fen from ledger_entry where account = '${account.payable}' group by 1, 2) e
           on e.merchant_id = t.merchant_id and e.txn_id = t.id
      where y.fen <> coalesce(e.fen, 0)`,
    `select r.merchant_id, null::text, '付款批次 ' || r.run_no || ' 与账单合计不一致', r.fen, coalesce(l.fen, 0)
       from payment_run r left join (select merchant_id, run_id, sum(fen) as fen, count(*) as n from payment_run_bill group by 1, 2) l
         on l.merchant_id = r.merchant_id and l.run_id = r.id
      where r.fen <> coalesce(l.fen, 0) or r.bill_count <> coalesce(l.n, 0)`,
    `select r.merchant_id, null::text, '付款批次 ' || r.run_no || ' 与付款不一致', r.fen, coalesce(y.fen, 0)
       from payment_run r left join (select merchant_id, run_id, sum(fen) as fen from payable_payment where run_id is not null group by 1, 2) y
         on y.merchant_id = r.merchant_id and y.run_id = r.id
      where coalesce(y.fen, 0) <> case r.state when ${runState.paid} then r.fen else 0 end`,
  ],
}
