import type { StoredSettings } from '@cheyi/domain/platform/merchant/setting'
import { Refusal } from '@cheyi/domain/refusal'
import type { Context, Db } from '../../kernel/context.ts'
import * as store from './store.ts'

export { insert as insertStore } from './store.ts'

/** The id, if the store is visible to the caller. @throws Refusal notFound (-4), also for an existing store outside the scope */
export function inSight({ identity }: Pick<Context, 'identity'>, storeId: string): string {
  if (identity.scope !== 'all' && !identity.storeIds.includes(storeId)) throw new Refusal('notFound')
  return storeId
}

/** Checks that a store exists and is visible. @throws Refusal notFound (-4) naming it */
export async function knownStore(ctx: Pick<Context, 'identity' | 'query'>, storeId: string): Promise<void> {
  inSight(ctx, storeId)
  const known = await ctx.query('select from store where id = $1', [storeId])
  if (known.length === 0) throw new Refusal('notFound', { field: 'storeId' })
}

/**
 * Whether a rule applies to a store that the caller sees: `places` is its store or its list of stores; null or an empty
 * list means every store.
 */
export const holdsInSight = (
  { identity }: Pick<Context, 'identity'>,
  places: string | readonly string[] | null,
): boolean => {
  const of = [places ?? []].flat()
  return identity.scope === 'all' || of.length === 0 || of.some((id) => identity.storeIds.includes(id))
}

export const lockSettings = (db: Db, id: string) =>
  db
    .selectFrom('store')
    .select(['id', 'settings', 'paySettings', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** @returns the new version */
export const updatePaySettings = async (db: Db, id: string, paySettings: StoredSettings): Promise<number> =>
  (await store.update(db, id, { paySettings })).version

/** @returns the new version */
export const updateSettings = async (db: Db, id: string, settings: StoredSettings): Promise<number> =>
  (await store.update(db, id, { settings })).version
