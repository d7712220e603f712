import type { Instant } from '@cheyi/domain/time'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useDraft } from '../../../kernel/draft.ts'
import type { Part, Problems } from './check.ts'
import { type Entered, emptyForm, takenUp } from './form.ts'

/** Parts whose change makes a chosen car, and a refusal about cars or times, invalid. */
const tripParts: readonly Part[] = ['storeId', 'returnStoreId', 'times', 'pickup', 'return', 'modelId', 'source']

export type FormState = ReturnType<typeof useEntered>

/** The entered values, stored on this phone under `name` from the first character. `told`: problems of the initial values. */
export function useEntered(name: string, initial: Entered, openedAt: Instant, told: Problems = {}) {
  const kept = useDraft(name, initial)
  // A draft of an older release may lack a field.
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
    /** The latest values, for answers that arrive late. */
    latest,
    enter,
    clear: kept.clear,
    /** After sending: removes the stored draft, while the form stays until the next page is shown. */
    sent: kept.forget,
    /** Whether the form continues a draft stored on this phone. */
    restored: kept.found && JSON.stringify(entered) !== JSON.stringify(initial),
    /** Whether the person has left a part, or tried to submit. */
    isSeen: (part: Part) => seen === 'all' || seen.has(part),
    leave: (...parts: readonly Part[]) => setSeen((old) => (old === 'all' ? old : new Set([...old, ...parts]))),
    seeAll: () => setSeen('all'),
    /** The server's refusals of the last submit; a refusal is dropped when its part changes. */
    refused,
    refuse: setRefused,
  }
}
