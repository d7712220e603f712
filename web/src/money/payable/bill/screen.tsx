import { formatMoney } from '@cheyi/domain/money'
import { billSteps } from '@cheyi/domain/money/payable/bill'
import {
  costOrigin,
  costOrigins,
  payableSource,
  payableSources,
  payableStates,
} from '@cheyi/domain/money/payable/codes'
import { payWays } from '@cheyi/domain/money/payment/codes'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { startsAt } from '@cheyi/domain/step'
import { ask, calls } from '../../../kernel/call/calls.ts'
import { momentText, useNow } from '../../../kernel/now.ts'
import { go } from '../../../kernel/page/router.ts'
import { useMayWhole } from '../../../kernel/user.ts'
import { DetailPage } from '../../../page/detail.tsx'
import { open } from '../../../page/open.ts'
import { page, useAnswers } from '../../../page/page.tsx'
import { Photos } from '../../../page/photos.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Button, Card, Cell, MainButton, Note } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { type Bill, billTones, dueOf } from '../parts/payable-words.ts'
import { payableScreens } from '../screens.ts'

const sheets = () => import('../parts/bill-sheets.tsx')

/** A bill, what it is about, and its payments. */
export default page(
  payableScreens.bill,
  ({ billId }) => {
    const [bill] = useAnswers(ask(calls.payable.bill, { billId }))
    const { state, payeeName, what, left } = bill
    const due = dueOf(bill, useNow())
    return (
      <DetailPage
        state={{ text: payableStates.text(state), mark: billTones[state] }}
        subject={payeeName}
        next={left > 0 ? due : null}
        note={what}
        acts={<Acts bill={bill} />}
        thing={
          <>
            {bill.payments.length > 0 && <Payments bill={bill} />}
            {bill.lines.length > 0 && <Lines bill={bill} />}
          </>
        }
        side={<SumCard bill={bill} />}
      />
    )
  },
  { cards: 3, shape: 'detail' },
)

interface Of {
  readonly bill: Bill
}

function SumCard({ bill }: Of) {
  const { amount, left, billNo, billedOn, dueOn, source, reason, run, createdAt, createdByName, vouchers } = bill
  const facts = [
    ['账单金额', formatMoney(amount)],
    ['已付', formatMoney(amount - left)],
    ['账单号', billNo],
    ['账单日期', billedOn],
    ['到期日', dueOn],
    ['来源', payableSources.text(source)],
    ['付款批次', run?.runNo ?? ''],
    ['作废原因', reason],
    ['登记', `${momentText(createdAt)} ${createdByName}`],
  ] as const
  return (
    <Card pad title="待付" extra={<Money fen={left} size="xl" />}>
      <KeyValue rows={facts.flatMap(([label, value]) => (value === '' ? [] : [{ label, value }]))} />
      <Photos photos={vouchers} noun="账单" />
      {source === payableSource.owner && (
        <Note top={8}>车主结算单由车主结算入账，可在车主结算中付款，或加入付款批次</Note>
      )}
    </Card>
  )
}

function Payments({ bill: { payments, source } }: Of) {
  const may = useMayWhole('finance.reconcile')
  return (
    <Card title="付款记录">
      {payments.map((payment) => (
        <Cell
          key={payment.paymentId}
          label={`${payment.paidOn} ${payWays.text(payment.payWay)}`}
          note={[
            payment.slipNo,
            payment.byName,
            payment.runId !== null && '付款批次',
            payment.matched && '已与银行流水匹配',
            payment.undone && `已撤销：${payment.undoReason}`,
          ]
            .filter(Boolean)
            .join(' · ')}
          extra={payment.undone ? <Tag>已撤销</Tag> : <Money fen={payment.amount} />}
          {...(may &&
            !payment.undone &&
            !payment.matched &&
            source !== payableSource.owner && { onClick: () => void open(sheets, 'UndoSheet', { payment }) })}
        />
      ))}
    </Card>
  )
}

function Lines({ bill: { lines } }: Of) {
  return (
    <Card title="费用明细">
      {lines.map(({ origin, refId, plate, label, amount }) => (
        <Cell
          key={`${origin} ${refId}`}
          label={<span className="num">{displayPlate(plate)}</span>}
          note={[origin !== costOrigin.ticket && costOrigins.text(origin), label].filter(Boolean).join(' · ')}
          extra={<Money fen={amount} />}
        />
      ))}
    </Card>
  )
}

function Acts({ bill }: Of) {
  const may = useMayWhole('finance.reconcile')
  const { state, amount, left, source, run } = bill
  if (run !== null)
    return (
      <ActionBar>
        <MainButton onClick={() => go(payableScreens.run, { runId: run.runId })}>查看付款批次</MainButton>
      </ActionBar>
    )
  if (!may || source === payableSource.owner || !startsAt(billSteps, 'pay', state)) return null
  return (
    <ActionBar>
      {left === amount && (
        <Button size="l" variant="text" onClick={() => void open(sheets, 'CancelSheet', { bill })}>
          作废
        </Button>
      )}
      <Button size="l" onClick={() => void open(sheets, 'EditSheet', { bill })}>
        修改
      </Button>
      <MainButton onClick={() => void open(sheets, 'PaySheet', { bill })}>登记付款</MainButton>
    </ActionBar>
  )
}
