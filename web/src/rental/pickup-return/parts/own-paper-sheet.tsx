import './flow.css'
import { agreementType, agreementTypes } from '@cheyi/domain/rental/agreement/codes'
import { useState } from 'react'
import { ask, calls, useWrite } from '../../../kernel/call/calls.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { refresh } from '../../../page/page.tsx'
import { Note, Stack } from '../../../ui/layout.tsx'
import { PaperCard } from './paper-card.tsx'

type Of = { readonly orderId: string }

/** Note, creating call, and the reads besides the order that show each document. */
const papers = {
  [agreementType.swap]: {
    note: '写明两车的里程、油电与换车原因，附双方验车照片；不影响继续用车，请尽快请客户签署',
    call: calls.agreement.generateSwap,
    shown: () => [],
  },
  [agreementType.renewal]: {
    note: '写明原还车时间、变更后的还车时间与续租费用；不影响继续用车，请尽快请客户签署',
    call: calls.agreement.generateRenewal,
    shown: (of: Of) => [ask(calls.renewal.list, of)],
  },
  [agreementType.end]: {
    note: '写明变更后的还车时间、违约金与还车时的结算；不影响还车，撤销提前退租后作废，请尽快请客户签署',
    call: calls.agreement.generateEnd,
    shown: (of: Of) => [ask(calls.instalment.list, of)],
  },
} as const

interface OwnPaperProps extends Asks<true> {
  readonly orderId: string
  readonly type: keyof typeof papers
  /** The document pending since the swap, the renewal or the agreed end. */
  readonly agreementId: string
}

/**
 * The document of a swap, a renewal or an agreed end, signed here, on the customer's phone or by hand; the sheet closes once it is
 * signed.
 */
export default function OwnPaperSheet({ orderId, type, agreementId: first, answer }: OwnPaperProps) {
  const { note, call, shown } = papers[type]
  const name = agreementTypes.text(type)
  const write = useWrite(call)
  // A newly created document has another id.
  const [agreementId, setId] = useState(first)
  // A customer who signs by a link is not signed in, so the order's cached data is not refreshed by that call.
  function through() {
    void refresh(ask(calls.order.detail, { orderId }), ...shown({ orderId }))
    answer(true)
  }
  return (
    <OpenedSheet title={name}>
      <Stack gap={12}>
        <Note>{note}</Note>
        <PaperCard
          of={{
            orderId,
            type,
            name,
            agreementId,
            unsent: 0,
            async make(photoIds) {
              const made = await write.run({ agreementId, photoIds: photoIds && [...photoIds] })
              if (made) setId(made.agreementId)
              return made
            },
            making: write.pending,
            signed: async () => through(),
          }}
          onBinding={through}
        />
      </Stack>
    </OpenedSheet>
  )
}
