import { accountName, accounts as allAccounts, journals } from '@cheyi/domain/money/payment/accounts'
import { voucherColumns as titles } from '@cheyi/domain/money/payment/columns'
import { namesOf, sumOf } from '@cheyi/domain/money/payment/voucher'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage, pick } from '../../../page/list/list-page.tsx'
import { period } from '../../../page/list/period-filter.tsx'
import { open } from '../../../page/open.ts'
import { exporting } from '../../../platform/job/parts/use-export.ts'
import { Box, Card, Note } from '../../../ui/layout.tsx'
import { yuan } from '../../../ui/show/money.tsx'
import { Compare } from '../../../ui/show/rows.tsx'
import { balanceText } from '../parts/balance-text.ts'
import { paymentScreens } from '../screens.ts'

type Page = OutputOf<typeof calls.payment.vouchers>
export type Voucher = Page['list'][number]
const accounts = allAccounts.map((value) => ({ value, label: accountName(value) }))
const readAccount = (text: string) => allAccounts.find((name) => name === text)
const span = period('period', 'from', 'to')

/** A voucher with both sides and its amount; of one account what it has on each side. */
function useColumns(): readonly ListColumn<Voucher, keyof typeof titles>[] {
  const only = readAccount(useScreen(paymentScreens.ledger).account)
  const side = <Key extends 'debit' | 'credit'>(key: Key): ListColumn<Voucher, Key> => ({
    key,
    title: titles[key],
    kind: 'money',
    width: 88,
    named: true,
    of: (voucher) => sumOf(voucher, key, only) || null,
  })
  return [
    { key: 'day', title: titles.day, kind: 'text', width: 92, card: 'plate', of: ({ day }) => day },
    {
      key: 'id',
      title: titles.id,
      kind: 'text',
      width: 72,
      card: 'plate',
      named: true,
      opens: true,
      of: ({ id }) => id,
    },
    {
      key: 'journal',
      title: titles.journal,
      kind: 'text',
      width: 108,
      card: 'title',
      of: ({ journal }) => journals.text(journal),
    },
    {
      key: 'debits',
      title: titles.debits,
      kind: 'text',
      width: 132,
      card: 'note',
      named: true,
      of: (one) => namesOf(one, 'debit'),
    },
    {
      key: 'credits',
      title: titles.credits,
      kind: 'text',
      width: 132,
      card: 'note',
      named: true,
      of: (one) => namesOf(one, 'credit'),
    },
    ...(only === undefined
      ? [
          {
            key: 'amount',
            title: titles.amount,
            kind: 'money',
            of: (one) => sumOf(one, 'debit'),
          } satisfies ListColumn<Voucher, 'amount'>,
        ]
      : [side('debit'), side('credit')]),
    { key: 'order', title: titles.order, kind: 'text', width: 124, of: ({ orderNo }) => orderNo },
    { key: 'customer', title: titles.customer, kind: 'person', width: 72, of: ({ contactName }) => contactName },
    { key: 'store', title: titles.store, kind: 'text', width: 96, card: 'none', of: ({ storeName }) => storeName },
    { key: 'memo', title: titles.memo, kind: 'text', card: 'none', extra: true, of: ({ memo }) => memo },
    {
      key: 'who',
      title: titles.who,
      kind: 'person',
      card: 'none',
      extra: true,
      of: ({ operatorName }) => operatorName || '系统',
    },
    { key: 'at', title: titles.at, kind: 'time', card: 'none', extra: true, of: ({ at }) => at },
  ]
}

/** Vouchers: of an account over a period, of an order, or of a voucher. */
export default listPage(paymentScreens.ledger, {
  call: calls.payment.vouchers,
  noun: '明细账',
  search: '订单号、凭证号',
  filters: [pick('account', '科目', '全部科目', () => accounts, readAccount), span],
  keyOf: ({ id }) => id,
  columns: useColumns,
  unit: '张',
  totals: ({ sums }) => sums ?? undefined,
  open: (voucher) => void open(() => import('./voucher-sheet.tsx'), { voucher }),
  Head,
  useExport: exporting(calls.payment.entriesExport, '导出明细账'),
})

/** The period, the opening and closing balance of the account, and the export. */
function Head({ first: { sums, period: days } }: { readonly first: Page }) {
  const values = useScreen(paymentScreens.ledger)
  const account = readAccount(values.account)
  return (
    <Box pad={[12, 12, 10]}>
      {sums !== null && (
        <Card pad>
          <Compare
            stacked
            caption={days === null ? '该单号的发生额和余额，单位元' : '所选日期的余额，单位元'}
            columns={['期初', '借方', '贷方', '期末']}
            rows={[
              {
                label: account === undefined ? '' : accountName(account),
                cells: [balanceText(sums.opening), yuan(sums.debit), yuan(sums.credit), balanceText(sums.closing)],
              },
            ]}
          />
        </Card>
      )}
      <Note num top={8}>
        {days === null ? '全部日期' : `${days.from} 至 ${days.to}，单位元`}
      </Note>
    </Box>
  )
}
