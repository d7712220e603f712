import type { OutputOf, ParsedOf } from '@cheyi/contract/call'
import type { contract } from '@cheyi/contract/index'
import {
  effectiveSettings,
  isSettingName,
  isSettingValue,
  mayDiffer,
  type StoredSettings,
} from '@cheyi/domain/merchant/setting'
import { ownSourceNames } from '@cheyi/domain/merchant/source-names'
import { badInput } from '@cheyi/domain/refusal'
import { cityName, districtsOf } from '@cheyi/domain/region/regions'
import { changesOf } from '../kernel/changes.ts'
import { type Context, sameVersion } from '../kernel/context.ts'
import { linkMedia, mediaViews, unlinkMedia } from '../media/actions.ts'
import * as store from './store.ts'

type Detail = OutputOf<typeof contract.merchant.detail>
type Input = ParsedOf<typeof contract.merchant.save>

const CONTACT = 'merchant.contact_mobile'

/** Who the merchant is, and all of its settings: in force, its own, and what its stores differ in. */
export async function profile(_: unknown, ctx: Context): Promise<Detail> {
  const [row, stores, roles] = await Promise.all([
    store.own(ctx.db),
    store.storesWithSettings(ctx.db),
    store.roles(ctx.db),
  ])
  const views = await mediaViews(
    ctx,
    [row.logoId, row.licenceFileId].filter((id) => id !== null),
  )
  const stored = row.settings
  const { notify, operatorWriteUntil, ...settings } = effectiveSettings(stored)
  return {
    merchantId: row.id,
    status: row.status,
    name: row.name,
    shortName: row.shortName,
    logo: views.get(row.logoId ?? '') ?? null,
    licenceNo: row.licenceNo,
    licenceFile: views.get(row.licenceFileId ?? '') ?? null,
    rentalFilingNo: row.rentalFilingNo,
    contactName: row.contactName,
    contactMobile: row.contactMobileEnc === null ? '' : ctx.vault.open(CONTACT, row.id, row.contactMobileEnc),
    cityCode: row.cityCode,
    cityName: cityName(row.cityCode) ?? '',
    districtCode: row.districtCode,
    districtName: districtsOf(row.cityCode).find(({ code }) => code === row.districtCode)?.name ?? '',
    numbers: ofType(settings, (value) => typeof value === 'number'),
    flags: ofType(settings, (value) => typeof value === 'boolean'),
    days: ofType(settings, (value) => Array.isArray(value)) as Record<string, number[]>,
    operatorWriteUntil,
    ownSettings: Object.keys(stored).filter((name) => isSettingName(name) && isSettingValue(name, stored[name])),
    stores: stores.flatMap(({ id, name, settings: own }) => {
      const differing = Object.entries(own as StoredSettings).filter(
        (entry): entry is [string, number] =>
          isSettingName(entry[0]) && mayDiffer(entry[0]) && isSettingValue(entry[0], entry[1]),
      )
      return differing.length === 0 ? [] : [{ storeId: id, name, settings: Object.fromEntries(differing) }]
    }),
    sourceNames: ownSourceNames(stored),
    muted: [...notify.muted],
    roles,
    version: row.version,
  }
}

const ofType = <T>(settings: object, is: (value: unknown) => value is T): Record<string, T> =>
  Object.fromEntries(Object.entries(settings).filter((entry): entry is [string, T] => is(entry[1])))

/** Writes the profile down. @throws Refusal badInput (-2), stale (-5), notFound (-4) for a picture of somebody else */
export async function saveProfile(input: Input, ctx: Context): Promise<{ version: number }> {
  const row = await store.lockOwn(ctx.db)
  sameVersion(input.version, row.version)
  if (cityName(input.cityCode) === null) throw badInput('cityCode', '请选择城市')
  if (input.districtCode !== '' && !districtsOf(input.cityCode).some(({ code }) => code === input.districtCode))
    throw badInput('districtCode', '区县不属于所选城市')
  const link = { biz: 'merchant', bizId: row.id } as const
  const pictures = [input.logoId, input.licenceFileId].filter((id) => id !== null)
  await linkMedia(ctx, pictures, link)
  const gone = [row.logoId, row.licenceFileId].filter((id) => id !== null && !pictures.includes(id))
  await unlinkMedia(ctx, gone as string[], link)
  const after = {
    name: input.name,
    shortName: input.shortName,
    logoId: input.logoId,
    licenceNo: input.licenceNo.toUpperCase(),
    licenceFileId: input.licenceFileId,
    rentalFilingNo: input.rentalFilingNo,
    contactName: input.contactName,
    cityCode: input.cityCode,
    districtCode: input.districtCode,
  }
  ctx.audit({ targetType: 'merchant', targetId: row.id, ...changesOf(row, after) })
  const sealed = ctx.vault.seal(CONTACT, row.id, input.contactMobile)
  return { version: await store.update(ctx.db, { ...after, contactMobileEnc: sealed }) }
}
