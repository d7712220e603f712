import { useState } from 'react'
import type { CallFailure } from '../../../kernel/call/failure.ts'
import { refusedAs } from '../../../kernel/call/refused.ts'
import { useMay } from '../../../kernel/user.ts'
import type { Effect } from './ticket-words.ts'

export const isHarmful = refusedAs('ticketHarmsOrders')

/** A plan as the server was asked about it. */
type Planned = Readonly<Record<'planStart' | 'planEnd', number | string | null>>
const keyOf = ({ planStart, planEnd }: Planned, car = ''): string => `${car}/${planStart}/${planEnd}`

/**
 * Orders that stand against a plan are shown before it is confirmed, and those that would be left without a car lose theirs when
 * somebody who may force it says so. Another plan is asked about anew.
 */
export function useConsent() {
  const mayForce = useMay('ticket.force')
  const [asked, setAsked] = useState<{ readonly key: string; readonly effect: Effect }>()
  /** What is known about a plan. */
  function about(plan: Planned, car?: string | null) {
    const against = asked?.key === keyOf(plan, car ?? '') ? asked.effect : undefined
    const short = against !== undefined && against.harmed.length > 0
    return {
      against,
      /** A reason is asked for. */
      forces: short && mayForce,
      /** Why it cannot be done. */
      closed: short && !mayForce ? '有订单将无车可用，请调整时间，或请有强制占用权限的员工处理' : undefined,
      input: { confirm: against !== undefined, force: short && mayForce },
    }
  }
  /** Keeps what a refusal names. */
  function note(failure: CallFailure, plan: Planned, car?: string | null): void {
    if (isHarmful(failure))
      setAsked({ key: keyOf(plan, car ?? ''), effect: { moved: [], ...(failure.data as Omit<Effect, 'moved'>) } })
  }
  return { about, note }
}

/** Said once it was saved. */
export const savedWords = (words: string, { moved, pinned, harmed }: Effect): string =>
  [
    words,
    moved.length + pinned.length > 0 && `${moved.length + pinned.length}个订单改派其他车`,
    harmed.length > 0 && `${harmed.length}个订单待排车`,
  ]
    .filter(Boolean)
    .join('，')
