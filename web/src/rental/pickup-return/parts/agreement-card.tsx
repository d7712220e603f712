import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { agreementType, agreementTypes } from '@cheyi/domain/rental/agreement/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { useMay } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { CardMore } from '../../../ui/layout.tsx'
import type { PaperToSign } from './agreement-electronic.tsx'
import type { Flow, StepProps } from './flow.ts'
import { PaperCard } from './paper-card.tsx'
import { SignatureCard } from './signature-card.tsx'
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
