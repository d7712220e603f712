import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import {
  effectiveSettings,
  isSettingName,
  parseSettings,
  type SettingName,
  type StoredSettings,
  settingTitle,
} from '@cheyi/domain/platform/merchant/setting'
import { checkSourceNames } from '@cheyi/domain/platform/merchant/source-names'
import { mayOperatorSet } from '@cheyi/domain/platform/operator/rights'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { type Context, type HandlerOf, requireFound, requireVersion } from '../../kernel/context.ts'
import { changesOf } from '../../kernel/db/changes.ts'
import { isGuest } from '../../kernel/identity.ts'
import { orders } from '../../kernel/orders.ts'
import { pendingWorkChanges } from '../pending-work/actions.ts'
import * as store from './store.ts'
import { storeSettings } from './store-settings.ts'

type Input = ParsedOf<typeof contract.merchant.saveSetting>

/**
 * Saves changed settings of the merchant or of one of its stores. They apply from the next call on, since every rule reads the stored
 * values. A null removes the own value.
 * @throws Refusal badInput (-2) that names the setting, stale (-5), notFound (-4), forbidden (-3) for an operator
 */
export const saveSetting: HandlerOf<'merchant', 'saveSetting'> = async ({ settings, storeId, version }, ctx) => {
  if (Object.keys(settings).length === 0) throw badInput('settings', '没有要保存的设置')
  if (isGuest(ctx.identity)) refuseOwn(Object.keys(settings).filter(isSettingName))
  return storeId === undefined ? ofMerchant(ctx, settings, version) : ofStore(ctx, storeId, settings, version)
}

/** Refuses settings that only the merchant itself may change, whatever write access it grants to operators. */
function refuseOwn(names: readonly SettingName[]): void {
  const own = names.filter((name) => !mayOperatorSet(name)).map(settingTitle)
  if (own.length > 0) throw new Refusal('forbidden', { why: `：${own.join('、')}须由商家自己设置` })
}

async function ofMerchant(ctx: Context, settings: Input['settings'], version: number | undefined) {
  const row = await store.lockOwn(ctx.db)
  requireVersion(version, row.version)
  const { sourceNames, ...rules } = settings
  const kept = Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== null))
  parseSettings(rulesThatHold(rules), 'merchant', ctx.now)
  const names = sourceNames === undefined ? {} : { sourceNames: checkSourceNames(sourceNames) }
  const before = row.settings
  const after = without(before, rules, { ...kept, ...names })
  const { engineCutEnabled, noCutRule } = effectiveSettings(after)
  if (kept.engineCutEnabled === true || Object.hasOwn(rules, 'noCutRule'))
    if (engineCutEnabled && noCutRule === 0) throw new Refusal('noCutRuleUnseen', { field: 'engineCutEnabled' })
  ctx.audit({ targetType: 'merchant', targetId: row.id, ...changesOf(pick(before, settings), pick(after, settings)) })
  if (Object.hasOwn(settings, 'graceMinutes')) returnsMove(ctx, null)
  return { version: await store.update(ctx.db, { settings: after }) }
}

async function ofStore(ctx: Context, storeId: string, settings: Input['settings'], version: number | undefined) {
  const { scope, storeIds } = ctx.identity
  if (scope !== 'all' && !storeIds.includes(storeId)) throw new Refusal('notFound')
  const row = requireFound(await storeSettings.lock(ctx.db, storeId))
  requireVersion(version, row.version)
  parseSettings(settings, 'store', ctx.now)
  const before = row.settings
  const kept = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null))
  const after = without(before, settings, kept)
  ctx.audit({ targetType: 'store', targetId: row.id, ...changesOf(pick(before, settings), pick(after, settings)) })
  if (Object.hasOwn(settings, 'graceMinutes')) returnsMove(ctx, storeId)
  return { version: await storeSettings.save(ctx.db, row.id, { settings: after }) }
}

/** The setting changes when rentals become overdue, so the pending work of picked-up orders is compared again: of one store, or of all. */
const returnsMove = (ctx: Context, storeId: string | null): void =>
  pendingWorkChanges(ctx, 'order', () => orders.onRent(ctx, storeId))

/** A null restores the default of a known setting, so it is not validated; an unknown name stays in and is refused. */
const rulesThatHold = (rules: StoredSettings): StoredSettings =>
  Object.fromEntries(Object.entries(rules).filter(([name, value]) => value !== null || !isSettingName(name)))

/** The stored values, with the changed names replaced by what remains of them. */
const without = (before: StoredSettings, given: StoredSettings, kept: StoredSettings): StoredSettings => ({
  ...Object.fromEntries(Object.entries(before).filter(([name]) => !Object.hasOwn(given, name))),
  ...kept,
})

const pick = (stored: StoredSettings, given: StoredSettings): Record<string, unknown> =>
  Object.fromEntries(Object.keys(given).map((name) => [name, stored[name] ?? null]))
