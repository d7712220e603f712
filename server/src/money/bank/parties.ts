import type { Context } from '../../kernel/context.ts'

/*
 * Who is behind an entry on the account bank, where a higher feature knows: the owner who was paid, the insurer, the platform. It registers a
 * function when it is loaded, by the beginning of the keys of its entries.
 */

export interface Party {
  /** The id in the key of the entry. */
  readonly id: string
  readonly name: string
  readonly slipNo?: string
  /** Entries that come as one line: the month of a platform's statement. */
  readonly together?: string
}

type FindParties = (ctx: Context, ids: readonly string[]) => Promise<readonly Party[]>

const finders = new Map<string, FindParties>()

/** @param key the beginning of the keys of its entries; the id of the row follows */
export function registerParties(key: `J${number}:${string}`, find: FindParties): void {
  finders.set(key, find)
}

/** Parties of entries, by the key of each: one statement for each kind of entry. */
export async function partiesOf(ctx: Context, keys: readonly string[]): Promise<ReadonlyMap<string, Party>> {
  const found = new Map<string, Party>()
  for (const [start, find] of finders) {
    const ids = keys.filter((key) => key.startsWith(start)).map((key) => key.slice(start.length))
    const sound = ids.filter((id) => /^\d+$/.test(id))
    if (sound.length === 0) continue
    for (const party of await find(ctx, sound)) found.set(`${start}${party.id}`, party)
  }
  return found
}
