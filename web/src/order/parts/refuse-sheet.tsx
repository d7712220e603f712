import './order-sheet.css'
import { orderStatus } from '@cheyi/domain/order/codes'
import { orderSteps } from '@cheyi/domain/order/steps'
import { can } from '@cheyi/domain/step'
import { useRef, useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useWrite } from '../../kernel/calls.ts'
import { feedback } from '../../kernel/feedback.ts'
import { Button } from '../../ui/button.tsx'
import { ChipRadios } from '../../ui/chips.tsx'
import { Field, showFirstError } from '../../ui/field.tsx'
import { TextArea } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { isStale } from './stale.ts'
import { StaleNotice } from './stale-notice.tsx'
import type { OrderSheetProps } from './use-act.tsx'
import { useDetail, useStaleness } from './use-detail.ts'

const usual = ['车辆不足', '超出服务范围', '价格有误', '客户要求'].map((label) => ({ value: label, label }))

/** Turns a waiting order down: gives the customer all money back, and says why. */
export default function RefuseSheet({ orderId, open, onClose }: OrderSheetProps) {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  const order = useDetail(orderId).data
  const staleness = useStaleness(orderId)
  const refuse = useWrite(calls.order.updateStatus, {
    handles: isStale,
    onFailure: (failure) => isStale(failure) && staleness.mark(),
  })
  const verdict = order && can(orderSteps, 'refuse', order.status)

  async function submit() {
    const text = reason.trim()
    setMissing(text === '')
    if (text === '') return requestAnimationFrame(() => form.current && showFirstError(form.current))
    const done = await refuse.run({ orderId, status: orderStatus.cancelled, reason: text, version: order?.version })
    if (!done) return
    feedback.toast('已拒单')
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="拒绝订单"
      footer={
        <Button
          variant="destroy"
          size="l"
          block
          loading={refuse.pending || order === undefined}
          reason={verdict?.ok === false ? verdict.why : undefined}
          onClick={submit}
        >
          拒绝订单
        </Button>
      }
    >
      <div ref={form} className="order-sheet">
        <StaleNotice staleness={staleness} />
        {order && order.fees.paid > 0 && <Notice tone="primary">拒绝后已付款项全额退还，不收违约金</Notice>}
        <ChipRadios look="wrap" label="常用原因" options={usual} value={reason} onChange={setReason} />
        <Field label="拒单原因" layout="stack" error={missing && !reason.trim() ? '请填写拒单原因' : undefined}>
          <TextArea
            value={reason}
            maxLength={200}
            placeholder="可补充说明"
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </div>
    </Sheet>
  )
}
