import type { HandoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { type ComponentType, useCallback } from 'react'
import { calls, keyOf, makeStale, useRead } from '../../../kernel/call/calls.ts'
import { refusedAs } from '../../../kernel/call/refused.ts'
import { Gate } from '../../../platform/customer-link/parts/gate.tsx'
import { useBehind } from '../../../platform/customer-link/parts/use-behind.tsx'
import { usePass } from '../../../platform/customer-link/parts/use-pass.ts'
import { SelfDoor } from './door.tsx'
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
      expired="订单已变更、已由门店办理或链接已过期，请联系门店重新发送。"
      waits={refusedAs('selfTooEarly')}
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
