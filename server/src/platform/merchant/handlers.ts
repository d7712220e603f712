import { contract } from '@cheyi/contract/index'
import { sources } from '@cheyi/domain/booking/order/codes'
import { offlinePayWays } from '@cheyi/domain/money/payment/codes'
import { cashShiftTerms, checkPayChoice } from '@cheyi/domain/platform/merchant/pay-setting'
import { checkPrepay, prepayRules } from '@cheyi/domain/platform/merchant/prepay'
import { effectiveSettings } from '@cheyi/domain/platform/merchant/setting'
import { ownSourceNames } from '@cheyi/domain/platform/merchant/source-names'
import { Refusal } from '@cheyi/domain/refusal'
import { offeredSources } from '@cheyi/domain/sales/channel/source-choices'
import { implement, requireFound, requireVersion } from '../../kernel/context.ts'
import { changesOf } from '../../kernel/db/changes.ts'
import { inSight } from '../../kernel/identity.ts'
import { listAnswer } from '../../kernel/list-answer.ts'
import { payTermsOf } from './pay-terms.ts'
import { profile, saveProfile } from './profile.ts'
import { saveSetting } from './save-setting.ts'
import * as store from './store.ts'
import { saveStorePay, storePays } from './store-pay.ts'

export const merchant = implement(contract.merchant, {
  async list(input, ctx) {
    const { userId } = ctx.identity
    return listAnswer(input, {
      rows: store.page(ctx.db, userId, input),
      count: () => store.count(ctx.db, userId, input),
      keys: ({ id }) => [id],
      view: (row) => ({ ...row, merchantId: row.id, logo: null, storeCount: row.storeCount ?? 0 }),
    })
  },

  async setting({ storeId }, ctx) {
    const { scope, storeIds } = ctx.identity
    if (storeId !== undefined && scope !== 'all' && !storeIds.includes(storeId)) throw new Refusal('notFound')
    const row = requireFound(await store.settings(ctx.db, storeId))
    const settings = effectiveSettings(row.merchant, row.store)
    return {
      ...settings,
      channels: offeredSources([...settings.ownChannels, ...row.connected]),
      sourceNames: ownSourceNames(row.merchant),
    }
  },

  async paySetting({ storeId }, ctx) {
    if (storeId !== undefined) inSight(ctx, storeId)
    const [row, terms] = await Promise.all([store.settings(ctx.db, storeId), payTermsOf(ctx, storeId)])
    const { merchant: settings, pay, version } = requireFound(row)
    const { profile, ways, chosen, fixed, maxPayment, cashShifts, prepay } = terms
    const { payTimeoutMinutes, violationHoldDays } = effectiveSettings(settings)
    return {
      payWays: [...ways],
      offline: ways.some((way) => offlinePayWays.includes(way)),
      payProfile: profile,
      maxPayment,
      cashShifts,
      prepay: sources.values.flatMap((source) => (prepay[source] ? [{ source, ...prepay[source] }] : [])),
      payTimeoutMinutes,
      violationHoldDays,
      chosenWays: [...chosen],
      fixed,
      confirmed: 'payWays' in pay,
      version,
    }
  },

  async savePay({ version, cashShifts, prepay, ...chosen }, ctx) {
    const row = await store.lockOwn(ctx.db)
    requireVersion(version, row.version)
    const choice = {
      ...chosen,
      cashShifts: { ...cashShiftTerms(row.paySettings), ...cashShifts },
      prepay: prepay === undefined ? prepayRules(row.paySettings.prepay) : checkPrepay(prepay),
    }
    checkPayChoice(ctx.merchantId, choice)
    ctx.audit({
      targetType: 'merchant',
      targetId: row.id,
      ...changesOf(row.paySettings, { ...choice }),
    })
    return { version: await store.update(ctx.db, { paySettings: choice }) }
  },

  storePay: storePays,
  saveStorePay,

  detail: profile,
  save: saveProfile,
  saveSetting,

  setup: (_, ctx) => store.setupCounts.read(ctx.query),
})
