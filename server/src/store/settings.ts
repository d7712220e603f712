import type { StoredSettings } from '@cheyi/domain/merchant/setting'
import type { Db } from '../kernel/context.ts'
import * as store from './store.ts'

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
