import { useState } from 'react'
import { useRow } from '../../kernel/page/pages.tsx'
import { readStored, type StoredKey, writeStored } from '../../kernel/stored.ts'
import { useUser } from '../../kernel/user.ts'

/** A user's choices for a list's table, stored on this device. */
interface Kept {
  /** A list that opens its first record beside it is shown as a table instead. */
  readonly on?: boolean
  readonly columns?: readonly string[]
}

function keptAt(key: StoredKey): Kept {
  try {
    return JSON.parse(readStored(key) ?? '{}') as Kept
  } catch {
    return {}
  }
}

export function useTable(): readonly [Kept, (change: Kept) => void] {
  const key = `table:${useRow().name}:${useUser()?.id}` as const
  const [kept, set] = useState(() => keptAt(key))
  return [
    kept,
    (change) => {
      const next = { ...keptAt(key), ...change }
      writeStored(key, JSON.stringify(next))
      set(next)
    },
  ]
}
