import './fee-detail.css'
import { formatMoney } from '@cheyi/domain/money'
import { useCallback, useState } from 'react'
import { ask, calls } from '../../../kernel/call/calls.ts'
import { useDesktop } from '../../../kernel/device/media-query.ts'
import { isNative } from '../../../kernel/device/native.ts'
import { copyText } from '../../../kernel/device/native-acts.ts'
import { useNow } from '../../../kernel/now.ts'
import { usePatch } from '../../../kernel/page/pages.tsx'
import { useMay, useUser } from '../../../kernel/user.ts'
import { choose } from '../../../page/choose.ts'
import { open } from '../../../page/open.ts'
import { Page, page, refresh, useAnswers } from '../../../page/page.tsx'
import { MainButton } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { NavAction } from '../../../ui/frame/nav-bar.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Segmented } from '../../../ui/frame/tabs.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { Pull } from '../../../ui/list/pull.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { expenseScreens } from '../screens.ts'
import { BillPrint } from './bill-print.tsx'
import { BillView, SumsCard } from './bill-view.tsx'
import { type Bill, billText } from './bill-words.ts'
import { FlowsView } from './flows-view.tsx'

const billOf = (orderId: string) => ask(calls.expense.bill, { orderId })

/** The charges of an order with their calculation, and all its payment movements. */
export default page(expenseScreens.feeDetail, ({ orderId, view }) => {
  const [bill] = useAnswers(billOf(orderId))
  const patch = usePatch()
  const desktop = useDesktop()
  const mayCollect = useMay('order.payment')
  const { orderNo, contactName, plate, groups, flows, owed, prepayDue } = bill
  const collect = () => open(() => import('../../payment/parts/collect-sheet.tsx'), { orderId })
  const empty = groups.length === 0 && flows.length === 0
  return (
    <Page
      fill
      narrow={!desktop}
      right={
        !empty && (
          <>
            <NavAction onClick={() => void open(() => import('../../invoice/parts/ask-sheet.tsx'), { orderId })}>
              发票
            </NavAction>
            <Export bill={bill} />
          </>
        )
      }
      head={
        <>
          <Row as="p" gap={8} pad={[0, 16, 10]} justify="between" note num className="fee-detail-order">
            <span>
              {orderNo} · {contactName}
            </span>
            {plate && <Plate plate={plate} size="s" />}
          </Row>
          {!desktop && !empty && (
            <Segmented
              label="显示"
              className="fee-detail-switch"
              options={[
                { value: 'bill', label: '账单' },
                { value: 'flow', label: flows.length > 0 ? `流水 ${flows.length}` : '流水' },
              ]}
              value={view}
              onChange={(chosen) => patch({ view: chosen === 'bill' ? undefined : chosen })}
            />
          )}
        </>
      }
      footer={
        mayCollect &&
        owed > 0 && (
          <ActionBar>
            <MainButton className="fee-detail-collect num" onClick={() => void collect()}>
              {prepayDue > 0 ? `收预付款 ${formatMoney(prepayDue)}` : `收款 ${formatMoney(owed)}`}
            </MainButton>
          </ActionBar>
        )
      }
    >
      <Pull onRefresh={() => refresh(billOf(orderId))}>
        {empty ? (
          <Empty title="暂无费用" note="提交订单后在这里看到费用和收支" />
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area without controls must be reachable by Tab.
          <section aria-label="费用" tabIndex={0} className={desktop ? 'fee-detail fee-detail-wide' : 'fee-detail'}>
            <SumsCard bill={bill} />
            {(desktop || view === 'bill') && (
              <Stack gap={12} shrink>
                <BillView bill={bill} />
              </Stack>
            )}
            {(desktop || view === 'flow') && (
              <Stack gap={12} shrink>
                <FlowsView orderId={orderId} flows={flows} />
              </Stack>
            )}
          </section>
        )}
      </Pull>
    </Page>
  )
})

/** Exports the bill: as text for a chat, as a picture, or through the print dialog. */
function Export({ bill }: { bill: Bill }) {
  const merchantName = useUser()?.merchantName ?? ''
  const now = useNow()
  const [printing, setPrinting] = useState(false)
  const done = useCallback(() => setPrinting(false), [])
  const print = { key: 'print', label: '打印', note: '也可存为 PDF', icon: 'document' } as const
  async function send() {
    const picked = await choose('导出费用明细', [
      { key: 'text', label: '复制账单文字', note: '粘贴到聊天中发给客户', icon: 'copy', tone: 'primary' },
      { key: 'picture', label: '账单图片', note: '发给客户，或存在手机里', icon: 'image' },
      ...(isNative() ? [] : [print]),
    ])
    if (picked === 'print') setPrinting(true)
    if (picked === 'picture') await open(() => import('./picture-sheet.tsx'), { bill, merchantName, at: now })
    if (picked === 'text') void copyText(billText(bill, merchantName), '账单已复制')
  }
  return (
    <>
      <NavAction onClick={() => void send()}>导出</NavAction>
      {printing && <BillPrint bill={bill} merchantName={merchantName} at={now} onDone={done} />}
    </>
  )
}
