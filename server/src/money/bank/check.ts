import { account } from '@cheyi/domain/money/payment/ledger'
import type { MoneyChecks } from '../payment/check/actions.ts'

/** Matches of bank statements: both sides come to the same, the vouchers move what is stored of them, and days add up. */
export const bankChecks: MoneyChecks = {
  whole: [
    `select m.merchant_id, null::text, '银行流水匹配 ' || m.id || ' 两边金额不一致', coalesce(l.fen, 0), coalesce(e.fen, 0)
       from bank_match m
         left join (select merchant_id, match_id, sum(fen) as fen from bank_line where match_id is not null group by 1, 2) l
           on l.merchant_id = m.merchant_id and l.match_id = m.id
         left join (select merchant_id, match_id, sum(fen) as fen from bank_match_entry where not undone group by 1, 2) e
           on e.merchant_id = m.merchant_id and e.match_id = m.id
      where coalesce(l.fen, 0) <> coalesce(e.fen, 0) or (m.undone_at is not null and (l.fen is not null or e.fen is not null))`,
    `select m.merchant_id, null::text, '银行流水匹配 ' || m.match_id || ' 的凭证 ' || m.txn_id || ' 与账簿不一致', m.fen, coalesce(e.fen, 0)
       from bank_match_entry m
         left join (select merchant_id, txn_id, sum(debit_fen - credit_fen) as fen, max(posted_on) as posted_on
           from ledger_entry where account = '${account.bank}' group by 1, 2) e
           on e.merchant_id = m.merchant_id and e.txn_id = m.txn_id
      where m.fen <> coalesce(e.fen, 0) or m.posted_on is distinct from e.posted_on`,
    `select coalesce(d.merchant_id, l.merchant_id), null::text,
        coalesce(d.on_day, l.on_day) || ' 银行账户 ' || coalesce(d.account_id, l.account_id) || ' 的合计与流水不一致', coalesce(d.fen, 0), coalesce(l.fen, 0)
       from bank_day d full join (select merchant_id, account_id, on_day, sum(fen) as fen, count(*) as lines from bank_line group by 1, 2, 3) l
         on l.merchant_id = d.merchant_id and l.account_id = d.account_id and l.on_day = d.on_day
      where coalesce(d.fen, 0) <> coalesce(l.fen, 0) or coalesce(d.line_count, 0) <> coalesce(l.lines, 0)`,
    `select m.merchant_id, null::text, '银行流水匹配 ' || m.id || ' 入账的凭证不在其中', 1, 0
       from bank_match m where m.posted_key is not null and not exists (select from ledger_txn t
         join bank_match_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id and e.match_id = m.id
        where t.merchant_id = m.merchant_id and t.idem_key = m.posted_key)`,
    `select t.merchant_id, null::text, '银行费用凭证 ' || t.id || ' 没有流水匹配', 1, 0
       from ledger_txn t where t.journal = 23 and t.idem_key like 'J23:charge:%'
         and not exists (select from bank_match m where m.merchant_id = t.merchant_id and m.posted_key = t.idem_key)`,
  ],
}
