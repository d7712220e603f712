import { choosableWays } from '@cheyi/domain/merchant/pay-setting'
import { accountName } from '@cheyi/domain/payment/accounts'
import { flowKinds, payWay, payWays } from '@cheyi/domain/payment/codes'
import { moneyAccounts } from '@cheyi/domain/payment/ledger'
import { closingScreens } from '../../closing/screens.ts'
import { debtScreens } from '../../debt/screens.ts'
import { invoiceScreens } from '../../invoice/screens.ts'
import { ExportButton } from '../../job/parts/export-button.tsx'
import { calls } from '../../kernel/call/calls.ts'
import { useScreen } from '../../kernel/page/pages.tsx'
import { go } from '../../kernel/page/router.ts'
import { listPage } from '../../page/list/list-page.tsx'
import { period } from '../../page/list/period-filter.tsx'
import { pick, pickCode } from '../../page/list/pick-filter.tsx'
import { reconcileScreens } from '../../reconcile/screens.ts'
import { useStoreOptions } from '../../store/parts/current-store.ts'
import { Button } from '../../ui/button.tsx'
import { Box, Row } from '../../ui/layout.tsx'
import { FlowRow } from '../parts/flow-row.tsx'
import { paymentScreens } from '../screens.ts'

import { Takings } from './takings.tsx'

const kind = pickCode('kind', '款项', flowKinds)
const way = pickCode('way', '方式', { values: [...choosableWays, payWay.platform], text: payWays.text })
const accounts = moneyAccounts.map((value) => ({ value, label: accountName(value) }))
const readAccount = (text: string) => moneyAccounts.find((name) => name === text)
const span = period('period', 'from', 'to')

/** What came and went, what is held of customers, and each movement. */
export default listPage(paymentScreens.flow, {
  call: calls.payment.flowList,
  noun: '收支流水',
  filters: [
    pick('storeId', '门店', '全部门店', useStoreOptions),
    kind,
    way,
    pick('account', '科目', '全部科目', () => accounts, readAccount),
    span,
  ],
  keyOf: ({ id }) => id,
  Row: FlowRow,
  estimate: 84,
  Head,
})

function Head() {
  const values = useScreen(paymentScreens.flow)
  const input = {
    storeId: values.storeId || undefined,
    kind: kind.read(values),
    way: way.read(values),
    account: readAccount(values.account),
    period: span.read(values),
  }
  return (
    <Box pad={[12, 12, 10]}>
      <Takings storeId={input.storeId} period={input.period} />
      <Row justify="end" gap={8} top={8} wrap>
        <Button size="s" onClick={() => go(paymentScreens.held, {})}>
          客户资金
        </Button>
        <Button size="s" onClick={() => go(debtScreens.ages, {})}>
          应收账龄
        </Button>
        <Button size="s" onClick={() => go(reconcileScreens.list, {})}>
          支付对账
        </Button>
        <Button size="s" onClick={() => go(paymentScreens.receipts, {})}>
          收款单
        </Button>
        <Button size="s" onClick={() => go(paymentScreens.ledger, {})}>
          明细账
        </Button>
        <Button size="s" onClick={() => go(paymentScreens.corrections, {})}>
          凭证更正
        </Button>
        <Button size="s" onClick={() => go(closingScreens.months, {})}>
          月结
        </Button>
        <Button size="s" onClick={() => go(invoiceScreens.list, {})}>
          发票
        </Button>
        <ExportButton call={calls.payment.flowExport} title="导出收支流水" input={input} />
      </Row>
    </Box>
  )
}
