import { formatMoney } from '@cheyi/domain/money'
import { Fragment } from 'react'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { dueText } from '../../../booking/order/parts/plan-rows.tsx'
import { ask, calls, type OutputOf, useRead } from '../../../kernel/call/calls.ts'
import { useTableWide } from '../../../kernel/device/media-query.ts'
import { useNow } from '../../../kernel/now.ts'
import { usePatch } from '../../../kernel/page/pages.tsx'
import { useMay, useReach } from '../../../kernel/user.ts'
import { DetailPage } from '../../../page/detail.tsx'
import { Menu } from '../../../page/list/list-page.tsx'
import { open } from '../../../page/open.ts'
import { Answer, page, refresh, useAnswers } from '../../../page/page.tsx'
import { ExportButton } from '../../../platform/job/parts/export-button.tsx'
import { useExport } from '../../../platform/job/parts/use-export.ts'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Card, MainButton, Note } from '../../../ui/layout.tsx'
import { Figures } from '../../../ui/show/figures.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { CardLink, RecordCard } from '../../../ui/show/record-card.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { rowMark } from '../parts/instalment-words.ts'
import { instalmentScreens } from '../screens.ts'

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

/** Maximum number of instalments shown for a month; the table has all. */
const SHOWN = 100

/** The instalments of a month, each with its order. */
function MonthRows({ payer, month }: { readonly payer: string; readonly month: string }) {
  const rows = useRead(calls.instalment.companyRows, { payer, month, pageSize: SHOWN })
  const now = useNow()
  const reach = useReach()
  return (
    <Answer of={rows}>
      {({ list, nextCursor }) => (
        <>
          {list.map((row) => {
            const mark = rowMark(row)
            const due = row.open + row.feeOpen
            return (
              <RecordCard
                key={row.id}
                title={
                  <>
                    <CardLink {...orderLink(reach, row)}>
                      {row.plate ? <Plate plate={row.plate} size="s" /> : row.modelName}
                    </CardLink>
                    <Tag tone={mark.tone}>{mark.text}</Tag>
                  </>
                }
                end={<Money fen={row.amount} />}
              >
                <p className="num">
                  {row.orderNo} · 第 {row.seq} 期
                </p>
                <p className="num">{dueText(row, now)}</p>
                {(row.lateFee > 0 || (due > 0 && due !== row.amount)) && (
                  <p className="num">
                    {[
                      due > 0 && due !== row.amount && `待收 ${formatMoney(due)}`,
                      row.lateFee > 0 && `逾期违约金 ${formatMoney(row.lateFee)}`,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </p>
                )}
              </RecordCard>
            )
          })}
          {nextCursor !== null && <Note>本月还有更多分期，请导出查看</Note>}
        </>
      )}
    </Answer>
  )
}
