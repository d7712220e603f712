import { type RefObject, useRef, useState } from 'react'
import { useDraft } from '../../kernel/draft.ts'
import type { CallFailure } from '../../kernel/failure.ts'
import { refusedAs } from '../../kernel/refused.ts'
import { showFirstError } from '../../ui/field.tsx'
import { type Changes, changed, conflicts, decided, laidOver, noChanges } from './overlay.ts'

export type Problems = Readonly<Record<string, string>>

interface FormOptions<T> {
  /** Under which what is typed is kept on this phone, e.g. `store:12`. */
  readonly name: string
  /** The record as the server has it now; of a new one its beginnings. */
  readonly stored: T
  /** What is wrong with it, by field. */
  readonly check: (value: T) => Problems
  /** Fetches the record again, since somebody else saved it. */
  readonly refetch: () => void
  /** It holds whole numbers of papers: what is typed goes with the tab. */
  readonly secret?: boolean
}

export interface Form<T> {
  readonly value: T
  readonly set: (more: Partial<T>) => void
  readonly dirty: boolean
  /** Names of the changed fields. */
  readonly changed: readonly (keyof T)[]
  readonly problems: Problems
  /** Whether it may be sent; otherwise what is wrong is shown and brought into view. */
  readonly ready: () => boolean
  /** Shows what the server found wrong, by field. */
  readonly fail: (problems: Problems) => void
  /** Sent and stored. */
  readonly done: () => void
  /** Fields that somebody else changed too, undecided. */
  readonly conflicts: readonly (keyof T)[]
  readonly decide: (name: keyof T, take: 'mine' | 'theirs') => void
  /** Somebody else was faster. */
  readonly overtaken: boolean
  /** For `useWrite`: refusals that are shown beside their field, or as a conflict. */
  readonly manner: {
    readonly handles: (failure: CallFailure) => boolean
    readonly onFailure: (failure: CallFailure) => void
  }
  readonly frame: RefObject<HTMLDivElement | null>
}

const stale = refusedAs('stale')

/**
 * A form over a stored record: what is typed lies over what is stored and survives a reload; what somebody else saves
 * meanwhile shows through, and where both changed the same field the person decides.
 */
export function useForm<T extends object>({ name, stored, check, refetch, secret }: FormOptions<T>): Form<T> {
  const { value: changes, set: keep, clear } = useDraft<Changes<T>>(name, noChanges, { secret: secret === true })
  const [problems, setProblems] = useState<Problems>({})
  const [overtaken, setOvertaken] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const value = laidOver(stored, changes)

  function show(found: Problems) {
    setProblems(found)
    requestAnimationFrame(() => frame.current && showFirstError(frame.current))
  }
  return {
    value,
    set(more) {
      const next = changed(stored, changes, more)
      keep(next)
      // A message goes as soon as its cause does; new ones wait for the saving.
      const wrong = check(laidOver(stored, next))
      setProblems((shown) =>
        Object.fromEntries(Object.entries(shown).filter(([field]) => field in wrong && !(field in more))),
      )
    },
    dirty: Object.keys(changes.now).length > 0,
    changed: Object.keys(changes.now) as (keyof T)[],
    problems,
    ready() {
      const found = check(value)
      if (Object.keys(found).length > 0) show(found)
      return Object.keys(found).length === 0
    },
    fail: show,
    done() {
      clear()
      setProblems({})
      setOvertaken(false)
    },
    conflicts: conflicts(stored, changes),
    decide: (field, take) => keep(decided(stored, changes, field, take)),
    overtaken,
    manner: {
      handles: (failure) => stale(failure) || failure.field !== null,
      onFailure(failure) {
        if (stale(failure)) {
          setOvertaken(true)
          refetch()
        } else if (failure.field !== null) show({ [failure.field.split('.')[0]!]: failure.message })
      },
    },
    frame,
  }
}
