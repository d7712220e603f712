import { type Source, sources } from '@cheyi/domain/booking/order/codes'
import { isInGoodStanding } from '@cheyi/domain/platform/merchant/codes'
import {
  type AllSettings,
  effectiveSettings,
  type SettingName,
  type Settings,
  type StoredSettings,
  settingCatalogue,
} from '@cheyi/domain/platform/merchant/setting'
import { ownSourceNames } from '@cheyi/domain/platform/merchant/source-names'
import { cityName, cities as everyCity, provinceOf } from '@cheyi/domain/platform/region/regions'
import { Refusal } from '@cheyi/domain/refusal'
import type { Context } from '../../kernel/context.ts'
import { settings } from './store.ts'

export { installationFlag } from './installation.ts'
export { offlineWaysOf, payTermsOf } from './pay-terms.ts'
export { insertBeginnings, insertMerchant, merchantsBeginWith } from './provision.ts'
export { merchantName, setStanding, setupCounts } from './store.ts'
export { registerStoreSettings } from './store-settings.ts'
export { registerConnectedSources, registerPayContracts } from './uses.ts'

/**
 * Effective settings of the merchant, or of one store with its overrides. Terms that a contract has fixed are read from its order instead
 * (`returnTermsOf`). One query.
 */
export async function settingsOf(ctx: Context, storeId?: string): Promise<Settings> {
  const [row] = await ctx.query<{ merchant: StoredSettings; store: StoredSettings | null }>(
    `select m.settings as merchant, s.settings as store
       from merchant m left join store s on s.merchant_id = m.id and s.id = $1
      where m.id = merchant()`,
    [storeId ?? null],
  )
  return effectiveSettings(row?.merchant ?? {}, row?.store ?? {})
}

/** The merchant's own names of the order sources, with the default names for the others. */
export async function sourceNamesOf(ctx: Context): Promise<(source: Source) => string> {
  const row = await settings(ctx.db)
  const own = ownSourceNames(row?.merchant ?? {})
  return (source) => own[source] ?? sources.text(source)
}

type NumberSetting = { [K in SettingName]: AllSettings[K] extends number ? K : never }[SettingName]

/**
 * SQL of a store's effective setting, for queries over many orders; `storeSettings` is the SQL of the store's settings column, or
 * `null::jsonb` for a setting that stores may not override.
 */
export const settingSql = (name: NumberSetting, storeSettings: string): string =>
  `coalesce((${storeSettings} ->> '${name}')::int,
    (select (m.settings ->> '${name}')::int from merchant m where m.id = merchant()), ${settingCatalogue[name].fallback})`

/**
 * For calls that are allowed `whileSuspended`: called in their branches that neither return a vehicle nor settle an order, since these are
 * new business.
 * @throws Refusal merchantSuspended (1017)
 */
export function refuseSuspended({ identity }: Context): void {
  if (!isInGoodStanding(identity.merchantStatus)) throw new Refusal('merchantSuspended')
}

/** A city with its GB/T 2260 code. */
interface City {
  readonly code: string
  readonly name: string
  readonly province: string
}

/** All cities, in the order of their codes. */
export const cities: readonly City[] = everyCity.map(({ code, name }) => ({
  code,
  name: cityName(code) ?? name,
  province: provinceOf(code)?.name ?? '',
}))
