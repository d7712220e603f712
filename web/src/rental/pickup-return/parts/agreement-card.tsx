import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { agreementType, agreementTypes } from '@cheyi/domain/rental/agreement/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { useState } from 'react'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { useMay } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { Button, Card, CardMore, Note, Notice, Stack } from '../../../ui/layout.tsx'
import { SignaturePad } from '../../../ui/media/later.tsx'
import type { PaperToSign } from './agreement-electronic.tsx'
import type { Flow, StepProps } from './flow.ts'
import { PaperCard } from './paper-card.tsx'
import { useSignature } from './use-signature.ts'

const makes = {
  [handoverType.pickup]: calls.agreement.generatePickup,
  [handoverType.return]: calls.agreement.generateReturn,
}

/** The document of a handover: the contract of the order's kind at a pickup, the return document at a return. */
const paperOf = ({ type, order }: Flow['task']) =>
  type === handoverType.pickup ? profileOf(order.orderKind).lease : agreementType.return

/** The document of the handover: signed by hand and photographed page by page, or signed already. */
export function AgreementCard({ flow }: StepProps) {
  const { order, type } = flow.task
  const of = usePaper(flow)
  const mayMake = useMay('order.agreement')
  const showContent = () =>
    void open(() => import('./agreement-sheet.tsx'), { orderId: order.orderId, type, title: of.name })
  return (
    <PaperCard
      of={of}
      extra={mayMake && <CardMore onClick={showContent}>合同内容</CardMore>}
      onBinding={() => void flow.reload()}
      byHand={<SignatureCard flow={flow} />}
    />
  )
}

/** The document is made from the handover record, so the record is saved first. */
function usePaper(flow: Flow): PaperToSign {
  const { orderId } = flow.task.order
  const type = paperOf(flow.task)
  const write = useWrite(makes[flow.task.type])
  const { sign } = useSignature(flow)
  return {
    type,
    name: agreementTypes.text(type),
    orderId,
    unsent: flow.uploads.unsent,
    async make(photoIds) {
      const recordId = await flow.recordId()
      return recordId === null ? null : write.run({ orderId, recordId, photoIds: photoIds && [...photoIds] })
    },
    making: write.pending,
    async signed(hand) {
      await sign(hand)
      await flow.reload()
    },
  }
}

/** The customer signs for the readings and the damage; the picture is stored with the record. */
function SignatureCard({ flow }: StepProps) {
  const { tile, url: shown, retry, sign } = useSignature(flow)
  const [strokes, setStrokes] = useState<Blob | null>(null)
  const [checked, setChecked] = useState(false)
  const [again, setAgain] = useState(false)

  if (shown !== undefined && !again) {
    return (
      <Card
        pad
        title="客户签字确认"
        extra={
          <Button size="s" icon="refresh" onClick={() => setAgain(true)}>
            重签
          </Button>
        }
      >
        <div className="handover-signature">
          <img src={shown} alt="客户签名" />
        </div>
        {tile?.status === 'failed' && (
          <Notice tone="danger" action={{ label: '重试', onClick: () => retry(tile.id) }}>
            {tile.message}
          </Notice>
        )}
        {tile?.status === 'uploading' && <Note>签名上传中</Note>}
      </Card>
    )
  }
  async function accept() {
    if (strokes === null) return
    await sign(strokes)
    setStrokes(null)
    setAgain(false)
  }
  return (
    <Card pad title="客户签字确认" extra="选填">
      <Stack gap={12}>
        <SignaturePad label="客户签字" onChange={setStrokes} />
        {strokes !== null && (
          <>
            <Checkbox checked={checked} onChange={(event) => setChecked(event.target.checked)}>
              客户已当面核对里程、油电与车损
            </Checkbox>
            <Button variant="tint" reason={checked ? undefined : '请客户先核对里程、油电与车损'} onClick={accept}>
              确认签字
            </Button>
          </>
        )}
      </Stack>
    </Card>
  )
}
