import { sources } from '../order/codes.ts'
import type { StoredSettings } from './setting.ts'

const MAX_LENGTH = 12

/** The order sources that the merchant gave a name of its own (1 to 12 characters), by their code. */
export function ownSourceNames(stored: StoredSettings): Record<string, string> {
  const given = (stored.sourceNames ?? {}) as Readonly<Record<string, unknown>>
  const named = sources.values.map((source) => [String(source), given[source]] as const)
  return Object.fromEntries(named.filter((entry): entry is readonly [string, string] => isName(entry[1])))
}

const isName = (text: unknown): text is string =>
  typeof text === 'string' && text.trim() !== '' && [...text].length <= MAX_LENGTH
