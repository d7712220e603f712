import { defaultCancelRules } from '@cheyi/domain/order/cancel'
import type { Insertable } from 'kysely'
import type { DB } from '../kernel/db/tables.gen.ts'

/** The cancel rules that a merchant starts with, as rows. */
export const defaultCancelRows = (): Insertable<DB['cancelRule']>[] =>
  Object.values(defaultCancelRules).map(({ sources, storeIds, ...rule }) => ({ ...rule, tiers: [...rule.tiers] }))
