import { useCallback, useEffect, useRef, useState } from 'react'
import { type DraftKey, readStored, writeStored } from './stored.ts'
import { ownerKey } from './token.ts'

/*
 * Forms begun and not sent, kept on this phone for the user who began them. They leave when that user signs out, since
 * they may hold a customer's name and number; a login that merely ran out keeps them.
 */

const PAUSE = 400

export interface Draft<T> {
  readonly value: T
  readonly set: (next: T) => void
  /** Writes at once what was set: whoever asks next may come before the pause is over. */
  readonly flush: () => void
  /** Forgets it: thrown away, or sent by a page that stays. */
  readonly clear: () => void
  /** Forgets what this phone keeps of it; the page shows it until it is left. */
  readonly forget: () => void
  /** It was there when the page opened, so the page can say that it goes on with it. */
  readonly found: boolean
}

interface DraftOptions {
  /** It holds whole numbers of papers: it goes with the tab and is never written to the phone's lasting storage. */
  readonly secret?: boolean
}

/** A value that survives leaving the page and a dead battery; written shortly after it changes and when hidden. */
export function useDraft<T>(name: string, empty: T, { secret = false }: DraftOptions = {}): Draft<T> {
  const key: DraftKey = `${secret ? 'tab:draft' : 'draft'}:${ownerKey() ?? ''}:${name}`
  const [{ value, found }, setState] = useState(() => readDraft(key, empty))
  const pending = useRef<T | null>(null)

  const flush = useCallback(() => {
    if (pending.current !== null) writeStored(key, JSON.stringify(pending.current))
    pending.current = null
  }, [key])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new value starts the pause again.
  useEffect(() => {
    const timer = setTimeout(flush, PAUSE)
    return () => clearTimeout(timer)
  }, [value, flush])

  useEffect(() => {
    document.addEventListener('visibilitychange', flush)
    return () => {
      document.removeEventListener('visibilitychange', flush)
      flush()
    }
  }, [flush])

  function forget() {
    pending.current = null
    writeStored(key, null)
  }

  return {
    value,
    found,
    set(next) {
      pending.current = next
      setState((old) => ({ ...old, value: next }))
    },
    flush,
    clear() {
      forget()
      setState({ value: empty, found: false })
    },
    forget,
  }
}

function readDraft<T>(key: DraftKey, empty: T): { value: T; found: boolean } {
  const text = readStored(key)
  if (text === null) return { value: empty, found: false }
  try {
    return { value: JSON.parse(text) as T, found: true }
  } catch {
    return { value: empty, found: false }
  }
}
