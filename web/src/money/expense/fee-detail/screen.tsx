import './fee-detail.css'
import { formatMoney } from '@cheyi/domain/money'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { formatDateTime } from '@cheyi/domain/time'
import { useCallback, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Vouchers } from '../../../booking/order/parts/vouchers.tsx'
import { ask, calls } from '../../../kernel/call/calls.ts'
import { isNative } from '../../../kernel/device/native.ts'
import { copyText } from '../../../kernel/device/native-acts.ts'
import { useNow } from '../../../kernel/now.ts'
import { useMay, useUser } from '../../../kernel/user.ts'
import { DetailPage, None } from '../../../page/detail.tsx'
import { choose, open } from '../../../page/open.ts'
import { page, refresh, useAnswers } from '../../../page/page.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { NavAction } from '../../../ui/frame/nav-bar.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Box, Card, Cell, Grid, MainButton, Note, Row, Text } from '../../../ui/layout.tsx'
import { Money, yuan } from '../../../ui/show/money.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { FeeLine, FeeTotal, KeyValue } from '../../../ui/show/rows.tsx'
import { Avatar, Tag } from '../../../ui/show/tag.tsx'
import { expenseScreens } from '../screens.ts'
import {
  type Bill,
  basisOf,
  billText,
  depositAmount,
  enteredWords,
  flowMark,
  flowNote,
  type Line,
  sumsOf,
  toneInks,
} from './bill-words.ts'

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

const openReceipt = (id: string) => () => void open(() => import('../../payment/parts/receipt-sheet.tsx'), { id })

/** All payment movements including deposits, the newest first. */
function FlowsView({ orderId, flows }: Pick<Bill, 'orderId' | 'flows'>) {
  const now = useNow()
  if (flows.length === 0) return <None of="流水" />
  return (
    <Card title="收支流水">
      {flows.map((flow) => {
        const { icon, tone, amount, look, state } = flowMark(flow)
        return (
          <Cell
            key={`${flow.id} ${flow.direction}`}
            {...(flow.receipt !== null && { onClick: openReceipt(flow.receipt.id) })}
            className="num"
            lead={
              <Avatar tone={tone} size={36}>
                <Icon name={icon} size={20} />
              </Avatar>
            }
            label={
              <>
                {flow.name} {state && <Tag tone={state.tone}>{state.text}</Tag>}
              </>
            }
            note={
              <>
                {/* The vouchers of a receipt for several orders are shown in the receipt itself. */}
                {flowNote(flow, now)} {flow.receipt === null && <Vouchers orderId={orderId} ids={flow.voucherIds} />}
              </>
            }
            extra={
              <Text as={look === 'void' ? 's' : 'b'} ink={toneInks[look]}>
                {amount}
              </Text>
            }
          />
        )
      })}
    </Card>
  )
}

interface BillPrintProps {
  readonly bill: Bill
  readonly merchantName: string
  /** Time of printing, epoch milliseconds. */
  readonly at: number
  /** Called when the print dialog was closed, with or without printing. */
  readonly onDone: () => void
}

/**
 * The bill for the print dialog, which can also save a PDF. It is rendered beside the app, and the app is hidden while printing: a
 * page with its own scroll area would be cut off at the height of the window.
 */
function BillPrint({ bill, merchantName, at, onDone }: BillPrintProps) {
  useEffect(() => {
    window.addEventListener('afterprint', onDone)
    document.body.toggleAttribute('data-printing', true)
    window.print()
    return () => {
      document.body.removeAttribute('data-printing')
      window.removeEventListener('afterprint', onDone)
    }
  }, [onDone])
  const { orderNo, contactName, plate, groups, deposits } = bill
  return createPortal(
    <article className="bill-print num">
      <h1>{merchantName} 费用明细</h1>
      <p>
        订单 {orderNo} · {contactName}
        {plate && ` · ${displayPlate(plate)}`}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">费用</th>
            <th scope="col">说明</th>
            <th scope="col">金额</th>
          </tr>
        </thead>
        {groups.map(({ group, name, subtotal, lines }) => (
          <tbody key={group}>
            <tr>
              <th scope="rowgroup" colSpan={2}>
                {name}
              </th>
              <th>{formatMoney(subtotal)}</th>
            </tr>
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two charges may have the same text, and lines are never reordered.
              <tr key={index}>
                <td>{line.name}</td>
                <td>{[basisOf(line), enteredWords(line)].filter(Boolean).join('，')}</td>
                <td>{formatMoney(line.amount)}</td>
              </tr>
            ))}
          </tbody>
        ))}
        <tfoot>
          {sumsOf(bill).map(({ label, fen }) => (
            <tr key={label}>
              <th scope="row" colSpan={2}>
                {label}
              </th>
              <th>{formatMoney(fen)}</th>
            </tr>
          ))}
        </tfoot>
      </table>
      {deposits.length > 0 && (
        <p>
          押金（另计）：
          {deposits.map((row) => `${row.name} ${formatMoney(depositAmount(row))} ${row.state}`).join('；')}
        </p>
      )}
      <p>打印时间 {formatDateTime(at)}</p>
    </article>,
    document.body,
  )
}

function SumsCard({ bill }: { bill: Bill }) {
  return (
    <Card className="num">
      <Grid as="dl" fit={76} gap={[8, 0]} pad={[14, 8, 6]} text="center">
        {sumsOf(bill).map(({ label, fen, tone }) => (
          <div key={label}>
            <Note as="dt">{label}</Note>
            <Text as="dd" ink={toneInks[tone]} weight="b">
              {yuan(fen)}
            </Text>
          </div>
        ))}
      </Grid>
      <Text as="p" pad={[0, 0, 10]} ink={2} size="xs" text="center">
        单位：元
      </Text>
    </Card>
  )
}

interface BillLineProps {
  readonly orderId: string
  readonly line: Line
  /** Name of its group: not said again. */
  readonly group?: string
  /** Author and time that the card says once. */
  readonly usual?: string
}

/** A charge with its calculation and vouchers. */
function BillLine({ orderId, line, group, usual }: BillLineProps) {
  const basis = basisOf(line)
  const isNamed = line.name !== group || basis === ''
  const entered = enteredWords(line)
  return (
    <FeeLine
      stacked
      label={isNamed ? line.name : <span className="ink-2">{basis}</span>}
      basis={
        <>
          {isNamed && basis}
          <Text block ink={3} size="xs">
            {entered !== usual && entered} <Vouchers orderId={orderId} ids={line.voucherIds} />
          </Text>
        </>
      }
      fen={line.amount}
    />
  )
}

/** All charges by group with formula and subtotal; deposits are listed separately. */
function BillView({ bill }: { bill: Bill }) {
  const { groups, deposits, receivable, writeOffs, offsets } = bill
  const first = groups[0]?.lines[0]
  const usual = first && enteredWords(first)
  return (
    <>
      <Card pad title="费用项" extra={usual}>
        {groups.map(({ group, name, subtotal, lines }) => (
          <Box as="section" pad={[8, 0, 2]} line key={group} aria-label={name}>
            <Row as="h3" gap={12} align="stretch" justify="between" note weight="r" num>
              <span>{name}</span>
              {lines.length > 1 && (
                <span>
                  小计 <Money fen={subtotal} bare />
                </span>
              )}
            </Row>
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two charges may have the same text, and lines are never reordered.
              <BillLine key={index} orderId={bill.orderId} line={line} group={name} usual={usual} />
            ))}
          </Box>
        ))}
        {groups.length > 0 && <FeeTotal label="应收合计" fen={receivable} />}
        {[...writeOffs, ...offsets].map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are never reordered.
          <BillLine key={index} orderId={bill.orderId} line={line} />
        ))}
      </Card>
      {deposits.length > 0 && (
        <Card pad title="押金" extra="不计入应收">
          <KeyValue
            rows={deposits.map((row) => ({
              label: row.name,
              value: <Money fen={depositAmount(row)} />,
              note: row.state,
            }))}
          />
        </Card>
      )}
    </>
  )
}
