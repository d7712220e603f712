import { type HandoverType, handoverTypes } from '@cheyi/domain/rental/pickup-return/codes'
import { calls, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { momentText } from '../../../kernel/now.ts'
import { Door } from '../../../platform/customer-link/parts/door.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'

interface SelfDoorProps {
  readonly t: string
  readonly type: HandoverType
  readonly facts: OutputOf<typeof calls.selfService.door>
  readonly why: string | undefined
  readonly onPass: (pass: string) => void
}

/** What a link shows before the customer's phone is verified: place and time. */
export function SelfDoor({ t, type, facts, why, onPass }: SelfDoorProps) {
  const otp = useWrite(calls.selfService.otp)
  const enter = useWrite(calls.selfService.enter)
  const word = handoverTypes.text(type)
  return (
    <Door
      why={why}
      rows={[
        { label: '门店', value: facts.storeName },
        { label: '车型', value: facts.modelName },
        { label: `${word}时间`, value: momentText(facts.at) },
      ]}
      storePhone={facts.storePhone}
      phoneTail={facts.phoneTail}
      go={`开始自助${word}`}
      code={{ pending: otp.pending, send: () => otp.run({ t, type }) }}
      enter={{ pending: enter.pending, send: (smsCode) => enter.run({ t, type, smsCode }) }}
      onPass={onPass}
    >
      {facts.opensAt !== null && (
        <Notice tone="primary">未到自助取车时间，{momentText(facts.opensAt)} 起可以办理</Notice>
      )}
    </Door>
  )
}
