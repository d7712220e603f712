import { Refusal } from '@cheyi/domain/refusal'
import type { Context } from '../kernel/context.ts'

export { lockSettings, updatePaySettings, updateSettings } from './settings.ts'
export { insert as insertStore } from './store.ts'

/** The id of a store that the caller may see. @throws Refusal notFound (-4): stores out of scope look like none */
export function inSight({ identity }: Pick<Context, 'identity'>, storeId: string): string {
  if (identity.scope !== 'all' && !identity.storeIds.includes(storeId)) throw new Refusal('notFound')
  return storeId
}
