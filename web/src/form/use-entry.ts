import { type FormEvent, useRef, useState } from 'react'
import type { CallFailure } from '../kernel/call/failure.ts'
import { feedback } from '../kernel/call/feedback.ts'
import { partsOf, type WireCall } from '../kernel/call/wire.ts'
import { useDraft } from '../kernel/draft.ts'
import { useOnceSent } from '../kernel/media/once-sent.ts'
import { type FormCall, type Problems, problemsOf, sendable, type Typed } from './form-call.ts'
import type { Slot } from './uploads-field.tsx'
import { type Filled, useFields } from './use-fields.ts'
import { type Found, filled } from './use-problems.ts'

interface EntryOptions<I, O> {
  /** What is filled in while nothing is typed in its place, also when it becomes another; nothing of the other fields. */
  readonly start?: Partial<Typed<I>>
  /** Fields of a page that survive a reload, in this tab alone and never a secret; `id`: what they are typed about. */
  readonly draft?: { readonly id: string; readonly fields: readonly (keyof I)[] }
  /** What is sent of it, where that is not the value itself. Runs while drawing. */
  readonly toInput?: (value: Typed<I>) => Typed<I>
  /**
   * Files of its fields, as far as they are asked for. Their ids go into the field unless `toInput` gives it; what is pressed
   * while they are on their way is sent once they are there; the form forgets them when it was sent.
   */
  readonly files?: (value: Typed<I>) => { readonly [K in keyof I]?: Slot | undefined }
  /** What is wrong with several fields together, by path; asked of what is sent, and what is filled in. */
  readonly also?: (input: Typed<I>, value: Typed<I>) => Found
  /** What is said of a refusal at a field, where the server names none: `{ code: isWrong(failure) && failure.message }`. */
  readonly faults?: (failure: CallFailure) => Found
  /** Failures that the form answers itself, without a toast; besides those that a field says. */
  readonly handles?: (failure: CallFailure) => boolean
  readonly onFailure?: (failure: CallFailure) => void
  /** Said when it was sent, before `onSent`. */
  readonly toast?: string | ((output: O) => string)
  readonly onSent?: (output: O) => void
}

export interface Entry<I, O> extends Filled<Typed<I>> {
  /** Sends what was filled in, once; what is wrong with it is shown instead. @returns null when it did not succeed */
  readonly send: () => Promise<O | null>
  /** The same, for `<form onSubmit>`. */
  readonly submit: (event: FormEvent) => void
  readonly pending: boolean
}

/** What is sent, but for the ids of files, which come while it waits for them. */
const aboutOf = (input: object): string =>
  JSON.stringify(input, (name, part) => (/(photo|voucher|file|media)Ids?$/.test(name) ? undefined : part))

/**
 * The form of one call that acts: signing in, cancelling, collecting. It starts empty, and what was typed goes with it
 * but for its `draft`; a record that is changed is `useForm`. Labels, bounds and messages are the contract's.
 */
export function useEntry<I extends object, O>(
  { call, fields: rules }: FormCall<I, O>,
  {
    start,
    draft,
    toInput = (value) => value,
    files,
    also,
    toast,
    onSent,
    ...options
  }: EntryOptions<NoInfer<I>, NoInfer<O>> = {},
): Entry<I, O> {
  const kept = useDraft<Partial<Typed<I>>>(`${partsOf(call).path}:${draft?.id ?? ''}`, {}, { secret: true })
  const [typed, setTyped] = useState(kept.value)
  // Several changes of one handler add up.
  const latest = useRef(typed)
  const blank = Object.fromEntries(Object.keys(rules).map((name) => [name, null]))
  const filledIn = (given: Partial<Typed<I>>) => ({ ...blank, ...start, ...given }) as Typed<I>
  const slotsOf = (given: Typed<I>) =>
    Object.entries<Slot | undefined>(files?.(given) ?? {}).flatMap(([name, slot]) => (slot ? [{ ...slot, name }] : []))
  function inputOf(given: Typed<I>): Typed<I> {
    const input = toInput(given)
    const ids = slotsOf(given).map(({ name, ids }) => [name, input[name as keyof I] ?? ids()])
    return { ...input, ...Object.fromEntries(ids) }
  }
  function wrong(given: Typed<I>): Problems {
    const input = inputOf(given)
    const slots = slotsOf(given)
    // What is on its way is not missing.
    const arriving = slots.filter(({ sending }) => sending).map(({ name }) => name)
    const found = { ...filled(also?.(input, given) ?? {}), ...problemsOf(rules, sendable(rules, input)) }
    return {
      ...Object.fromEntries(Object.entries(found).filter(([path]) => !arriving.includes(path.split('.')[0]!))),
      ...filled(Object.fromEntries(slots.map(({ name, failed }) => [name, failed]))),
    }
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
  const now = filledIn(typed)
  const once = useOnceSent(
    slotsOf(now).some(({ sending }) => sending),
    aboutOf(sendable(rules, inputOf(now))),
    () => send(),
  )
  async function send() {
    const value = filledIn(latest.current)
    if (!form.show(wrong(value))) return null
    const late = slotsOf(value).find(({ sending }) => sending)
    if (late !== undefined) {
      once.wait(late.waiting)
      return null
    }
    const output = await write.run(sendable(rules, inputOf(value)))
    if (output === null) return null
    if (draft) kept.clear()
    for (const { forget } of slotsOf(value)) forget()
    if (toast !== undefined) feedback.toast(typeof toast === 'string' ? toast : toast(output))
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
    pending: write.pending || once.waits,
  }
}
