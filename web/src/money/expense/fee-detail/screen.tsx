import './fee-detail.css'
import { formatMoney } from '@cheyi/domain/money'
import { useCallback, useState } from 'react'
import { ask, calls } from '../../../kernel/call/calls.ts'
import { isNative } from '../../../kernel/device/native.ts'
import { copyText } from '../../../kernel/device/native-acts.ts'
import { useNow } from '../../../kernel/now.ts'
import { useMay, useUser } from '../../../kernel/user.ts'
import { choose } from '../../../page/choose.ts'
import { DetailPage } from '../../../page/detail.tsx'
import { open } from '../../../page/open.ts'
import { page, refresh, useAnswers } from '../../../page/page.tsx'
import { MainButton } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { NavAction } from '../../../ui/frame/nav-bar.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { expenseScreens } from '../screens.ts'
import { BillPrint } from './bill-print.tsx'
import { BillView, SumsCard } from './bill-view.tsx'
import { type Bill, billText } from './bill-words.ts'
import { FlowsView } from './flows-view.tsx'

const billOf = (orderId: string) => ask(calls.expense.bill, { orderId })

/** The charges of an order with their calculation, and all its payment movements. */
export default page(
  expenseScreens.feeDetail,
  ({ orderId }) => {
    const [bill] = useAnswers(billOf(orderId))
    const mayCollect = useMay('order.payment')
    const { orderNo, contactName, plate, groups, flows, owed, prepayDue } = bill
    const due = prepayDue > 0 ? `收预付款 ${formatMoney(prepayDue)}` : `收款 ${formatMoney(owed)}`
    const empty = groups.length === 0 && flows.length === 0
    return (
      <DetailPage
        isBelow
        reading
        subject={plate ? <Plate plate={plate} /> : contactName}
        note={[orderNo, plate && contactName].filter(Boolean).join(' · ')}
        onRefresh={() => refresh(billOf(orderId))}
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
        acts={
          mayCollect &&
          owed > 0 && (
            <ActionBar>
              <MainButton onClick={() => void open(() => import('../../payment/parts/collect-sheet.tsx'), { orderId })}>
                {due}
              </MainButton>
            </ActionBar>
          )
        }
        notices={empty && <Empty title="暂无费用" note="提交订单后在这里看到费用和收支" />}
        thing={
          !empty && (
            <>
              <SumsCard bill={bill} />
              <BillView bill={bill} />
            </>
          )
        }
        side={!empty && <FlowsView orderId={orderId} flows={flows} />}
      />
    )
  },
  { shape: 'detail' },
)

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
