import type { CodesOf, CodeText } from '@cheyi/domain/platform/audit/words'
import { columns } from '../../kernel/db/columns.ts'
import { camelCase } from '../../kernel/db/letter-case.ts'

/** Features whose tables have other names than the feature, or that have several. */
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
 * Texts for the codes in an audit row, by its column names: first those of the feature that wrote it, then those of its target, then those
 * that mean the same in every table.
 */
export function codesOf(action: string, targetType: string): CodesOf {
  const feature = action.split('.')[0] ?? ''
  const tables = [...(tablesOf[feature] ?? [feature]), camelCase(targetType)]
  return (field) => {
    const column = tables.map((table) => held[`${table}.${field}`]).find((one) => one !== undefined) ?? held[field]
    return column && textOf(column)
  }
}
