import { sources } from '../../booking/order/codes.ts'
import { badInput } from '../../refusal.ts'
import type { StoredSettings } from './setting.ts'

export const MAX_SOURCE_NAME = 12

/** The merchant's own names of order sources (1 to 12 characters), by code. */
export function ownSourceNames(stored: StoredSettings): Record<string, string> {
  const given = (stored.sourceNames ?? {}) as Readonly<Record<string, unknown>>
  const named = sources.values.map((source) => [String(source), given[source]] as const)
  return Object.fromEntries(named.filter((entry): entry is readonly [string, string] => isName(entry[1])))
}

const isName = (text: unknown): text is string =>
  typeof text === 'string' && text.trim() !== '' && [...text].length <= MAX_SOURCE_NAME

/** Message for invalid names; null when they are valid. An empty name restores the default. */
export function sourceNamesProblem(names: Readonly<Record<string, unknown>>): string | null {
  if (Object.keys(names).some((source) => !sources.values.map(String).includes(source))) return '没有这个订单来源'
  return Object.values(names).every((name) => name === '' || isName(name)) ? null : `来源名称最多${MAX_SOURCE_NAME}个字`
}

/** Names as stored: trimmed, without empty ones. @throws Refusal badInput (-2) */
export function checkSourceNames(given: unknown): Record<string, string> {
  const names = Object.entries((given ?? {}) as Record<string, unknown>).map(
    ([source, name]) => [source, typeof name === 'string' ? name.trim() : name] as const,
  )
  const problem = sourceNamesProblem(Object.fromEntries(names))
  if (problem !== null) throw badInput('sourceNames', problem)
  return Object.fromEntries(names.filter((entry): entry is readonly [string, string] => entry[1] !== ''))
}
