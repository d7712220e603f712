import { contract } from '@cheyi/contract/index'
import { source as sources, tickable } from '@cheyi/domain/booking/order/codes'
import { carTypes, gearboxes } from '@cheyi/domain/fleet/inventory/codes'
import { Refusal } from '@cheyi/domain/refusal'
import { type OwnRow, suggestions } from '@cheyi/domain/sales/channel/suggest'
import { DAY, localDate, startOfDate } from '@cheyi/domain/time'
import { implement, requireVersion } from '../../kernel/context.ts'
import { changesOf } from '../../kernel/db/changes.ts'
import { keyCreate, keyPage, keyRevoke, keyRotate, keySave } from './keys.ts'
import {
  statement,
  statementCheck,
  statementConfirm,
  statementHandle,
  statementTemplate,
} from './statement/handlers.ts'
import './statement/bank-parties.ts'
import * as store from './store.ts'
import { takeStep } from './take-step.ts'

/*
 * 渠道管理: the agreements of a merchant with the platforms that sell for it. If a platform does not use the open API,
 * staff enter its orders, with the channel as source.
 */

const LOOK_BACK = 30 * DAY

export const channel = implement(contract.channel, {
  keys: keyPage,
  keyCreate,
  keyRotate,
  keySave,
  keyRevoke,

  statement,
  statementTemplate,
  statementCheck,
  statementConfirm,
  statementHandle,

  async overview(_, ctx) {
    const today = startOfDate(localDate(ctx.now))
    const seesMoney = ctx.can('data.money')
    const [rows, counts, all, sums] = await Promise.all([
      store.channels(ctx),
      store.bookedCounts(ctx, ctx.now - LOOK_BACK, today),
      store.inUse(ctx),
      seesMoney ? store.earnedSums(ctx, localDate(ctx.now - LOOK_BACK)) : [],
    ])
    const offline = { ...store.defaultChannel(sources.offline), stores: all.stores, models: all.models }
    const known = [
      offline,
      ...tickable.map((one) => rows.find(({ source }) => source === one) ?? store.defaultChannel(one)),
    ]
    return {
      allStores: all.stores,
      allModels: all.models,
      orders30: counts.reduce((sum, { count }) => sum + count, 0),
      channels: known.map((row) => {
        const count = counts.find(({ source }) => source === row.source)
        const sum = sums.find(({ source }) => source === row.source)
        return {
          ...row,
          ordersToday: count?.today ?? 0,
          orders30: count?.count ?? 0,
          earned30: seesMoney ? (sum?.earnedFen ?? 0) : null,
          commission30: seesMoney ? (sum?.commissionFen ?? 0) : null,
        }
      }),
    }
  },

  async detail({ source }, ctx) {
    const [rows, openOrders] = await Promise.all([store.channels(ctx, source), store.openOrders(ctx, source)])
    return { ...(rows[0] ?? store.defaultChannel(source)), openOrders }
  },

  async save({ source, version, ...values }, ctx) {
    const row = await store.lock(ctx, source)
    requireVersion(version, row.version)
    const set = { ...values, minLeadMinutes: values.minLeadMinutes ?? null, maxDays: values.maxDays ?? null }
    ctx.audit({ targetType: 'channel', targetId: String(source), ...changesOf(row, set) })
    return { version: await store.update(ctx, row, set) }
  },

  async action({ source, action, version }, ctx) {
    const row = await store.lock(ctx, source)
    requireVersion(version, row.version)
    return takeStep(ctx, row, action)
  },

  async mappings({ source, kind }, ctx) {
    const { scope, storeIds } = ctx.identity
    const rows = await store.mappings(ctx, source, kind, scope === 'all' ? null : storeIds)
    return rows.map(({ id, name, note, carType, inUse, theirCode, theirName }) => ({
      id,
      name,
      note: carType === null ? note : carTypes.text(carType),
      inUse,
      theirCode,
      theirName: theirName ?? '',
    }))
  },

  async suggestMappings({ source, kind, theirs }, ctx) {
    const rows = await store.mappings(ctx, source, kind, null)
    const codes = new Set(rows.map(({ theirCode }) => theirCode))
    const asked = theirs.filter(({ code }) => !codes.has(code))
    const names = new Map(rows.map(({ id, name }) => [id, name]))
    return {
      open: theirs.length - asked.length,
      rows: suggestions(asked, rows.filter((row) => row.inUse && row.theirCode === null).map(ownRow)).map(
        ({ theirs: { code, name }, ourId, certain, why }) => ({
          theirCode: code,
          theirName: name,
          id: ourId,
          name: names.get(ourId ?? '') ?? '',
          certain,
          why,
        }),
      ),
    }
  },

  async saveMappings({ source, kind, rows }, ctx) {
    await store.lock(ctx, source)
    const known = await store.mappings(ctx, source, kind, null)
    const before = new Map(known.map((row) => [row.id, row.theirCode]))
    if (rows.some(({ id }) => !before.has(id))) throw new Refusal('notFound', { field: 'rows' })
    const changes = rows.map(({ id, theirCode = null, theirName }) => ({ id, theirCode, theirName }))
    await store.saveMappings(ctx, source, kind, changes)
    const codes = (code: (row: (typeof changes)[number]) => string | null | undefined) =>
      changes.map((row) => code(row) ?? '—')
    ctx.audit({
      targetType: 'channel',
      targetId: String(source),
      before: { [auditNames[kind]]: codes(({ id }) => before.get(id)) },
      after: { [auditNames[kind]]: codes(({ theirCode }) => theirCode) },
    })
    return { saved: changes.length }
  },
})

const auditNames = { store: 'openStores', model: 'openModels', service: 'openServices' } as const

/** A store, model or service of the merchant with the names that a mapping may match. */
const ownRow = ({ id, code, name, fullName, modelYear, gearbox }: store.MappedRow): OwnRow => ({
  id,
  codes: [id, code].filter(Boolean),
  names: [name, fullName],
  year: modelYear,
  gearbox: gearbox === null ? null : gearboxes.text(gearbox),
})
