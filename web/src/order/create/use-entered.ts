import type { Instant } from '@cheyi/domain/time'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useDraft } from '../../kernel/draft.ts'
import type { Part, Problems } from './check.ts'
import { type Entered, emptyForm, takenUp } from './form.ts'

/** Parts whose change makes a chosen car, and a refusal about cars or times, say nothing any more. */
const tripParts: readonly Part[] = ['storeId', 'returnStoreId', 'times', 'pickup', 'return', 'modelId', 'source']

export interface FormState {
  readonly entered: Entered
  /** What was entered last, for answers that come late. */
  readonly latest: RefObject<Entered>
  readonly enter: (change: Partial<Entered>) => void
  /** Throws away what was entered. */
  readonly clear: () => void
  /** It was sent: this phone forgets it, and the form stands until the next page is there. */
  readonly sent: () => void
  /** The form goes on with what was found on this phone. */
  readonly restored: boolean
  /** Whether the person has left a part, or tried to submit. */
  readonly isSeen: (part: Part) => boolean
  readonly leave: (...parts: readonly Part[]) => void
  readonly seeAll: () => void
  /** What the server refused of the last submit; a part's goes when the part changes. */
  readonly refused: Problems
  readonly refuse: (problems: Problems) => void
}

/**
 * What was entered, kept on this phone under `name` from the first sign on. `told`: what is wrong with what it begins
 * with.
 */
export function useEntered(name: string, initial: Entered, openedAt: Instant, told: Problems = {}): FormState {
  const kept = useDraft(name, initial)
  // A draft left by an older release may lack a field.
  const entered = useMemo(() => ({ ...emptyForm, ...kept.value }), [kept.value])
  const latest = useRef(entered)
  useLayoutEffect(() => {
    latest.current = entered
  })
  const [seen, setSeen] = useState<ReadonlySet<Part> | 'all'>(new Set())
  const [refused, setRefused] = useState<Problems>(kept.found ? {} : told)

  const takeUp = useEffectEvent(() => {
    if (kept.found) kept.set(takenUp(entered, openedAt))
  })
  useEffect(() => takeUp(), [])

  function enter(change: Partial<Entered>) {
    const moves = tripParts.some((part) => part in change)
    const next = { ...latest.current, ...(moves && { vehicle: null }), ...change }
    latest.current = next
    kept.set(next)
    const gone = new Set([...Object.keys(change), ...(moves ? [...tripParts, 'vehicle'] : [])])
    setRefused((old) => Object.fromEntries(Object.entries(old).filter(([part]) => !gone.has(part))))
  }

  return {
    entered,
    latest,
    enter,
    clear: kept.clear,
    sent: kept.forget,
    restored: kept.found && JSON.stringify(entered) !== JSON.stringify(initial),
    isSeen: (part) => seen === 'all' || seen.has(part),
    leave: (...parts) => setSeen((old) => (old === 'all' ? old : new Set([...old, ...parts]))),
    seeAll: () => setSeen('all'),
    refused,
    refuse: setRefused,
  }
}
