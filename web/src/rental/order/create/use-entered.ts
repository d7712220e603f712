import type { Instant } from '@cheyi/domain/time'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useDraft } from '../../../kernel/draft.ts'
import type { Part, Problems } from './check.ts'
import { type Entered, emptyForm, takenUp } from './form.ts'

/** Parts whose change makes a chosen car, and a refusal about cars or times, say nothing any more. */
const tripParts: readonly Part[] = ['storeId', 'returnStoreId', 'times', 'pickup', 'return', 'modelId', 'source']

export type FormState = ReturnType<typeof useEntered>

/**
 * What was entered, kept on this phone under `name` from the first sign on. `told`: what is wrong with what it begins
 * with.
 */
export function useEntered(name: string, initial: Entered, openedAt: Instant, told: Problems = {}) {
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
    /** What was entered last, for answers that come late. */
    latest,
    enter,
    clear: kept.clear,
    /** It was sent: this phone forgets it, and the form stands until the next page is there. */
    sent: kept.forget,
    /** The form goes on with what was found on this phone. */
    restored: kept.found && JSON.stringify(entered) !== JSON.stringify(initial),
    /** Whether the person has left a part, or tried to submit. */
    isSeen: (part: Part) => seen === 'all' || seen.has(part),
    leave: (...parts: readonly Part[]) => setSeen((old) => (old === 'all' ? old : new Set([...old, ...parts]))),
    seeAll: () => setSeen('all'),
    /** What the server refused of the last submit; a part's goes when the part changes. */
    refused,
    refuse: setRefused,
  }
}
