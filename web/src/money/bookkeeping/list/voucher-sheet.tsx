import { percent } from '@cheyi/domain/money'
import { VOUCHER_WORD } from '@cheyi/domain/money/bookkeeping/files'
import { journals } from '@cheyi/domain/money/payment/accounts'
import { type Asks, OpenedSheet } from '../../../page/opened-sheet.tsx'
import { Note } from '../../../ui/layout.tsx'
import { yuan } from '../../../ui/show/money.tsx'
import { Compare } from '../../../ui/show/rows.tsx'
import type { Voucher } from './screen.tsx'

/** The lines of a voucher: account, summary, debit and credit. */
export default function VoucherSheet({ voucher }: { readonly voucher: Voucher } & Asks<never>) {
  const { number, day, storeName, lines } = voucher
  const name = `${VOUCHER_WORD}-${number}`
  return (
    <OpenedSheet title={name}>
      <Note num>{[day, storeName, '单位元'].filter(Boolean).join(' · ')}</Note>
      <Compare
        stacked
        caption={`${name}，单位元`}
        columns={['借方', '贷方']}
        rows={lines.map(({ journal, account, code, name: accountName, debit, credit, rateBp }, at) => ({
          key: `${at} ${account}`,
          label: [`${code} ${accountName}`, journals.text(journal), rateBp > 0 && percent(rateBp)]
            .filter(Boolean)
            .join(' · '),
          cells: [debit > 0 && yuan(debit), credit > 0 && yuan(credit)],
        }))}
      />
    </OpenedSheet>
  )
}
