import { defaultCancelRules } from '@cheyi/domain/pricing/terms/cancel'
import { merchantsBeginWith } from '../../platform/merchant/actions.ts'
import { registerAreaFees } from '../../platform/store/actions.ts'

merchantsBeginWith((db) =>
  db
    .insertInto('cancelRule')
    .values(
      Object.values(defaultCancelRules).map(({ sources, storeIds, ...rule }) => ({ ...rule, tiers: [...rule.tiers] })),
    )
    .execute(),
)

registerAreaFees((db, storeId) =>
  db
    .selectFrom('feeConfig')
    .select(['id as feeConfigId', 'kind', 'name'])
    .where('storeId', '=', storeId)
    .where('kind', 'in', ['delivery', 'collect'])
    .orderBy('id')
    .execute(),
)
