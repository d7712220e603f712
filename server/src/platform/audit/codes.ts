import type { CodesOf, CodeText } from '@cheyi/domain/platform/audit/words'
import { columns } from '../../kernel/db/columns.ts'
import { camelCase } from '../../kernel/db/letter-case.ts'

/** Tables whose rows a room keeps in the log under another name than its own. */
const tablesOf: Readonly<Record<string, readonly string[]>> = {
  agreement: ['agreement', 'linkToken'],
  damage: ['damageOrder'],
  driver: ['driverTask'],
  inventory: ['vehicleDocument'],
  payment: ['payment', 'linkToken'],
  supplement: ['supplement', 'linkToken'],
}

const held: Readonly<Record<string, object>> = columns
const textOf = (column: object): CodeText | undefined => ('text' in column ? (column.text as CodeText) : undefined)

/**
 * What the codes of a row of the log are called, by what its columns hold: those of the room that wrote it, of what it is
 * about, then those that mean the same in every table.
 */
export function codesOf(action: string, targetType: string): CodesOf {
  const room = action.split('.')[0] ?? ''
  const tables = [...(tablesOf[room] ?? [room]), camelCase(targetType)]
  return (field) => {
    const column = tables.map((table) => held[`${table}.${field}`]).find((one) => one !== undefined) ?? held[field]
    return column && textOf(column)
  }
}
