import { accountName } from '@cheyi/domain/money/payment/accounts'
import { flowKinds, payWay, payWays } from '@cheyi/domain/money/payment/codes'
import { moneyAccounts } from '@cheyi/domain/money/payment/ledger'
import { choosableWays } from '@cheyi/domain/platform/merchant/pay-setting'
import { lazy } from 'react'
import { useStoreOptions } from '../../../fleet/store/parts/current-store.ts'
import { calls } from '../../../kernel/call/calls.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import { mayOpen, useUser } from '../../../kernel/user.ts'
import { listPage, seldom } from '../../../page/list/list-page.tsx'
import { period } from '../../../page/list/period-filter.tsx'
import { pick, pickCode } from '../../../page/list/pick-filter.tsx'
import { exporting } from '../../../platform/job/parts/use-export.ts'
import { instalmentScreens } from '../../../rental/instalment/screens.ts'
import { Button } from '../../../ui/button.tsx'
import { Box, Grid } from '../../../ui/layout.tsx'
import { bookkeepingScreens } from '../../bookkeeping/screens.ts'
import { cashShiftScreens } from '../../cash-shift/screens.ts'
import { closingScreens } from '../../closing/screens.ts'
import { debtScreens } from '../../debt/screens.ts'
import { invoiceScreens } from '../../invoice/screens.ts'
import { reconcileScreens } from '../../reconcile/screens.ts'
import { FlowRow } from '../parts/flow-row.tsx'
import { paymentScreens } from '../screens.ts'

import { Takings } from './takings.tsx'

const kind = pickCode('kind', '款项', flowKinds)
const way = pickCode('way', '方式', { values: [...choosableWays, payWay.platform], text: payWays.text })
const accounts = moneyAccounts.map((value) => ({ value, label: accountName(value) }))
const readAccount = (text: string) => moneyAccounts.find((name) => name === text)
const span = period('period', 'from', 'to')

/** Links from this page to the related pages. */
const pages = [
  ['客户资金', paymentScreens.held],
  ['应收账龄', debtScreens.ages],
  ['支付对账', reconcileScreens.list],
  ['待结算款', cashShiftScreens.clearing],
  ['收款单', paymentScreens.receipts],
  ['企业账单', instalmentScreens.companies],
  ['明细账', paymentScreens.ledger],
  ['凭证更正', paymentScreens.corrections],
  ['月结', closingScreens.months],
  ['记账凭证', bookkeepingScreens.list],
  ['发票', invoiceScreens.list],
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
  Row: FlowRow,
  Table: lazy(() => import('./flow-table.tsx')),
  estimate: 84,
  Head,
  useMenu: exporting(calls.payment.flowExport, '导出收支流水'),
})

function Head() {
  const user = useUser()
  const values = useScreen(paymentScreens.flow)
  return (
    <Box pad={[12, 12, 10]}>
      <Takings storeId={values.storeId || undefined} period={span.read(values)} />
      <Grid as="nav" aria-label="财务页面" fit={76} gap={8} top={10}>
        {pages
          .filter(([, to]) => mayOpen(to, user))
          .map(([label, to]) => (
            <Button key={label} size="s" onClick={() => go(to, {})}>
              {label}
            </Button>
          ))}
      </Grid>
    </Box>
  )
}
