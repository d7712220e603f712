import { sources } from '../order/codes.ts'
import { badInput } from '../refusal.ts'
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

/** Names as they are stored: given ones trimmed, empty ones left out. @throws Refusal badInput (-2) */
export function checkSourceNames(given: unknown): Record<string, string> {
  const names = Object.entries((given ?? {}) as Record<string, unknown>).map(
    ([source, name]) => [source, typeof name === 'string' ? name.trim() : name] as const,
  )
  for (const [source, name] of names) {
    if (!sources.values.map(String).includes(source)) throw badInput('sourceNames', '没有这个订单来源')
    if (name !== '' && !isName(name)) throw badInput('sourceNames', `来源名称最多${MAX_LENGTH}个字`)
  }
  return Object.fromEntries(names.filter((entry): entry is readonly [string, string] => entry[1] !== ''))
}
