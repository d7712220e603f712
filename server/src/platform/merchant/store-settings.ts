import type { StoredSettings } from '@cheyi/domain/platform/merchant/setting'
import type { Db } from '../../kernel/context.ts'
import { awaitRegistration } from '../../kernel/registrations.ts'

interface Row {
  readonly id: string
  readonly settings: StoredSettings
  readonly paySettings: StoredSettings
  readonly version: number
}

/** Own settings of a store are columns of its row, which only the store feature writes. It imports this feature, so it registers how. */
interface StoreSettings {
  lock(db: Db, id: string): Promise<Row | undefined>
  /** @returns the new version */
  save(db: Db, id: string, changed: Partial<Pick<Row, 'settings' | 'paySettings'>>): Promise<number>
}

export let storeSettings: StoreSettings
awaitRegistration(() => (storeSettings === undefined ? ['storeSettings'] : []))

export function registerStoreSettings(functions: StoreSettings): void {
  storeSettings = functions
}
