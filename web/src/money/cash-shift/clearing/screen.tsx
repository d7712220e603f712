import { accountName } from '@cheyi/domain/money/payment/accounts'
import { awaitedAccounts } from '@cheyi/domain/money/payment/ledger'
import { calls, type OutputOf, useRead } from '../../../kernel/call/calls.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import { useMay } from '../../../kernel/user.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage, pick } from '../../../page/list/list-page.tsx'
import { period } from '../../../page/list/period-filter.tsx'
import { open } from '../../../page/open.ts'
import { Answer } from '../../../page/page.tsx'
import { useStoreOptions } from '../../../platform/store/parts/current-store.ts'
import { Box, Button, Card, Note, Row } from '../../../ui/layout.tsx'
import { Money, yuan } from '../../../ui/show/money.tsx'
import { Compare } from '../../../ui/show/rows.tsx'
import { paymentScreens } from '../../payment/screens.ts'
import { cashShiftScreens } from '../screens.ts'

const sheets = () => import('./sheets.tsx')

const accounts = awaitedAccounts.map((value) => ({ value, label: accountName(value) }))
const isCorrected = { text: '已更正', tone: 'neutral' } as const
const readAccount = (text: string) => awaitedAccounts.find((name) => name === text)

export type Arrival = OutputOf<typeof calls.cashShift.arrivals>['list'][number]

const columns: readonly ListColumn<Arrival>[] = [
  { key: 'at', title: '时间', kind: 'time', of: ({ at }) => at },
  { key: 'account', title: '科目', kind: 'text', card: 'title', of: ({ account }) => accountName(account) },
  { key: 'store', title: '门店', kind: 'text', width: 112, card: 'title', of: ({ storeName }) => storeName },
  { key: 'status', title: '状态', kind: 'tag', width: 76, of: ({ corrected }) => [corrected && isCorrected] },
  { key: 'who', title: '经手人', kind: 'person', of: ({ byName }) => byName },
  { key: 'slipNo', title: '流水号', kind: 'text', of: ({ slipNo }) => slipNo },
  { key: 'memo', title: '说明', kind: 'text', of: ({ note }) => note },
  { key: 'vouchers', title: '凭证', kind: 'number', unit: '张凭证', of: ({ vouchers }) => vouchers.length || null },
  { key: 'fee', title: '手续费', kind: 'money', card: 'meta', of: ({ fee }) => fee || null },
  { key: 'fen', title: '到账', kind: 'money', of: ({ amount }) => amount },
]

/** Money in transit to the bank, and the recorded arrivals. */
export default listPage(cashShiftScreens.clearing, {
  call: calls.cashShift.arrivals,
  noun: '到账记录',
  filters: [
    pick('storeId', '门店', '全部门店', useStoreOptions),
    pick('account', '科目', '全部科目', () => accounts, readAccount),
    period('period', 'from', 'to'),
  ],
  keyOf: ({ id }) => id,
  columns,
  unit: '笔',
  open: (arrival) => void open(sheets, 'ArrivedSheet', { arrival }),
  Head,
  verb: '登记',
  useAdd,
  empty: { note: 'POS、其他方式或平台的款项到银行后，在这里登记' },
})

function useAdd() {
  return useMay('finance.reconcile') ? () => void open(sheets, 'ArrivalSheet', {}) : undefined
}

type Awaited = OutputOf<typeof calls.cashShift.awaited>

function Head() {
  const storeId = useScreen(cashShiftScreens.clearing).storeId || undefined
  return (
    <Box pad={[12, 12, 10]}>
      <Answer of={useRead(calls.cashShift.awaited, { storeId })}>{(rows) => <Balances rows={rows} />}</Answer>
    </Box>
  )
}

/** Balances in transit by store, with links to the ledger entries of each account. */
function Balances({ rows }: { readonly rows: Awaited }) {
  const stores = [...new Map(rows.map(({ storeId, storeName }) => [storeId, storeName]))]
  const of = (storeId: string, name: string) =>
    rows.find((row) => row.storeId === storeId && row.account === name)?.balance ?? 0
  return (
    <Card pad title="在途款" extra={<Money fen={rows.reduce((sum, { balance }) => sum + balance, 0)} />}>
      {rows.length === 0 ? (
        <Note>没有待结算的款项</Note>
      ) : (
        <Compare
          stacked
          caption="在途款，单位元"
          columns={awaitedAccounts.map(accountName)}
          rows={stores.map(([id, name]) => ({
            key: id,
            label: name,
            cells: awaitedAccounts.map((account) => yuan(of(id, account))),
          }))}
        />
      )}
      <Row gap={8} top={8} wrap>
        {accounts.map(({ value, label }) => (
          <Button key={value} size="s" onClick={() => go(paymentScreens.ledger, { account: value })}>
            {`${label}明细`}
          </Button>
        ))}
      </Row>
    </Card>
  )
}
