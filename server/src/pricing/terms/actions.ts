import { defaultCancelRules } from '@cheyi/domain/pricing/terms/cancel'
import type { Db } from '../../kernel/context.ts'

/** Inserts the cancellation rules of a new merchant; runs as the merchant. */
export const insertCancelRules = (db: Db) =>
  db
    .insertInto('cancelRule')
    .values(
      Object.values(defaultCancelRules).map(({ sources, storeIds, ...rule }) => ({ ...rule, tiers: [...rule.tiers] })),
    )
    .execute()
