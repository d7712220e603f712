import { agreementType } from '@cheyi/domain/agreement/codes'
import { handoverType } from '@cheyi/domain/pickup-return/codes'
import { calls, useWrite } from '../../kernel/call/calls.ts'
import { useMay } from '../../kernel/user.ts'
import { open } from '../../page/open.ts'
import { CardMore } from '../../ui/show/card.tsx'
import type { PaperToSign } from './agreement-electronic.tsx'
import type { Flow, StepProps } from './flow.ts'
import { PaperCard } from './paper-card.tsx'
import { SignatureCard } from './signature-card.tsx'
import { useSignature } from './use-signature.ts'

const papers = {
  [handoverType.pickup]: { type: agreementType.pickup, name: '取车合同', generate: calls.agreement.generatePickup },
  [handoverType.return]: { type: agreementType.return, name: '还车合同', generate: calls.agreement.generateReturn },
}

/** The paper of the handover: signed by hand and photographed page by page, or already there. */
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

/** Made of the record of the handover, which is saved first. */
function usePaper(flow: Flow): PaperToSign {
  const { orderId } = flow.task.order
  const { generate, ...paper } = papers[flow.task.type]
  const write = useWrite(generate)
  const { sign } = useSignature(flow)
  return {
    ...paper,
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
