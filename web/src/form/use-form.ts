import { useRef, useState } from 'react'
import { isStale } from '../kernel/call/refused.ts'
import type { AnyCall, WireCall } from '../kernel/call/wire.ts'
import { useDraft } from '../kernel/draft.ts'
import {
  addChanges,
  applyChanges,
  type Changes,
  changesAfter,
  conflicts,
  noChanges,
  resolveConflict,
  same,
} from './changes.ts'
import {
  draftNameOf,
  type Fields,
  type FormCall,
  type Problems,
  problemsOf,
  sendable,
  type Typed,
} from './form-call.ts'
import { type Filled, useFields } from './use-fields.ts'
import { type Found, nonEmptyProblems } from './use-problems.ts'

/** Options of a form that do not depend on how its input is made. */
interface Saving<O> {
  /**
   * Id of the record, which begins with `new` while there is none: with the path of the call, it is the key of the draft on
   * this phone.
   */
  readonly id: string
  /** Fetches the record again after another user has saved it. */
  readonly refetch: () => void
  readonly onSaved: (saved: O) => void
  /** The values contain full document numbers: the draft is stored for this tab only. */
  readonly secret?: boolean
}

interface FormOptions<I, O> extends Saving<O> {
  /**
   * The record as the server has it now; for a new record its initial values. Names that are not part of the call's
   * input are omitted.
   */
  readonly stored: Typed<I>
  /** Converts the values to the input that is sent. Runs during render: it may use values defined before the hook. */
  readonly toInput?: (value: Typed<I>) => Typed<I>
  /** Errors that concern several fields together, by path; called with the input that is sent. */
  readonly also?: (input: Typed<I>) => Found
}

/** A record that is being changed. */
export interface RecordForm<T> extends Filled<T> {
  /** Number of changed fields. */
  readonly dirty: number
  /** Number of fields with an unresolved conflict. */
  readonly conflicts: number
  /** Another user saved first. */
  readonly overtaken: boolean
  /** Sends the values once; if there are errors, it shows them instead. */
  readonly save: () => Promise<void>
  readonly saving: boolean
}

export type Form<I> = RecordForm<Typed<I>>

/**
 * The form of one call for a stored record. Typed values are applied over the stored ones and survive a reload. Values
 * that others save meanwhile become visible, and where both changed the same field, the user decides. Labels, limits
 * and messages come from the contract.
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
      return { ...nonEmptyProblems(also?.(input) ?? {}), ...problemsOf(fields, sendable(fields, input)) }
    },
    inputOf: (value) => sendable(fields, toInput(value)),
  })
}

interface RecordOptions<T, I, O> extends Saving<O> {
  readonly call: WireCall<I, O>
  readonly rules: Fields
  readonly stored: T
  readonly wrong: (value: T) => Problems
  /** The input that is sent; `names` are the changed fields. */
  readonly inputOf: (value: T, names: readonly (keyof T)[]) => I
}

/** The same for a record whose names are not fields of its call, such as the settings of a merchant. */
export function useRecord<T extends object, I, O>(options: RecordOptions<T, I, O>): RecordForm<T> {
  const { call, id, rules, wrong, inputOf, refetch, onSaved, secret = false } = options
  const {
    value: changes,
    set: keep,
    clear,
  } = useDraft<Changes<T>>(draftNameOf({ call: call as AnyCall }, id), noChanges, { secret })
  // A form for a new record ends with its save: what is left would appear in the next one.
  const isNew = id.startsWith('new')
  const [overtaken, setOvertaken] = useState(false)
  // The saved changes, until the record has been fetched again: without them the page would show the old values.
  const [saved, setSaved] = useState<Changes<T>>()
  const stored = applyChanges(options.stored, saved ?? noChanges)
  const value = applyChanges(stored, changes)
  const names = Object.keys(changes.now) as (keyof T)[]
  // Not a conflict if the field would not be sent, such as the tank of a car that has become electric.
  const open = conflicts(stored, changes).filter(
    (name) => !same(inputOf(value, names), inputOf({ ...value, [name]: stored[name] }, names)),
  )
  // Several changes within one handler accumulate, and a save that ends knows what was typed meanwhile.
  const latest = useRef(changes)
  function put(next: Changes<T>) {
    latest.current = next
    keep(next)
  }
  const { write, ...form } = useFields<T, I, O>(
    {
      call,
      rules,
      value,
      put(more) {
        put(addChanges(stored, latest.current, more))
        return applyChanges(stored, latest.current)
      },
      wrong,
      handles: isStale,
      onFailure(failure) {
        if (!isStale(failure)) return
        setOvertaken(true)
        refetch()
      },
    },
    (name) => ({
      theirs: open.includes(name) ? { value: stored[name] } : undefined,
      decide: (take) => put(resolveConflict(stored, latest.current, name, take)),
    }),
  )
  return {
    ...form,
    dirty: names.length,
    conflicts: open.length,
    overtaken,
    async save() {
      if (!form.show(wrong(value))) return
      const output = await write.run(inputOf(value, names))
      if (output === null) return
      const left = isNew ? noChanges : changesAfter(latest.current, changes)
      latest.current = left
      if (Object.keys(left.now).length > 0) keep(left)
      else clear()
      setSaved(changes)
      setOvertaken(false)
      onSaved(output)
      await write.refreshed()
      setSaved(undefined)
    },
    // Until the refetch the version is the old one: another save would be refused as stale.
    saving: write.pending || saved !== undefined,
  }
}
