import { taxpayer } from '@cheyi/domain/money/bookkeeping/codes'
import { account } from '@cheyi/domain/money/payment/ledger'
import { accountBalances, type MoneyChecks } from '../payment/check/actions.ts'

/** Filed returns: their input tax is that of their invoices, and in the books where it was posted. */
export const taxChecks: MoneyChecks = {
  whole: [
    accountBalances([
      {
        account: account.inputTax,
        fen: 's.input_fen',
        source: 'tax_return s where s.withdrawn_at is null and s.posted_on is not null',
        what: '已申报的进项税额与账簿不一致',
      },
    ]),
    `select r.merchant_id, null::text, r.from_on || ' 申报的进项税额与已勾选的发票不一致', r.input_fen, coalesce(i.fen, 0)
       from tax_return r left join lateral (select sum(tax_fen) as fen from input_invoice i
         where i.merchant_id = r.merchant_id and i.month between r.from_on and r.to_on and i.voided_at is null) i on true
      where r.withdrawn_at is null and r.form = ${taxpayer.general} and r.input_fen <> coalesce(i.fen, 0)`,
  ],
}
