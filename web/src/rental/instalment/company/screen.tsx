import { formatMoney } from '@cheyi/domain/money'
import { Fragment } from 'react'
import { ask, calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { useTableWide } from '../../../kernel/device/media-query.ts'
import { usePatch } from '../../../kernel/page/pages.tsx'
import { useMay } from '../../../kernel/user.ts'
import { DetailPage } from '../../../page/detail.tsx'
import { Menu } from '../../../page/list/list-page.tsx'
import { open } from '../../../page/open.ts'
import { page, refresh, useAnswers } from '../../../page/page.tsx'
import { ExportButton } from '../../../platform/job/parts/export-button.tsx'
import { useExport } from '../../../platform/job/parts/use-export.ts'
import { MainButton } from '../../../ui/button.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Card, Note } from '../../../ui/layout.tsx'
import { Figures } from '../../../ui/show/figures.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { CardLink, RecordCard } from '../../../ui/show/record-card.tsx'
import { instalmentScreens } from '../screens.ts'
import { MonthRows } from './month-rows.tsx'

type Month = OutputOf<typeof calls.instalment.companyBill>['months'][number]

/** The unpaid amount of a month that can be claimed. */
const owedOf = ({ due, lateFees }: Pick<Month, 'due' | 'lateFees'>): number => due + lateFees

/** A company's debt for all its long orders, by month; one payment covers all orders of a month. */
export default page(instalmentScreens.company, ({ payer, month }) => {
  const asked = ask(calls.instalment.companyBill, { payer })
  const [bill] = useAnswers(asked)
  const patch = usePatch()
  const mayCollect = useMay('order.payment')
  const table = useExport(calls.instalment.companyExport, '导出企业账单')
  const paper = useExport(calls.instalment.companyPaper, '单位对账单')
  const { sums, months, other, taxNo, orders } = bill
  const chosen = month || (months.find((one) => owedOf(one) > 0) ?? months.at(-1))?.month
  const owed = sums.due + other
  const wide = useTableWide()
  const rows = chosen !== undefined && <MonthRows payer={payer} month={chosen} />
  return (
    <DetailPage
      subject={payer}
      next={owed > 0 ? { text: `已到期待收 ${formatMoney(owed)}`, late: sums.lateFees > 0 } : null}
      note={[taxNo && `税号 ${taxNo}`, `${orders} 个订单`].filter(Boolean).join(' · ')}
      onRefresh={() => refresh(asked)}
      right={
        <Menu
          acts={[
            { label: '导出账单', run: () => void table.run({ payer }) },
            { label: '对账单PDF', run: () => void paper.run({ payer }) },
          ]}
        />
      }
      acts={
        owed > 0 &&
        mayCollect && (
          <ActionBar>
            <MainButton
              onClick={() => void open(() => import('../../../money/payment/parts/receive-sheet.tsx'), { payer })}
            >
              合并收款
            </MainButton>
          </ActionBar>
        )
      }
      thing={
        <>
          <Card pad title="金额">
            <Figures
              rows={[
                ['已收', sums.paid],
                ['已到期待收', sums.due],
                ['逾期违约金', sums.lateFees],
                ['未到期', sums.later],
                ...(other > 0 ? ([['其他待收', other]] as const) : []),
              ]}
            />
            {other > 0 && <Note>其他待收：还车结算、补收和定损中尚未付清的金额</Note>}
          </Card>
          {months.map((one) => (
            <Fragment key={one.month}>
              <RecordCard
                current={wide && one.month === chosen}
                title={
                  <CardLink onClick={() => patch({ month: one.month })}>
                    <span className="num">{one.month}</span>
                  </CardLink>
                }
                end={<Money fen={one.amount} />}
                act={
                  one.month === chosen && (
                    <ExportButton
                      call={calls.instalment.companyPaper}
                      title={`${one.month} 对账单`}
                      label="本月对账单PDF"
                      input={{ payer, month: one.month }}
                    />
                  )
                }
              >
                <p className="num">{monthNote(one)}</p>
              </RecordCard>
              {!wide && one.month === chosen && rows}
            </Fragment>
          ))}
        </>
      }
      side={wide && rows}
    />
  )
})

function monthNote(one: Month): string {
  const open = one.due + one.later
  const parts = [
    `${one.rows} 期`,
    one.paid > 0 && `已收 ${formatMoney(one.paid)}`,
    open > 0 ? `${one.due > 0 ? '待收' : '未到期'} ${formatMoney(open)}` : '已付清',
    one.lateFees > 0 && `逾期违约金 ${formatMoney(one.lateFees)}`,
  ]
  return parts.filter(Boolean).join(' · ')
}
