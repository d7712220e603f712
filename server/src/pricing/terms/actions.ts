import { defaultCancelRules } from '@cheyi/domain/booking/order/cancel'
import type { Db } from '../../kernel/context.ts'

/** The cancel rules that a merchant starts with; runs as the merchant. */
export const insertCancelRules = (db: Db) =>
  db
    .insertInto('cancelRule')
    .values(
      Object.values(defaultCancelRules).map(({ sources, storeIds, ...rule }) => ({ ...rule, tiers: [...rule.tiers] })),
    )
    .execute()
