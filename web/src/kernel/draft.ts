import { useCallback, useEffect, useRef, useState } from 'react'
import { type DraftKey, readStored, timesCleared, writeStored } from './stored.ts'
import { ownerKey } from './token.ts'

/*
 * Drafts of forms that were begun and not sent, stored on this phone for the user who began them. Signing out deletes
 * them, since they may contain a customer's name and number; an expired session does not.
 */

const PAUSE = 400

export interface Draft<T> {
  readonly value: T
  readonly set: (next: T) => void
  /** Shows a value without storing it: nobody has typed it. */
  readonly show: (next: T) => void
  /** Writes the value at once: the next reader may come before the pause is over. */
  readonly flush: () => void
  /** Deletes the draft: discarded by the user, or sent by a page that stays open. */
  readonly clear: () => void
  /** Deletes the stored copy; the page shows the value until it is left. */
  readonly forget: () => void
  /** The draft was stored when the page opened, so the page can say that it continues it. */
  readonly found: boolean
}

/** Where a draft is stored, for the signed-in user. */
export const draftKeyOf = (name: string, secret = false): DraftKey =>
  `${secret ? 'tab:draft' : 'draft'}:${ownerKey() ?? ''}:${name}`

/** Where the id of the files of a draft is stored: it ends with the draft. */
export const filesKeyOf = (draft: DraftKey): DraftKey => `${draft}:files`

interface DraftOptions {
  /** The value contains full document numbers: it is stored for this tab only and never in local storage. */
  readonly secret?: boolean
}

/**
 * A value that survives leaving the page and an empty battery; written shortly after it changes and when the page is
 * hidden.
 */
export function useDraft<T>(name: string, empty: T, { secret = false }: DraftOptions = {}): Draft<T> {
  const key = draftKeyOf(name, secret)
  const [{ value, found }, setState] = useState(() => readDraft(key, empty))
  const pending = useRef<T | null>(null)
  const begunAfter = useRef(0)

  const flush = useCallback(() => {
    // A page that is left because its user has signed out writes nothing of them again.
    if (pending.current !== null && begunAfter.current === timesCleared())
      writeStored(key, JSON.stringify(pending.current))
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

  const show = (next: T) => setState((old) => ({ ...old, value: next }))
  function forget() {
    pending.current = null
    writeStored(key, null)
    writeStored(filesKeyOf(key), null)
  }

  return {
    value,
    found,
    set(next) {
      pending.current = next
      begunAfter.current = timesCleared()
      show(next)
    },
    show,
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
