import type { HandoverType } from '@cheyi/domain/pickup-return/codes'
import { type ComponentType, useCallback, useState } from 'react'
import { calls, keyOf, makeStale, useRead } from '../../kernel/call/calls.ts'
import { refusedAs } from '../../kernel/call/refused.ts'
import { currentPass, keepPass, openLink } from '../../kernel/pass.ts'
import { Answer } from '../../page/answer.tsx'
import { Page } from '../../page/page.tsx'
import { Empty } from '../../ui/frame/empty.tsx'
import { Door } from './door.tsx'
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
  readonly Visit: ComponentType<VisitProps>
}

/** What a customer's link opens to take or return a car without staff: first the door, then, with the pass, the way through it. */
export function CustomerPage({ t, type, Visit }: CustomerPageProps) {
  const [pass, setPass] = useState(() => {
    openLink(t === '' ? null : t)
    return currentPass()
  })
  const door = useRead(calls.selfService.door, { t, type }, { enabled: t !== '', freshFor: 60_000 })
  const task = useRead(
    calls.selfService.task,
    { t, type },
    { enabled: t !== '' && pass !== null, freshFor: 0, every: LOOK },
  )
  const reload = useCallback(() => void makeStale([keyOf(calls.selfService.task, { t, type }) as string[]]), [t, type])
  const expired = refusedAs('linkExpired')
  if (t === '' || (door.error && expired(door.error)) || (task.error && expired(task.error)))
    return (
      <Page onBack={null}>
        <Empty title="链接已失效" note="订单已变更、已由门店办理或链接已过期，请联系门店重新发送。" />
      </Page>
    )
  const elsewhere = task.error !== null && refusedAs('passElsewhere')(task.error)
  const ended = task.error !== null && refusedAs('passEnded')(task.error)
  const early = task.error !== null && refusedAs('selfTooEarly')(task.error)
  if (pass === null || elsewhere || ended || early)
    return (
      <Page onBack={null}>
        <Answer of={door} cards={2} shape="detail">
          {(facts) => (
            <Door
              t={t}
              type={type}
              facts={facts}
              why={elsewhere || ended ? task.error?.message : undefined}
              onPass={(next) => {
                keepPass(next)
                setPass(next)
                reload()
              }}
            />
          )}
        </Answer>
      </Page>
    )
  if (!task.data)
    return (
      <Page onBack={null}>
        <Answer of={task} cards={3} shape="detail">
          {() => null}
        </Answer>
      </Page>
    )
  return <Visit t={t} task={task.data} reload={reload} />
}
