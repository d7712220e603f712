import { account } from '@cheyi/domain/money/payment/ledger'
import { instalmentStatus } from '@cheyi/domain/rental/instalment/codes'
import type { MoneyChecks } from '../../money/payment/check/actions.ts'

/** Instalment rows in an impossible state: more paid than billed or than their amount, or paid with an open remainder. */
const plans = `
  select p.merchant_id, o.order_no, '分期第' || p.seq || '期的已付与应付不一致', p.paid_fen + p.late_paid_fen,
    least(p.billed_fen, p.amount_fen) + coalesce(p.late_fee_fen, 0)
  from instalment p join "order" o on o.merchant_id = p.merchant_id and o.id = p.order_id
  where p.status not in (${instalmentStatus.refunded}, ${instalmentStatus.void})
    and (p.paid_fen > p.billed_fen or p.billed_fen > p.amount_fen or p.late_paid_fen > coalesce(p.late_fee_fen, 0)
      or p.status = ${instalmentStatus.paid} and (p.paid_fen < p.amount_fen or p.late_paid_fen < coalesce(p.late_fee_fen, 0)))`

/** The late fee of an instalment equals what was posted and not refunded. */
const lateFees = `
  select i.merchant_id, o.order_no, '分期 ' || i.id || ' 的逾期违约金与凭证不一致', coalesce(b.fen, 0), coalesce(i.late_fee_fen, 0)
  from instalment i join "order" o on o.merchant_id = i.merchant_id and o.id = i.order_id
    left join (select t.merchant_id, (regexp_match(t.idem_key, '^(?:J22|J20:fee):(\\d+)'))[1] as of_id, sum(e.debit_fen - e.credit_fen) as fen
      from ledger_txn t join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id and e.account = '${account.receivable}'
      where t.journal in (20, 22) group by 1, 2) b on b.merchant_id = i.merchant_id and b.of_id = i.id::text
  where coalesce(i.late_fee_fen, 0) <> coalesce(b.fen, 0)`

export const instalmentChecks: MoneyChecks = { money: [plans, lateFees] }
