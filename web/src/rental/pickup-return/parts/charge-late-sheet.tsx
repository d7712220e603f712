import { formatLength } from '@cheyi/domain/length'
import { formatMoney } from '@cheyi/domain/money'
import { SubjectOf } from '../../../booking/order/parts/order-subject.tsx'
import { calls, feedback, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { isRefusedFor } from '../../../kernel/call/refused.ts'
import { momentText } from '../../../kernel/now.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Answer } from '../../../page/page.tsx'
import { Button, Note, Notice } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'

/** Charges the current fee of an overdue rental before its car is back. */
export default function ChargeLateSheet({ orderId, answer }: { readonly orderId: string } & Asks<boolean>) {
  const preview = useRead(calls.pickupReturn.latePreview, { orderId })
  const charge = useWrite(calls.pickupReturn.chargeLate, {
    onFailure: (failure) => {
      if (isRefusedFor('settlementChanged')(failure)) void preview.refetch()
    },
  })
  const fee = preview.data?.fee ?? 0

  async function send() {
    if (!(await charge.run({ orderId, expectAmount: fee }))) return
    feedback.toast(`已计收超时费 ${formatMoney(fee)}`)
    answer(true)
  }
  return (
    <OpenedSheet
      title="计收超时费"
      footer={
        <Button
          block
          variant="primary"
          loading={charge.pending}
          reason={preview.data === undefined ? '正在计算费用' : fee === 0 ? '目前没有超时费可计收' : undefined}
          onClick={() => void send()}
        >
          计收 {formatMoney(fee)}
        </Button>
      }
    >
      <SubjectOf orderId={orderId} />
      <Notice>费用记入待收，可收款或从押金扣除；应还时间顺延，之后仍未还车继续计费</Notice>
      <Answer of={preview}>
        {({ lateMinutes, formula, returnAt, charged }) => (
          <>
            <KeyValue
              rows={[
                { label: '已超时', value: formatLength(lateMinutes) },
                ...(charged > 0 ? [{ label: '此前已计收', value: formatMoney(charged) }] : []),
                { label: '本次超时费', value: formatMoney(fee) },
                { label: '应还时间顺延至', value: momentText(returnAt) },
              ]}
            />
            {formula && <Note top={8}>{formula}</Note>}
          </>
        )}
      </Answer>
    </OpenedSheet>
  )
}
