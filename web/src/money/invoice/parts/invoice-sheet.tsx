import { formatMoney, percent } from '@cheyi/domain/money'
import { awaitsNumber, invoiceKinds, isIssued } from '@cheyi/domain/money/invoice/invoice'
import { formatDateTime } from '@cheyi/domain/time'
import { calls, feedback, type OutputOf, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { useMay } from '../../../kernel/user.ts'
import { confirm, open } from '../../../page/open.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Answer } from '../../../page/page.tsx'
import { Photos } from '../../../page/photos.tsx'
import { Button, Card, MainButton, Notice, Row, Stack } from '../../../ui/layout.tsx'
import { FeeLine, KeyValue } from '../../../ui/show/rows.tsx'
import { Tags } from '../../../ui/show/tag.tsx'
import { invoiceMark } from './invoice-columns.ts'

type Detail = OutputOf<typeof calls.invoice.detail>

/** An invoice: its subject, its number and that of its red (reversing) invoice, and the possible actions. */
export default function InvoiceSheet({ id, answer }: { readonly id: string } & Asks<boolean>) {
  return (
    <OpenedSheet title="发票">
      <Answer of={useRead(calls.invoice.detail, { id })}>
        {(shown) => <Shown invoice={shown} onDone={() => answer(true)} />}
      </Answer>
    </OpenedSheet>
  )
}

function Shown({ invoice: shown, onDone }: { invoice: Detail; onDone: () => void }) {
  const { kind, title, taxNo, amount, rateBp, tax, number, issuedOn, redNumber, redOn, note, at, operatorName } = shown
  const facts = [
    ['状态', <Tags key="status" of={[invoiceMark(shown)]} />],
    ['票种', invoiceKinds.text(kind)],
    ['发票抬头', title],
    ['税号', taxNo],
    ['地址、电话', [shown.buyerAddress, shown.buyerPhone].filter(Boolean).join(' ')],
    ['开户行、账号', [shown.buyerBank, shown.buyerAccount].filter(Boolean).join(' ')],
    ['价税合计', formatMoney(amount)],
    ['税额', rateBp > 0 && `${formatMoney(tax)}（${percent(rateBp)}）`],
    ['发票号码', number],
    ['开票日期', issuedOn],
    ['红字发票号码', redNumber],
    ['红字确认单', shown.redConfirmNo],
    ['红冲日期', redOn],
    ['登记', `${formatDateTime(at)} ${operatorName}`],
    ['说明', note],
  ] as const
  return (
    <Stack gap={12} pad={[4, 0, 12]}>
      {shown.redDue && <Notice tone="warning">订单退款后，开票金额已超过实收金额，请红冲后按实收重新登记</Notice>}
      <KeyValue rows={facts.flatMap(([label, value]) => (value ? [{ label, value }] : []))} />
      <Photos photos={shown.files} noun="发票" />
      <Photos photos={shown.redFiles} noun="红字发票" />
      <Card title="订单" pad>
        {shown.list.map((part) => (
          <FeeLine key={part.orderId} label={`${part.orderNo} · ${part.contactName}`} fen={part.amount} />
        ))}
      </Card>
      <Acts of={shown} onDone={onDone} />
    </Stack>
  )
}

function Acts({ of: { id, status, title }, onDone }: { of: Detail; onDone: () => void }) {
  const mayIssue = useMay('data.money')
  const mayWithdraw = useMay('order.payment')
  const withdraw = useWrite(calls.invoice.withdraw)
  async function takeBack() {
    if (!(await confirm({ title: '撤销这次开票？', body: title, confirm: '撤销开票' }))) return
    if ((await withdraw.run({ id })) === null) return
    feedback.toast('已撤销')
    onDone()
  }
  const enter = (red: boolean) => void open(() => import('./number-sheet.tsx'), { id, red })
  return (
    <Row gap={8}>
      {awaitsNumber(status) && mayWithdraw && (
        <Button size="l" block loading={withdraw.pending} onClick={() => void takeBack()}>
          撤销
        </Button>
      )}
      {awaitsNumber(status) && mayIssue && <MainButton onClick={() => enter(false)}>登记发票号码</MainButton>}
      {isIssued(status) && mayIssue && <MainButton onClick={() => enter(true)}>登记红冲</MainButton>}
    </Row>
  )
}
