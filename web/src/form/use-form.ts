import { useState } from 'react'
import { partsOf, type WireCall } from '../kernel/call/wire.ts'
import { useDraft } from '../kernel/draft.ts'
import { type Changes, changed, conflicts, decided, laidOver, noChanges, same } from './changes.ts'
import { type Fields, type FormCall, type Problems, problemsOf, sendable, type Typed } from './form-call.ts'
import { isStale } from './stale.ts'
import { type Filled, useFields } from './use-fields.ts'
import { type Found, filled } from './use-problems.ts'

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

/** A record that is being changed. */
export interface RecordForm<T> extends Filled<T> {
  /** How many fields were changed. */
  readonly dirty: number
  /** How many fields somebody else changed too, undecided. */
  readonly conflicts: number
  /** Somebody else was faster. */
  readonly overtaken: boolean
  /** Sends what was filled in, once; what is wrong with it is shown instead. */
  readonly save: () => Promise<void>
  readonly saving: boolean
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
  const { call, id, rules, wrong, inputOf, refetch, onSaved, secret = false } = options
  const {
    value: changes,
    set: keep,
    clear,
  } = useDraft<Changes<T>>(`${partsOf(call).path}:${id}`, noChanges, { secret })
  const [overtaken, setOvertaken] = useState(false)
  // What was saved, until the record has been asked for again: without it the page would show what was there before.
  const [saved, setSaved] = useState<Changes<T>>()
  const stored = laidOver(options.stored, saved ?? noChanges)
  const value = laidOver(stored, changes)
  const names = Object.keys(changes.now) as (keyof T)[]
  // A conflict that would not be sent, such as the tank of a car that has become electric, is none.
  const open = conflicts(stored, changes).filter(
    (name) => !same(inputOf(value, names), inputOf({ ...value, [name]: stored[name] }, names)),
  )
  // Several changes of one handler add up.
  let latest = changes
  function put(next: Changes<T>) {
    latest = next
    keep(next)
  }
  const { write, ...form } = useFields<T, I, O>(
    {
      call,
      rules,
      value,
      put(more) {
        put(changed(stored, latest, more))
        return laidOver(stored, latest)
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
      decide: (take) => put(decided(stored, latest, name, take)),
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
      clear()
      setSaved(changes)
      setOvertaken(false)
      onSaved(output)
      await write.refreshed()
      setSaved(undefined)
    },
    // Its version is another's until then: a save would be taken for one that came too late.
    saving: write.pending || saved !== undefined,
  }
}
