import { accountName, accounts as allAccounts, journals } from '@cheyi/domain/money/payment/accounts'
import { lazy } from 'react'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { useReach } from '../../../kernel/page/reach.ts'
import { listPage } from '../../../page/list/list-page.tsx'
import { period } from '../../../page/list/period-filter.tsx'
import { pick } from '../../../page/list/pick-filter.tsx'
import { exporting } from '../../../platform/job/parts/use-export.ts'
import { Box, Note, Row, Text } from '../../../ui/layout.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { yuan } from '../../../ui/show/money.tsx'
import { RecordCard } from '../../../ui/show/record-card.tsx'
import { Compare } from '../../../ui/show/rows.tsx'
import { balanceText } from '../parts/balance-text.ts'
import { paymentScreens } from '../screens.ts'

type Page = OutputOf<typeof calls.payment.entries>

const accounts = allAccounts.map((value) => ({ value, label: accountName(value) }))
const readAccount = (text: string) => allAccounts.find((name) => name === text)
const span = period('period', 'from', 'to')

/** Ledger entries: of an account over a period, of an order, or of a voucher. */
export default listPage(paymentScreens.ledger, {
  call: calls.payment.entries,
  noun: '明细账',
  search: '订单号、凭证号',
  filters: [pick('account', '科目', '全部科目', () => accounts, readAccount), span],
  keyOf: ({ id }) => id,
  Row: EntryRow,
  Table: lazy(() => import('./entry-table.tsx')),
  estimate: 92,
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

/** A ledger entry: day, voucher, account with side, contra accounts and subject. */
function EntryRow({ item }: { readonly item: Page['list'][number] }) {
  const reach = useReach()
  const patch = usePatch()
  const { day, txnId, journal, account, debit, credit, against, orderNo, memo, contactName, storeName } = item
  const place = orderLink(reach, item)
  return (
    <RecordCard
      title={accountName(account)}
      end={
        <Text num weight="b">
          {debit > 0 ? `借 ${yuan(debit)}` : `贷 ${yuan(credit)}`}
        </Text>
      }
    >
      <Note num>{[day, journals.text(journal), `对方 ${against.map(accountName).join('、')}`].join(' · ')}</Note>
      <Row gap={[0, 12]} wrap num size="s">
        <Text as="button" type="button" ink="link" reach onClick={() => patch({ keyword: txnId })}>
          凭证 {txnId}
        </Text>
        {orderNo !== null &&
          (place === undefined ? (
            <Text ink={2}>{orderNo}</Text>
          ) : (
            <Text as="a" ink="link" {...place}>
              {orderNo}
            </Text>
          ))}
      </Row>
      <Note num>{[memo, contactName, storeName, item.operatorName || '系统'].filter(Boolean).join(' · ')}</Note>
    </RecordCard>
  )
}
