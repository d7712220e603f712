import { account } from '@cheyi/domain/money/payment/ledger'
import { rentAccountsSql } from '../money-sql.ts'

const sumOf = (accounts: string) => `sum(e.credit_fen - e.debit_fen) filter (where e.account in (${accounts}))`
const partOf = (key: string) => `sum((x ->> '${key}')::bigint)`

/** The days to which a posting of earnings belongs come to its amounts, and are days of its month until its own. */
export const earnedDays = `
  select t.merchant_id, o.order_no, '凭证 ' || t.idem_key || ' 分到各日的' || s.what, coalesce(s.stored, 0), coalesce(s.rebuilt, 0)
  from ledger_txn t left join "order" o on o.merchant_id = t.merchant_id and o.id = t.order_id
    cross join lateral (select ${partOf('rentFen')} as rent, ${partOf('serviceFen')} as service,
        count(*) filter (where (x ->> 'day')::date not between date_trunc('month', t.posted_on)::date and t.posted_on) as outside
      from jsonb_array_elements(t.earned_days) x) d
    cross join lateral (select ${sumOf(rentAccountsSql)} as rent, ${sumOf(`'${account.serviceIncome}'`)} as service
      from ledger_entry e where e.merchant_id = t.merchant_id and e.txn_id = t.id) b
    cross join lateral (values ('租金与分录不一致', d.rent, b.rent), ('服务收入与分录不一致', d.service, b.service),
      ('收入有不属于当月的日期', d.outside, 0)) s (what, stored, rebuilt)
  where t.earned_days is not null and coalesce(s.stored, 0) <> coalesce(s.rebuilt, 0)`
