import { accountName, accounts as allAccounts, journals } from '@cheyi/domain/money/payment/accounts'
import type { Account } from '@cheyi/domain/money/payment/ledger'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage } from '../../../page/list/list-page.tsx'
import { period } from '../../../page/list/period-filter.tsx'
import { pick } from '../../../page/list/pick-filter.tsx'
import { open } from '../../../page/open.ts'
import { exporting } from '../../../platform/job/parts/use-export.ts'
import { Box, Card, Note } from '../../../ui/layout.tsx'
import { yuan } from '../../../ui/show/money.tsx'
import { Compare } from '../../../ui/show/rows.tsx'
import { balanceText } from '../parts/balance-text.ts'
import { paymentScreens } from '../screens.ts'

type Page = OutputOf<typeof calls.payment.vouchers>
export type Voucher = Page['list'][number]
type Side = 'debit' | 'credit'

const accounts = allAccounts.map((value) => ({ value, label: accountName(value) }))
const readAccount = (text: string) => allAccounts.find((name) => name === text)
const span = period('period', 'from', 'to')

const linesOf = ({ lines }: Voucher, side: Side) => lines.filter((line) => line[side] > 0)
const namesOf = (voucher: Voucher, side: Side) =>
  [...new Set(linesOf(voucher, side).map(({ account }) => accountName(account)))].join('、')
const sumOf = (voucher: Voucher, side: Side, only?: Account) =>
  linesOf(voucher, side)
    .filter(({ account }) => only === undefined || account === only)
    .reduce((sum, line) => sum + line[side], 0)

/** A voucher with both sides and its amount; of one account what it has on each side. */
function useColumns(): readonly ListColumn<Voucher>[] {
  const only = readAccount(useScreen(paymentScreens.ledger).account)
  const side = (key: Side, title: string): ListColumn<Voucher> => ({
    key,
    title,
    kind: 'money',
    width: 88,
    named: true,
    of: (voucher) => sumOf(voucher, key, only) || null,
  })
  return [
    { key: 'day', title: '日期', kind: 'text', width: 92, card: 'plate', of: ({ day }) => day },
    {
      key: 'id',
      title: '凭证号',
      kind: 'text',
      width: 72,
      card: 'plate',
      named: true,
      opens: true,
      of: ({ id }) => id,
    },
    {
      key: 'journal',
      title: '凭证类型',
      kind: 'text',
      width: 108,
      card: 'title',
      of: ({ journal }) => journals.text(journal),
    },
    {
      key: 'debits',
      title: '借方科目',
      kind: 'text',
      width: 132,
      card: 'note',
      named: true,
      of: (one) => namesOf(one, 'debit'),
    },
    {
      key: 'credits',
      title: '贷方科目',
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
            title: '金额',
            kind: 'money',
            of: (one) => sumOf(one, 'debit'),
          } satisfies ListColumn<Voucher>,
        ]
      : [side('debit', '借方'), side('credit', '贷方')]),
    { key: 'order', title: '订单号', kind: 'text', width: 124, of: ({ orderNo }) => orderNo },
    { key: 'customer', title: '客户', kind: 'person', width: 72, of: ({ contactName }) => contactName },
    { key: 'store', title: '门店', kind: 'text', width: 96, card: 'none', of: ({ storeName }) => storeName },
    { key: 'memo', title: '摘要', kind: 'text', card: 'none', extra: true, of: ({ memo }) => memo },
    {
      key: 'who',
      title: '经手人',
      kind: 'person',
      card: 'none',
      extra: true,
      of: ({ operatorName }) => operatorName || '系统',
    },
    { key: 'at', title: '记账时间', kind: 'time', card: 'none', extra: true, of: ({ at }) => at },
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
  useMenu: exporting(calls.payment.entriesExport, '导出明细账'),
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
