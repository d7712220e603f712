import { type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { type ComponentType, useCallback } from 'react'
import { calls, keyOf, makeStale, type OutputOf, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { isRefusedFor } from '../../../kernel/call/refused.ts'
import { AsWritten } from '../../../platform/customer-link/parts/as-written.tsx'
import { Door } from '../../../platform/customer-link/parts/door.tsx'
import { Gate } from '../../../platform/customer-link/parts/gate.tsx'
import { useBehind } from '../../../platform/customer-link/parts/use-behind.tsx'
import { usePass } from '../../../platform/customer-link/parts/use-pass.ts'
import { Notice } from '../../../ui/layout.tsx'
import { sayMoment } from '../../../words/dates.ts'
import { say } from '../../../words/words.ts'
import type { SelfTask } from './task.ts'

/** Polling interval for the progress, ms. */
const LOOK = 5000

/** Data of the page behind the phone verification. */
export interface VisitProps {
  readonly t: string
  readonly task: SelfTask
  readonly reload: () => void
}

interface CustomerPageProps {
  /** Token of the customer's link. */
  readonly t: string
  readonly type: HandoverType
  /** Loads the page behind the phone verification. */
  readonly load: () => Promise<{ readonly default: ComponentType<VisitProps> }>
}

/** The page of a self-service link: first the phone verification, then, with its pass, the handover. */
export function CustomerPage({ t, type, load }: CustomerPageProps) {
  const pass = usePass(t)
  const door = useRead(calls.selfService.door, { t, type }, { enabled: t !== '', freshFor: 60_000 })
  const task = useRead(
    calls.selfService.task,
    { t, type },
    { enabled: t !== '' && pass.held !== null, freshFor: 0, every: LOOK },
  )
  const behind = useBehind(load, door.data !== undefined)
  const reload = useCallback(() => void makeStale([keyOf(calls.selfService.task, { t, type }) as string[]]), [t, type])
  return (
    <Gate
      t={t}
      pass={pass}
      door={door}
      inside={task}
      expired={say('订单已变更、已由门店办理或链接已过期，请联系门店重新发送。')}
      waits={isRefusedFor('selfTooEarly')}
      Door={(facts, why) => (
        <SelfDoor
          t={t}
          type={type}
          facts={facts}
          why={why}
          onPass={(next) => {
            pass.take(next)
            reload()
          }}
        />
      )}
    >
      {(answer) => behind({ t, task: answer, reload })}
    </Gate>
  )
}

interface SelfDoorProps {
  readonly t: string
  readonly type: HandoverType
  readonly facts: OutputOf<typeof calls.selfService.door>
  readonly why: string | undefined
  readonly onPass: (pass: string) => void
}

/** What a link shows before the customer's phone is verified: place and time. */
function SelfDoor({ t, type, facts, why, onPass }: SelfDoorProps) {
  const otp = useWrite(calls.selfService.otp)
  const enter = useWrite(calls.selfService.enter)
  const isPickup = type === handoverType.pickup
  return (
    <Door
      why={why}
      rows={[
        { label: say('车型'), value: <AsWritten>{facts.modelName}</AsWritten> },
        { label: isPickup ? say('取车时间') : say('还车时间'), value: sayMoment(facts.at) },
      ]}
      shop={facts}
      phoneTail={facts.phoneTail}
      go={isPickup ? say('开始自助取车') : say('开始自助还车')}
      code={{ pending: otp.pending, send: () => otp.run({ t, type }) }}
      enter={{ pending: enter.pending, send: (smsCode) => enter.run({ t, type, smsCode }) }}
      onPass={onPass}
    >
      {facts.opensAt !== null && (
        <Notice tone="primary">{say('未到自助取车时间，{at} 起可以办理', { at: sayMoment(facts.opensAt) })}</Notice>
      )}
    </Door>
  )
}
