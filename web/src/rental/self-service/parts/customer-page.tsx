import type { HandoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { type ComponentType, useCallback } from 'react'
import { calls, keyOf, makeStale, useRead } from '../../../kernel/call/calls.ts'
import { refusedAs } from '../../../kernel/call/refused.ts'
import { Gate } from '../../../platform/customer-link/parts/gate.tsx'
import { useBehind } from '../../../platform/customer-link/parts/use-behind.tsx'
import { usePass } from '../../../platform/customer-link/parts/use-pass.ts'
import { SelfDoor } from './door.tsx'
import type { SelfTask } from './task.ts'

/** ms between two looks at how far it is. */
const LOOK = 5000

/** What is behind the door. */
export interface VisitProps {
  readonly t: string
  readonly task: SelfTask
  readonly reload: () => void
}

interface CustomerPageProps {
  /** What the link holds. */
  readonly t: string
  readonly type: HandoverType
  /** What is behind the door. */
  readonly load: () => Promise<{ readonly default: ComponentType<VisitProps> }>
}

/** What a customer's link opens to take or return a car without staff: first the door, then, with the pass, the way through it. */
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
