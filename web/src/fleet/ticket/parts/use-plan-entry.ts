import type { FormCall, Typed } from '../../../form/form-call.ts'
import { type EntryOptions, useEntry } from '../../../form/use-entry.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { useHandedSent } from '../../../platform/referral/parts/handed.tsx'
import type { Effect } from './ticket-words.ts'
import { isHarmful, savedWords, useConsent } from './use-consent.ts'

type Wire = number | string | null
type Planned = Readonly<Record<'planStart' | 'planEnd', Wire>>

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
