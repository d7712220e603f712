import { accountName } from '@cheyi/domain/money/payment/accounts'
import { flowKinds, payWay, payWays } from '@cheyi/domain/money/payment/codes'
import { moneyAccounts } from '@cheyi/domain/money/payment/ledger'
import { choosableWays } from '@cheyi/domain/platform/merchant/pay-setting'
import { useStoreOptions } from '../../../fleet/store/parts/current-store.ts'
import { calls } from '../../../kernel/call/calls.ts'
import { useWide } from '../../../kernel/device/media-query.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { useReach } from '../../../kernel/page/reach.ts'
import { go } from '../../../kernel/page/router.ts'
import { listPage, type MenuAct, seldom } from '../../../page/list/list-page.tsx'
import { period } from '../../../page/list/period-filter.tsx'
import { pick, pickCode } from '../../../page/list/pick-filter.tsx'
import { exporting } from '../../../platform/job/parts/use-export.ts'
import { instalmentScreens } from '../../../rental/instalment/screens.ts'
import { Box } from '../../../ui/layout.tsx'
import { bookkeepingScreens } from '../../bookkeeping/screens.ts'
import { cashShiftScreens } from '../../cash-shift/screens.ts'
import { closingScreens } from '../../closing/screens.ts'
import { debtScreens } from '../../debt/screens.ts'
import { invoiceScreens } from '../../invoice/screens.ts'
import { reconcileScreens } from '../../reconcile/screens.ts'
import { flowColumns, openMovement } from '../parts/flow-columns.tsx'
import { paymentScreens } from '../screens.ts'
import { Takings } from './takings.tsx'

const kind = pickCode('kind', '款项', flowKinds)
const way = pickCode('way', '方式', { values: [...choosableWays, payWay.platform], text: payWays.text })
const accounts = moneyAccounts.map((value) => ({ value, label: accountName(value) }))
const readAccount = (text: string) => moneyAccounts.find((name) => name === text)
const span = period('period', 'from', 'to')

/** Pages of the room; a wide window has tabs for them. */
const rooms = [
  ['应收账龄', debtScreens.ages],
  ['企业账单', instalmentScreens.companies],
  ['押金与预收', paymentScreens.held],
  ['支付对账', reconcileScreens.list],
  ['记账凭证', bookkeepingScreens.list],
  ['月结', closingScreens.months],
  ['发票', invoiceScreens.list],
  ['收款单', paymentScreens.receipts],
] as const
const others = [
  ['在途款', cashShiftScreens.clearing],
  ['明细账', paymentScreens.ledger],
  ['凭证更正', paymentScreens.corrections],
] as const

/** Money received and paid out, the balance held for customers, and each movement. */
export default listPage(paymentScreens.flow, {
  call: calls.payment.flowList,
  noun: '收支流水',
  filters: [
    pick('storeId', '门店', '全部门店', useStoreOptions),
    span,
    seldom(kind),
    seldom(way),
    seldom(pick('account', '科目', '全部科目', () => accounts, readAccount)),
  ],
  keyOf: ({ id }) => id,
  columns: flowColumns,
  unit: '笔',
  open: (movement) => void openMovement(movement),
  Head,
  useMenu: useActs,
  useExport: exporting(calls.payment.flowExport, '导出收支流水'),
})

function useActs(): readonly MenuAct[] {
  const { opens } = useReach()
  const wide = useWide()
  const pages = [...(wide ? [] : rooms), ...others].filter(([, { path }]) => opens(path))
  return pages.map(([label, to]) => ({ label, run: () => go(to, {}) }))
}

function Head() {
  const values = useScreen(paymentScreens.flow)
  return (
    <Box pad={[12, 12, 10]}>
      <Takings storeId={values.storeId || undefined} period={span.read(values)} />
    </Box>
  )
}
