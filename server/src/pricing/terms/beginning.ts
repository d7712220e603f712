import { defaultCancelRules } from '@cheyi/domain/booking/order/cancel'
import { merchantsBeginWith } from '../../platform/merchant/actions.ts'

merchantsBeginWith((db) =>
  db
    .insertInto('cancelRule')
    .values(
      Object.values(defaultCancelRules).map(({ sources, storeIds, ...rule }) => ({ ...rule, tiers: [...rule.tiers] })),
    )
    .execute(),
)
