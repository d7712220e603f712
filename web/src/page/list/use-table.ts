import { useLayoutEffect, useState } from 'react'
import { useDesktop } from '../../kernel/device/media-query.ts'
import { useHasBeside, usePatch, useRow } from '../../kernel/page/pages.tsx'
import { go } from '../../kernel/page/router.ts'
import type { SearchValue } from '../../kernel/page/search.ts'
import { readStored, type StoredKey, writeStored } from '../../kernel/stored.ts'
import { useUser } from '../../kernel/user.ts'

/** What a person chose of a list's table on this device. */
interface Kept {
  /** They look at the list as a table. */
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

/** A list that may be a table over the whole stage of a desktop. */
export interface TableLook {
  /** It is one now. */
  readonly on: boolean
  /** The window is wide enough for one. */
  readonly possible: boolean
  turn(on: boolean): void
  /** Keys of the columns that were chosen; undefined: nobody chose. */
  readonly columns: readonly string[] | undefined
  choose(columns: readonly string[]): void
}

/** The columns of a list that is a table wherever there is room for one, kept for the person on this device. */
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
 * The look of a list whose address has `look`: `table` is a table while nothing stands beside the list, and rows beside an
 * opened item. What was chosen last is kept for the person on this device.
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
