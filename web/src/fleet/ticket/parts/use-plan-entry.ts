import { useState } from 'react'
import type { FormCall, Typed } from '../../../form/form-call.ts'
import { type EntryOptions, useEntry } from '../../../form/use-entry.ts'
import { feedback } from '../../../kernel/call/calls.ts'
import type { CallFailure } from '../../../kernel/call/failure.ts'
import { isRefusedFor } from '../../../kernel/call/refused.ts'
import { useMay } from '../../../kernel/user.ts'
import { useHandedSent } from '../../../platform/referral/parts/handed.tsx'
import type { Effect } from './ticket-words.ts'

type Wire = number | string | null

interface PlanOptions<I, O> extends Pick<EntryOptions<I, O>, 'start' | 'toInput' | 'files'> {
  /** The times that the effect on orders depends on, and the key of what it depends on besides them. */
  readonly plan: (value: Typed<I>) => Planned
  readonly car?: (value: Typed<I>) => string | null
  readonly also?: (value: Typed<I>, forces: boolean) => ReturnType<NonNullable<EntryOptions<I, O>['also']>>
  readonly said: string
  readonly onSent: (output: O) => void
  /** The request of a colleague whose form this is. */
  readonly referralId?: string | undefined
}

/** A form that gives a car to a ticket for a time: orders that it affects are shown before it is confirmed. */
export function usePlanEntry<I extends object, O extends Effect>(
  call: FormCall<I, O>,
  {
    plan,
    car,
    also,
    said,
    onSent,
    referralId,
    toInput = (value) => value,
    ...options
  }: PlanOptions<NoInfer<I>, NoInfer<O>>,
) {
  const consent = useConsent()
  const sent = useHandedSent(referralId)
  const about = (value: Typed<I>) => consent.about(plan(value), car?.(value))
  const form = useEntry(call, {
    ...options,
    toInput: (value) => ({ ...toInput(value), ...about(value).input }),
    also: (_, value) => also?.(value, about(value).forces) ?? {},
    handles: isHarmful,
    onFailure(failure) {
      consent.note(failure, plan(form.value), car?.(form.value))
    },
    onSent(output) {
      sent()
      feedback.toast(savedWords(said, output))
      onSent(output)
    },
  })
  return { form, ...about(form.value) }
}

/** Of a form whose plan begins now: only its end is chosen. */
export const endOnly = ({ planEnd }: { readonly planEnd: Wire }): Planned => ({ planStart: null, planEnd })

export const missingForceReason = (value: { readonly forceReason: string | null }, forces: boolean) =>
  forces && !value.forceReason?.trim() && '请填写强制占用原因'

const isHarmful = isRefusedFor('ticketHarmsOrders')

/** The part of a plan that the server checked. */
type Planned = Readonly<Record<'planStart' | 'planEnd', number | string | null>>
const keyOf = ({ planStart, planEnd }: Planned, car = ''): string => `${car}/${planStart}/${planEnd}`

/**
 * Consent to the effect of a plan. The server refuses a plan that affects orders; they are shown before it is confirmed. Orders
 * that would have no car lose it only with the permission `ticket.force`. A changed plan is checked again.
 */
function useConsent() {
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
const savedWords = (words: string, { moved, pinned, harmed }: Effect): string =>
  [
    words,
    moved.length + pinned.length > 0 && `${moved.length + pinned.length}个订单改派其他车`,
    harmed.length > 0 && `${harmed.length}个订单待排车`,
  ]
    .filter(Boolean)
    .join('，')
