import { useState } from 'react'
import type { CallFailure } from '../../../kernel/call/failure.ts'
import { refusedAs } from '../../../kernel/call/refused.ts'
import { useMay } from '../../../kernel/user.ts'
import type { Effect } from './ticket-words.ts'

export const isHarmful = refusedAs('ticketHarmsOrders')

/** The part of a plan that the server checked. */
type Planned = Readonly<Record<'planStart' | 'planEnd', number | string | null>>
const keyOf = ({ planStart, planEnd }: Planned, car = ''): string => `${car}/${planStart}/${planEnd}`

/**
 * Consent to the effect of a plan. The server refuses a plan that affects orders; they are shown before it is confirmed. Orders
 * that would have no car lose it only with the permission `ticket.force`. A changed plan is checked again.
 */
export function useConsent() {
  const mayForce = useMay('ticket.force')
  const [asked, setAsked] = useState<{ readonly key: string; readonly effect: Effect }>()
  /** The consent that is known for a plan. */
  function about(plan: Planned, car?: string | null) {
    const against = asked?.key === keyOf(plan, car ?? '') ? asked.effect : undefined
    const short = against !== undefined && against.harmed.length > 0
    return {
      against,
      /** The form must ask for a reason. */
      forces: short && mayForce,
      /** The text that explains why the plan cannot be saved. */
      closed: short && !mayForce ? '有订单将无车可用，请调整时间，或请同事强制占用' : undefined,
      input: { confirm: against !== undefined, force: short && mayForce },
    }
  }
  /** Stores the effect that a refusal of the server returned. */
  function note(failure: CallFailure, plan: Planned, car?: string | null): void {
    if (isHarmful(failure))
      setAsked({ key: keyOf(plan, car ?? ''), effect: { moved: [], ...(failure.data as Omit<Effect, 'moved'>) } })
  }
  return { about, note }
}

/** The message after saving: how many orders were moved or have no car now. */
export const savedWords = (words: string, { moved, pinned, harmed }: Effect): string =>
  [
    words,
    moved.length + pinned.length > 0 && `${moved.length + pinned.length}个订单改派其他车`,
    harmed.length > 0 && `${harmed.length}个订单待排车`,
  ]
    .filter(Boolean)
    .join('，')
