import { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { isOpenStore, isPausedStore, storeStatuses } from '@cheyi/domain/platform/merchant/codes'
import { effectiveSettings, isSettingValue } from '@cheyi/domain/platform/merchant/setting'
import { storeSteps } from '@cheyi/domain/platform/store/store-steps'
import { Refusal } from '@cheyi/domain/refusal'
import { type Context, type HandlerOf, implement, requireFound, requireVersion } from '../../kernel/context.ts'
import { listAnswer } from '../../kernel/list-answer.ts'
import { inOrder, mediaViews } from '../media/actions.ts'
import { inSight } from './actions.ts'
import { save } from './save.ts'
import * as store from './store.ts'
import { storeBusiness } from './uses.ts'

type Detail = OutputOf<typeof contract.store.detail>

/** All fields of a store, and the choices of its form. */
const detail: HandlerOf<'store', 'detail'> = async ({ storeId }, ctx) => {
  const row = requireFound(await store.byId(ctx.db, inSight(ctx, storeId)))
  const [beside, hanging, photos] = await Promise.all([
    store.beside(ctx.db, row),
    ctx.elevated(() => storeBusiness.read(ctx.query, [row.id])),
    mediaViews(ctx, row.photoIds),
  ])
  const ownMinutes = (name: keyof Detail['settings']) => {
    const value = row.settings[name]
    return isSettingValue(name, value) ? value : null
  }
  const { turnaroundMinutes, prepMinutes, graceMinutes, dayAfterMinutes } = effectiveSettings(beside.merchantSettings)
  return {
    ...row,
    storeId: row.id,
    manager: beside.manager === undefined ? null : { accountId: beside.manager.id, name: beside.manager.name },
    holidays: row.holidays
      .map(({ date, closed = false, hours = [] }) => ({ date, closed, hours }))
      .toSorted((a, b) => a.date.localeCompare(b.date)),
    serviceAreas: row.serviceAreas.map((area) => ({ hours: [], radiusKm: null, ...area })),
    settings: {
      turnaroundMinutes: ownMinutes('turnaroundMinutes'),
      prepMinutes: ownMinutes('prepMinutes'),
      graceMinutes: ownMinutes('graceMinutes'),
      dayAfterMinutes: ownMinutes('dayAfterMinutes'),
    },
    merchantSettings: { turnaroundMinutes, prepMinutes, graceMinutes, dayAfterMinutes },
    oneWayStoreIds: row.oneWayStores,
    photos: inOrder(photos, row.photoIds),
    fees: beside.fees,
    vehicleCount: hanging.vehicles,
    openOrderCount: hanging.orders,
  }
}

/** Stores that the caller may see; null: all. */
const idsOf = ({ identity }: Context) => (identity.scope === 'all' ? null : identity.storeIds)

export const storeFeature = implement(contract.store, {
  async list(input, ctx) {
    return store.list(ctx.db, { ...input, ids: idsOf(ctx) })
  },

  async page(input, ctx) {
    const ask = { ...input, ids: idsOf(ctx) }
    return listAnswer(input, {
      rows: store.page(ctx.db, ask),
      count: () => store.count(ctx.db, ask),
      keys: ({ id }) => [id],
      view: (row) => ({ ...row, storeId: row.id, located: row.lat !== null, vehicleCount: row.vehicleCount ?? 0 }),
    })
  },

  detail,
  save,

  async setStatus(input, ctx) {
    const row = requireFound(await store.lock(ctx.db, inSight(ctx, input.storeId)))
    requireVersion(input.version, row.version)
    const status = await requireStatusChange(ctx, row, input.status)
    const { version } = await store.update(ctx.db, row.id, { status })
    ctx.audit({
      targetType: 'store',
      targetId: row.id,
      before: { status: storeStatuses.text(row.status) },
      after: { status: storeStatuses.text(status) },
    })
    return { status, version }
  },
})

type Asked = ParsedOf<typeof contract.store.setStatus>['status']

/** The requested status, if the store may change to it. @throws Refusal storeNotEmpty (6002) */
async function requireStatusChange(ctx: Context, row: store.StoreRow, asked: Asked): Promise<Asked> {
  const from = row.status
  // A repeated request.
  if (asked === from) return from
  if (isPausedStore(asked)) return advance(storeSteps, 'pause', from)
  if (isOpenStore(asked)) return advance(storeSteps, 'resume', from)
  const hanging = await ctx.elevated(() => storeBusiness.read(ctx.query, [row.id]))
  if (hanging.vehicles > 0 || hanging.orders > 0) throw new Refusal('storeNotEmpty', hanging)
  return advance(storeSteps, 'close', from, hanging)
}
