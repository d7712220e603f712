import { type FormEvent, useRef, useState } from 'react'
import type { CallFailure } from '../kernel/call/failure.ts'
import { partsOf, type WireCall } from '../kernel/call/wire.ts'
import { useDraft } from '../kernel/draft.ts'
import { type FormCall, type Problems, problemsOf, sendable, type Typed } from './form-call.ts'
import { type Filled, useFields } from './use-fields.ts'
import { type Found, filled } from './use-problems.ts'

interface EntryOptions<I, O> {
  /** What is filled in while nothing is typed in its place, also when it becomes another; nothing of the other fields. */
  readonly start?: Partial<Typed<I>>
  /** Fields of a page that survive a reload, in this tab alone and never a secret; `id`: what they are typed about. */
  readonly draft?: { readonly id: string; readonly fields: readonly (keyof I)[] }
  /** What is sent of it, where that is not the value itself. Runs while drawing. */
  readonly toInput?: (value: Typed<I>) => Typed<I>
  /** What is wrong with several fields together, by path; asked of what is sent, and what is filled in. */
  readonly also?: (input: Typed<I>, value: Typed<I>) => Found
  /** What is said of a refusal at a field, where the server names none: `{ code: isWrong(failure) && failure.message }`. */
  readonly faults?: (failure: CallFailure) => Found
  /** Failures that the form answers itself, without a toast; besides those that a field says. */
  readonly handles?: (failure: CallFailure) => boolean
  readonly onFailure?: (failure: CallFailure) => void
  readonly onSent?: (output: O) => void
}

export interface Entry<I, O> extends Filled<Typed<I>> {
  /** Sends what was filled in, once; what is wrong with it is shown instead. @returns null when it did not succeed */
  readonly send: () => Promise<O | null>
  /** The same, for `<form onSubmit>`. */
  readonly submit: (event: FormEvent) => void
  readonly pending: boolean
}

/**
 * The form of one call that acts: signing in, cancelling, collecting. It starts empty, and what was typed goes with it
 * but for its `draft`; a record that is changed is `useForm`. Labels, bounds and messages are the contract's.
 */
export function useEntry<I extends object, O>(
  { call, fields: rules }: FormCall<I, O>,
  { start, draft, toInput = (value) => value, also, onSent, ...options }: EntryOptions<NoInfer<I>, NoInfer<O>> = {},
): Entry<I, O> {
  const kept = useDraft<Partial<Typed<I>>>(`${partsOf(call).path}:${draft?.id ?? ''}`, {}, { secret: true })
  const [typed, setTyped] = useState(kept.value)
  // Several changes of one handler add up.
  const latest = useRef(typed)
  const blank = Object.fromEntries(Object.keys(rules).map((name) => [name, null]))
  const filledIn = (given: Partial<Typed<I>>) => ({ ...blank, ...start, ...given }) as Typed<I>
  function wrong(given: Typed<I>): Problems {
    const input = toInput(given)
    return { ...filled(also?.(input, given) ?? {}), ...problemsOf(rules, sendable(rules, input)) }
  }
  const { write, ...form } = useFields<Typed<I>, object, O>({
    ...options,
    call: call as WireCall<object, O>,
    rules,
    value: filledIn(typed),
    put(more) {
      latest.current = { ...latest.current, ...more }
      setTyped(latest.current)
      if (draft) kept.set(Object.fromEntries(draft.fields.map((name) => [name, latest.current[name]])) as typeof typed)
      return filledIn(latest.current)
    },
    wrong,
  })
  async function send() {
    const value = filledIn(latest.current)
    if (!form.show(wrong(value))) return null
    const output = await write.run(sendable(rules, toInput(value)))
    if (output === null) return null
    if (draft) kept.clear()
    onSent?.(output)
    return output
  }
  return {
    ...form,
    send,
    submit(event) {
      event.preventDefault()
      void send()
    },
    pending: write.pending,
  }
}
