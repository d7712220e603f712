import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import {
  effectiveSettings,
  isSettingName,
  isSettingValue,
  mayDiffer,
  type SettingName,
} from '@cheyi/domain/platform/merchant/setting'
import { ownSourceNames } from '@cheyi/domain/platform/merchant/source-names'
import { cityName, districtsOf } from '@cheyi/domain/platform/region/regions'
import { badInput } from '@cheyi/domain/refusal'
import { type Context, type HandlerOf, requireVersion } from '../../kernel/context.ts'
import { changesOf } from '../../kernel/db/changes.ts'
import type { Outside } from '../../kernel/ports.ts'
import { linkMedia, mediaViews, spaceOf, unlinkMedia } from '../media/actions.ts'
import * as store from './store.ts'

type Detail = OutputOf<typeof contract.merchant.detail>

const CONTACT = 'merchant.contact_mobile'

/** Profile of the merchant and all its settings: the effective ones, its own, and the overrides of its stores. */
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
    ...row,
    merchantId: row.id,
    logo: views.get(row.logoId ?? '') ?? null,
    licenceFile: views.get(row.licenceFileId ?? '') ?? null,
    contactMobile: row.contactMobileEnc === null ? '' : ctx.vault.open(CONTACT, row.id, row.contactMobileEnc),
    cityName: cityName(row.cityCode) ?? '',
    districtName: districtsOf(row.cityCode).find(({ code }) => code === row.districtCode)?.name ?? '',
    numbers: ofType(settings, (value) => typeof value === 'number'),
    flags: ofType(settings, (value) => typeof value === 'boolean'),
    days: ofType(settings, (value): value is number[] => Array.isArray(value)),
    operatorWriteUntil,
    ownSettings: Object.keys(stored).filter((name) => isSettingName(name) && isSettingValue(name, stored[name])),
    withoutProvider: withoutProvider(ctx.outside()),
    stores: stores.flatMap(({ id, name, settings: own }) => {
      const differing = Object.entries(own).filter(
        (entry): entry is [string, number] =>
          isSettingName(entry[0]) && mayDiffer(entry[0]) && isSettingValue(entry[0], entry[1]),
      )
      return differing.length === 0 ? [] : [{ storeId: id, name, settings: Object.fromEntries(differing) }]
    }),
    sourceNames: ownSourceNames(stored),
    notify: { muted: [...notify.muted], texted: [...(notify.texted ?? [])] },
    space: await spaceOf(ctx),
    roles,
  }
}

/** Daily limits of queries to vendors where this installation has no account. */
function withoutProvider({ ocr, register: { compares }, violations }: Outside): SettingName[] {
  const vendors = [
    ['readPapersDaily', ocr],
    ['checkIdentityDaily', compares.idCard],
    ['checkLicenceDaily', compares.licence],
    ['queryViolationsDaily', violations],
  ] as const
  return vendors.filter(([, vendor]) => !vendor).map(([name]) => name)
}

const ofType = <T>(settings: object, is: (value: unknown) => value is T): Record<string, T> =>
  Object.fromEntries(Object.entries(settings).filter((entry): entry is [string, T] => is(entry[1])))

/** Saves the profile. @throws Refusal badInput (-2), stale (-5), notFound (-4) for a picture that another account uploaded */
export const saveProfile: HandlerOf<'merchant', 'save'> = async (input, ctx) => {
  const row = await store.lockOwn(ctx.db)
  requireVersion(input.version, row.version)
  if (cityName(input.cityCode) === null) throw badInput('cityCode', '请选择城市')
  if (input.districtCode !== '' && !districtsOf(input.cityCode).some(({ code }) => code === input.districtCode))
    throw badInput('districtCode', '区县不属于所选城市')
  const link = { biz: 'merchant', bizId: row.id } as const
  const pictures = [input.logoId, input.licenceFileId].filter((id) => id !== null)
  await linkMedia(ctx, pictures, link)
  const held = [row.logoId, row.licenceFileId].filter((id) => id !== null)
  const gone = held.filter((id) => !pictures.includes(id))
  await unlinkMedia(ctx, gone, link)
  const { version, contactMobile, ...fields } = input
  const after = { ...fields, licenceNo: input.licenceNo.toUpperCase() }
  ctx.audit({ targetType: 'merchant', targetId: row.id, ...changesOf(row, after) })
  const sealed = ctx.vault.seal(CONTACT, row.id, contactMobile)
  return { version: await store.update(ctx.db, { ...after, contactMobileEnc: sealed }) }
}
