import { accountName } from '@cheyi/domain/money/payment/accounts'
import { flowKinds, payWay, payWays } from '@cheyi/domain/money/payment/codes'
import { moneyAccounts } from '@cheyi/domain/money/payment/ledger'
import { choosableWays } from '@cheyi/domain/platform/merchant/pay-setting'
import { useState } from 'react'
import { calls, type OutputOf, useRead } from '../../../kernel/call/calls.ts'
import { useWide } from '../../../kernel/device/media-query.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import { useReach } from '../../../kernel/user.ts'
import { listPage, type MenuAct, pick, pickCode, seldom } from '../../../page/list/list-page.tsx'
import { period } from '../../../page/list/period-filter.tsx'
import { Answer } from '../../../page/page.tsx'
import { exporting } from '../../../platform/job/parts/use-export.ts'
import { useStoreOptions } from '../../../platform/store/parts/current-store.ts'
import { instalmentScreens } from '../../../rental/instalment/screens.ts'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { Box, Card, Grid, Note } from '../../../ui/layout.tsx'
import { Figures } from '../../../ui/show/figures.tsx'
import { yuan } from '../../../ui/show/money.tsx'
import { Compare } from '../../../ui/show/rows.tsx'
import { bookkeepingScreens } from '../../bookkeeping/screens.ts'
import { cashShiftScreens } from '../../cash-shift/screens.ts'
import { closingScreens } from '../../closing/screens.ts'
import { debtScreens } from '../../debt/screens.ts'
import { invoiceScreens } from '../../invoice/screens.ts'
import { reconcileScreens } from '../../reconcile/screens.ts'
import { flowColumns, openMovement } from '../parts/flow-columns.tsx'
import { paymentScreens } from '../screens.ts'

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

type Sums = OutputOf<typeof calls.payment.takings>

const groups = [
  { value: 'none', label: '合计' },
  { value: 'stores', label: '按门店' },
  { value: 'cashiers', label: '按经手人' },
  { value: 'days', label: '按日' },
] as const

interface TakingsProps {
  readonly storeId: string | undefined
  readonly period: readonly [string, string] | undefined
}

/** Money received and paid out, grouped by store, cashier or day, and the balance held for customers now. */
function Takings({ storeId, period }: TakingsProps) {
  return (
    <Answer of={useRead(calls.payment.takings, { storeId, period })}>
      {(sums) => <SumsCards sums={sums} today={period === undefined} />}
    </Answer>
  )
}

function SumsCards({ sums, today }: { sums: Sums; today: boolean }) {
  const [by, setBy] = useState<(typeof groups)[number]['value']>('none')
  const { total, held } = sums
  return (
    <Grid columns={2} fit={480} gap={10}>
      <Card pad title={today ? '今日收支' : '所选日期收支'}>
        <Figures
          rows={[
            ['收款', total.collected],
            ['退款', total.refunded],
            ['收押金', total.depositIn],
            ['退押金', total.depositOut],
            ['代缴违章款', total.fines],
          ]}
        />
        <ChipRadios look="wrap" label="分组" options={groups} value={by} onChange={setBy} />
        {by === 'none' ? null : sums[by].length === 0 ? (
          <Note top={8}>没有收支</Note>
        ) : (
          <Compare
            caption="收支合计，单位元"
            columns={['收款', '退款', '押金净收', '代缴违章款']}
            rows={sums[by].map((row) => ({
              label: row.name,
              cells: [yuan(row.collected), yuan(row.refunded), yuan(row.depositIn - row.depositOut), yuan(row.fines)],
            }))}
          />
        )}
      </Card>
      <Card pad title="押金与预收">
        <Figures
          rows={[
            ['在手押金', held.deposits],
            ['冻结', held.frozen],
            ['预收租金', held.prepaid],
            ['多收待退', held.overpaid],
            ['到期应退', held.due],
          ]}
        />
        <Note num>{`共 ${held.customers} 位客户`}</Note>
      </Card>
    </Grid>
  )
}
