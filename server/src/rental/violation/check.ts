import { account } from '@cheyi/domain/money/payment/ledger'
import { violationStatus } from '@cheyi/domain/rental/violation/codes'
import { keepingStatuses } from '@cheyi/domain/rental/violation/violation'
import { cachedColumnSql, type MoneyChecks } from '../../money/payment/check/actions.ts'

/**
 * A fine that the merchant paid is either charged to the customer or borne by the merchant; the balance of the advance is the part that
 * is neither yet.
 */
const advanced = `
  select f.merchant_id, o.order_no, '代垫违章款 ' || f.id || ' 与凭证不一致', coalesce(e.fen, 0),
    case when f.taken_back_at is null then f.amount_fen - f.borne_fen else 0 end
  from violation_fine f join violation i on i.merchant_id = f.merchant_id and i.id = f.violation_id
    left join "order" o on o.merchant_id = i.merchant_id and o.id = i.order_id
    left join (select t.merchant_id, (regexp_match(t.idem_key, '^(?:J21:)?J12:(?:paid|borne):(\\d+)$'))[1] as of_id,
        sum(e.debit_fen - e.credit_fen) as fen
      from ledger_txn t join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id and e.account = '${account.violationAdvance}'
      where t.order_id is null group by 1, 2) e on e.merchant_id = f.merchant_id and e.of_id = f.id::text
  where coalesce(e.fen, 0) <> case when f.taken_back_at is null then f.amount_fen - f.borne_fen else 0 end
  union all
  select i.merchant_id, o.order_no, '违章 ' || i.no || ' 已结，代垫款未转出', f.amount_fen - f.borne_fen, coalesce(c.passed_fen, 0)
  from violation i join violation_fine f on f.merchant_id = i.merchant_id and f.violation_id = i.id and f.taken_back_at is null
    left join claim c on c.merchant_id = i.merchant_id and c.id = i.id left join "order" o on o.merchant_id = i.merchant_id and o.id = i.order_id
  where i.status = ${violationStatus.closed} and f.amount_fen - f.borne_fen <> coalesce(c.passed_fen, 0)`

/** Violations that keep the deposit of their order. */
const open = `
  (select merchant_id, order_id, count(*) as fen from violation
    where order_id is not null and status in (${keepingStatuses.join(', ')}) group by merchant_id, order_id)`

/** Fines that the merchant paid, and the open violations of each order. */
export const violationChecks: MoneyChecks = {
  whole: [advanced],
  status: [cachedColumnSql('未结违章数与违章记录不一致', 'open_violations', open)],
}
