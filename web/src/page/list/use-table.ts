import { useLayoutEffect, useState } from 'react'
import { useDesktop } from '../../kernel/device/media-query.ts'
import { useHasBeside, usePatch, useRow } from '../../kernel/page/pages.tsx'
import { go } from '../../kernel/page/router.ts'
import type { SearchValue } from '../../kernel/page/search.ts'
import { readStored, type StoredKey, writeStored } from '../../kernel/stored.ts'
import { useUser } from '../../kernel/user.ts'

/** A user's choices for a list's table, stored on this device. */
interface Kept {
  /** The list is shown as a table. */
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

/** A list that can be a table over the full width of a desktop. */
export interface TableLook {
  /** The list is shown as a table now. */
  readonly on: boolean
  /** The window is wide enough for a table. */
  readonly possible: boolean
  turn(on: boolean): void
  /** Keys of the chosen columns; undefined: the default columns. */
  readonly columns: readonly string[] | undefined
  choose(columns: readonly string[]): void
}

/** The columns of a list that is always a table when there is space, stored per user on this device. */
export function useColumns(): Pick<TableLook, 'columns' | 'choose'> {
  const key = `table:${useRow().name}:${useUser()?.id}` as const
  const [kept, setKept] = useState(() => keptAt(key))
  return {
    columns: kept.columns,
    choose(columns) {
      writeStored(key, JSON.stringify({ ...kept, columns }))
      setKept({ ...kept, columns })
    },
  }
}

/**
 * The look of a list whose address has `look`: `table` is a table while nothing is open beside the list, and rows
 * beside an opened item. The last choice is stored per user on this device.
 */
export function useTable(values: Readonly<Record<string, SearchValue>>): TableLook {
  const row = useRow()
  const patch = usePatch()
  const user = useUser()
  const possible = useDesktop()
  const beside = useHasBeside()
  const key = `table:${row.name}:${user?.id}` as const
  const [kept, setKept] = useState(() => keptAt(key))
  const isTable = values.look === 'table'
  const keep = (change: Kept) => {
    const next = { ...keptAt(key), ...change }
    writeStored(key, JSON.stringify(next))
    setKept(next)
  }
  const again = possible && !beside && kept.on === true && !isTable
  useLayoutEffect(() => {
    if (again) patch({ look: 'table' })
  }, [again, patch])
  return {
    on: possible && !beside && (isTable || again),
    possible,
    columns: kept.columns,
    choose: (columns) => keep({ columns }),
    turn(on) {
      keep({ on })
      if (on && beside) go(row, { ...values, look: 'table' })
      else patch({ look: on ? 'table' : undefined })
    },
  }
}
