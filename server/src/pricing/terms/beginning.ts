import { defaultCancelRules } from '@cheyi/domain/pricing/terms/cancel'
import { merchantsBeginWith } from '../../platform/merchant/actions.ts'

merchantsBeginWith((db) =>
  db
    .insertInto('cancelRule')
    .values(
      Object.values(defaultCancelRules).map(({ sources, storeIds, ...rule }) => ({ ...rule, tiers: [...rule.tiers] })),
    )
    .execute(),
)
