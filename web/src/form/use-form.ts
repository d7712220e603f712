import { type RefObject, useState } from 'react'
import { useWrite } from '../kernel/calls.ts'
import { useDraft } from '../kernel/draft.ts'
import type { CallFailure } from '../kernel/failure.ts'
import type { WireCall } from '../kernel/wire.ts'
import { type Changes, changed, conflicts, decided, laidOver, noChanges, same } from './changes.ts'
import { type Fields, type FormCall, type Problems, problemsOf, sendable, type Typed } from './form-call.ts'
import type { FormField } from './form-field.ts'
import { isStale } from './stale.ts'
import { type Found, faultsOf, filled, useProblems } from './use-problems.ts'

/** What becomes of a form, whichever way its input is made. */
interface Saving<O> {
  /** Which record: with the path of the call the key under which a draft is kept on this phone. */
  readonly id: string
  /** Fetches the record again, since somebody else saved it. */
  readonly refetch: () => void
  readonly onSaved: (saved: O) => void
  /** It holds whole numbers of papers: what is typed goes with the tab. */
  readonly secret?: boolean
}

interface FormOptions<I, O> extends Saving<O> {
  /** The record as the server has it now; of a new one its beginnings. Names the call does not take are left out. */
  readonly stored: Typed<I>
  /** What is sent of it, where that is not the value itself. Runs while drawing: it may use what stands above the hook. */
  readonly toInput?: (value: Typed<I>) => Typed<I>
  /** What is wrong with several fields together, by path; asked of what is sent. */
  readonly also?: (input: Typed<I>) => Found
}

/** A record that is being changed: every name of it a field. */
export interface RecordForm<T> {
  readonly value: T
  readonly set: (more: Partial<T>) => void
  /** Every field with its label, value and messages, for the components of this folder: `of={fields.brand}`. */
  readonly fields: { readonly [K in keyof T]: FormField<T[K]> }
  readonly problems: Problems
  /** How many fields were changed. */
  readonly dirty: number
  /** How many fields somebody else changed too, undecided. */
  readonly conflicts: number
  /** Somebody else was faster. */
  readonly overtaken: boolean
  /** Sends what was filled in, once; what is wrong with it is shown instead. */
  readonly save: () => Promise<void>
  readonly saving: boolean
  readonly frame: RefObject<HTMLDivElement | null>
}

export type Form<I> = RecordForm<Typed<I>>

/**
 * The form of one call over a stored record. What is typed lies over what is stored and survives a reload; what somebody
 * else saves meanwhile shows through, and where both changed the same field the person decides. Labels, bounds and
 * messages are the contract's.
 */
export function useForm<I extends object, O>(
  { call, fields }: FormCall<I, O>,
  { stored, toInput = (value) => value, also, ...saving }: FormOptions<NoInfer<I>, NoInfer<O>>,
): Form<I> {
  return useRecord<Typed<I>, object, O>({
    ...saving,
    call: call as WireCall<object, O>,
    rules: fields,
    stored,
    wrong(value) {
      const input = toInput(value)
      return { ...filled(also?.(input) ?? {}), ...problemsOf(fields, sendable(fields, input)) }
    },
    inputOf: (value) => sendable(fields, toInput(value)),
  })
}

interface RecordOptions<T, I, O> extends Saving<O> {
  readonly call: WireCall<I, O>
  readonly rules: Fields
  readonly stored: T
  readonly wrong: (value: T) => Problems
  /** What is sent; `names` are the changed fields. */
  readonly inputOf: (value: T, names: readonly (keyof T)[]) => I
}

/** The same for a record whose names are no fields of its call, such as the settings of a merchant. */
export function useRecord<T extends object, I, O>(options: RecordOptions<T, I, O>): RecordForm<T> {
  const { call, id, rules, stored, wrong, inputOf, refetch, onSaved, secret = false } = options
  const { value: changes, set: keep, clear } = useDraft<Changes<T>>(`${call.path}:${id}`, noChanges, { secret })
  const { problems, show, settle, frame } = useProblems()
  const [overtaken, setOvertaken] = useState(false)
  const value = laidOver(stored, changes)
  const names = Object.keys(changes.now) as (keyof T)[]
  // A conflict that would not be sent, such as the tank of a car that has become electric, is none.
  const open = conflicts(stored, changes).filter(
    (name) => !same(inputOf(value, names), inputOf({ ...value, [name]: stored[name] }, names)),
  )
  const faults = (failure: CallFailure): Problems =>
    Object.fromEntries(Object.entries(faultsOf(failure)).filter(([path]) => path.split('.')[0]! in rules))
  const isFault = (failure: CallFailure) => Object.keys(faults(failure)).length > 0
  const write = useWrite(call, {
    handles: (failure) => isStale(failure) || isFault(failure),
    onFailure(failure) {
      if (isFault(failure)) show(faults(failure))
      if (!isStale(failure)) return
      setOvertaken(true)
      refetch()
    },
  })
  // Several changes of one handler add up.
  let latest = changes
  function put(next: Changes<T>) {
    latest = next
    keep(next)
  }
  function set(more: Partial<T>) {
    const known = Object.entries(more).filter(([name]) => name in rules)
    put(changed(stored, latest, Object.fromEntries(known) as Partial<T>))
    settle(wrong(laidOver(stored, latest)))
  }
  const fieldOf = (name: keyof T & string): FormField<T[keyof T]> => ({
    name,
    rules: rules[name]!,
    value: value[name],
    set: (one) => set({ [name]: one } as unknown as Partial<T>),
    problems,
    theirs: open.includes(name) ? { value: stored[name] } : undefined,
    decide: (take) => put(decided(stored, latest, name, take)),
  })
  return {
    value,
    set,
    fields: Object.fromEntries(
      Object.keys(rules).map((name) => [name, fieldOf(name as keyof T & string)]),
    ) as unknown as RecordForm<T>['fields'],
    problems,
    dirty: names.length,
    conflicts: open.length,
    overtaken,
    async save() {
      if (!show(wrong(value))) return
      const saved = await write.run(inputOf(value, names))
      if (saved === null) return
      clear()
      setOvertaken(false)
      onSaved(saved)
    },
    saving: write.pending,
    frame,
  }
}
