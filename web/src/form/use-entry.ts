import { type FormEvent, useRef, useState } from 'react'
import { feedback } from '../kernel/call/calls.ts'
import type { CallFailure } from '../kernel/call/failure.ts'
import type { WireCall } from '../kernel/call/wire.ts'
import { useDraft } from '../kernel/draft.ts'
import { useOnceSent } from '../kernel/media/once-sent.ts'
import { draftNameOf, type FormCall, type Problems, problemsOf, sendable, type Typed } from './form-call.ts'
import type { Slot } from './uploads-field.tsx'
import { type Filled, useFields } from './use-fields.ts'
import { type Found, nonEmptyProblems } from './use-problems.ts'

export interface EntryOptions<I, O> {
  /** Initial values while the user has typed none, also when they change later; other fields start empty. */
  readonly start?: Partial<Typed<I>>
  /**
   * Fields of a page that survive a reload, only in this tab and never a secret; all of them unless they are named. `id`:
   * the record that they belong to.
   */
  readonly draft?: { readonly id: string; readonly fields?: readonly (keyof I)[] } | undefined
  /** Converts the values to the input that is sent. Runs during render. */
  readonly toInput?: (value: Typed<I>) => Typed<I>
  /**
   * Files of the fields that are shown. Their ids become the value of the field unless `toInput` sets it. An action
   * pressed during an upload is sent once the upload has finished; after sending, the form removes the files.
   */
  readonly files?: (value: Typed<I>) => { readonly [K in keyof I]?: Slot | undefined }
  /** Errors that concern several fields together, by path; called with the input that is sent, and the typed values. */
  readonly also?: (input: Typed<I>, value: Typed<I>) => Found
  /** Message of a refusal at a field, when the server names no field: `{ code: isWrong(failure) && failure.message }`. */
  readonly faults?: (failure: CallFailure) => Found
  /** Failures that the form handles itself, without a toast; in addition to those shown at a field. */
  readonly handles?: (failure: CallFailure) => boolean
  readonly onFailure?: (failure: CallFailure) => void
  /** Shown after sending, before `onSent`. */
  readonly toast?: string | ((output: O) => string)
  readonly onSent?: (output: O) => void
}

export interface Entry<I, O> extends Filled<Typed<I>> {
  /** Sends the values once; if there are errors, it shows them instead. @returns null when it did not succeed */
  readonly send: () => Promise<O | null>
  /** The same, for `<form onSubmit>`. */
  readonly submit: (event: FormEvent) => void
  readonly pending: boolean
  /** The input as it would be sent; undefined after showing the errors, if there are any. */
  readonly complete: () => object | undefined
}

/** The input without the ids of files, which are set while the action waits for uploads. */
const aboutOf = (input: object): string =>
  JSON.stringify(input, (name, part) => (/(photo|voucher|file|media)Ids?$/.test(name) ? undefined : part))

/**
 * The form of one call that performs an action: signing in, cancelling, collecting. It starts empty, and the typed
 * values end with it except for its `draft`; `useForm` is for a record that is changed. Labels, limits and messages
 * come from the contract.
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
  const kept = useDraft<Partial<Typed<I>>>(draftNameOf({ call }, draft?.id ?? ''), {}, { secret: true })
  const [typed, setTyped] = useState(kept.value)
  // Several changes within one handler accumulate.
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
    // A file that is being uploaded does not count as missing.
    const arriving = slots.filter(({ sending }) => sending).map(({ name }) => name)
    const found = { ...nonEmptyProblems(also?.(input, given) ?? {}), ...problemsOf(rules, sendable(rules, input)) }
    return {
      ...Object.fromEntries(Object.entries(found).filter(([path]) => !arriving.includes(path.split('.')[0]!))),
      ...nonEmptyProblems(Object.fromEntries(slots.map(({ name, failed }) => [name, failed]))),
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
      const names = draft?.fields ?? (Object.keys(latest.current) as (keyof I)[])
      if (draft) kept.set(Object.fromEntries(names.map((name) => [name, latest.current[name]])) as typeof typed)
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
    complete() {
      const value = filledIn(latest.current)
      return form.show(wrong(value)) ? sendable(rules, inputOf(value)) : undefined
    },
  }
}
