import { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { kindsOpenTo } from '@cheyi/domain/booking/order/kinds'
import { maskPhone } from '@cheyi/domain/mask'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { beyondCredit } from '@cheyi/domain/rental/company/credit'
import { type Context, implement, newId, requireFound, requireVersion } from '../../kernel/context.ts'
import { changesOf } from '../../kernel/db/changes.ts'
import { buildPage, cursorKeys, pageSize, totalOf } from '../../kernel/db/paging.ts'
import { screen } from '../../kernel/screen.ts'
import { isCountedBySql } from '../../platform/todo/actions.ts'
import { countWhole } from '../driver/actions.ts'
import { bookersOf, endBooker, saveBooker } from './bookers.ts'
import * as store from './store.ts'

const MAX_ORDERS = 20

const columnsOf = (input: ParsedOf<typeof contract.company.create>) => ({
  ...input,
  taxNo: input.taxNo ?? '',
  tags: [...new Set(input.tags)],
})

const lockCompany = async (ctx: Context, companyId: string): Promise<store.CompanyRow> =>
  requireFound((await store.lock(ctx, [companyId]))[0])

/** Debts are added up over all stores, so they are shown to those who see all of them. */
async function visibleDebts(ctx: Context, ids: readonly string[]) {
  const owed = ctx.identity.scope === 'all' ? await store.owedOf(ctx, ids) : null
  return ({ id, creditFen: credit }: { readonly id: string; readonly creditFen: number | null }) => {
    const fen = owed === null ? null : (owed.get(id) ?? 0)
    return { credit, owed: fen, over: fen === null ? null : beyondCredit(credit, fen) }
  }
}

export const company = implement(contract.company, {
  async page(ask, ctx) {
    const after = cursorKeys(ask, 'int', 'id')
    const filter = { keyword: ask.keyword ?? '', tag: ask.tag ?? null, over: ask.over === true }
    const { rows, nextCursor } = buildPage(
      await store.page(ctx, filter, after, pageSize(ask) + 1),
      ask,
      ({ enabled, companyId }) => [Number(enabled), companyId],
    )
    const owed = await visibleDebts(
      ctx,
      rows.map(({ companyId }) => companyId),
    )
    const list = rows.map(({ creditFen, ...row }) => ({ ...row, ...owed({ id: row.companyId, creditFen }) }))
    return { list, nextCursor, ...totalOf(null) }
  },

  async detail({ companyId }, ctx) {
    const [row, contacts, prices, orders, owed, bookers] = await Promise.all([
      store.byId(ctx, companyId),
      store.contactsOf(ctx, companyId),
      store.pricesOf(ctx, companyId),
      store.ordersOf(ctx, companyId, kindsOpenTo(ctx.identity.keys), MAX_ORDERS),
      visibleDebts(ctx, [companyId]),
      bookersOf(ctx, companyId),
    ])
    const { creditFen, ...shown } = requireFound(row)
    return {
      ...shown,
      companyId,
      ...owed({ id: companyId, creditFen }),
      prices: prices.map(({ dayFen, monthFen, ...price }) => ({ ...price, dayPrice: dayFen, monthPrice: monthFen })),
      contacts: contacts.map(({ id, name, phoneMask }) => ({ contactId: id, name, phone: phoneMask })),
      bookers,
      orders: orders.map((order) => ({ ...order, total: order.totalFen })),
    }
  },

  /** @throws Refusal badInput (-2) for a name that exists */
  async create(input, ctx) {
    const { id } = await store.insert(ctx, columnsOf(input))
    ctx.audit({ targetType: 'company', targetId: id, after: { name: input.name } })
    return { companyId: id }
  },

  /** @throws Refusal badInput (-2) for a name that exists, stale (-5), notFound (-4) */
  async edit({ companyId, version, ...input }, ctx) {
    const before = await lockCompany(ctx, companyId)
    requireVersion(version, before.version)
    const columns = columnsOf(input)
    const saved = store.update(ctx, before, columns)
    ctx.audit({ targetType: 'company', targetId: companyId, ...changesOf(before, columns) })
    return { version: saved.version }
  },

  /** @throws Refusal stale (-5), notFound (-4) */
  async saveTerms({ companyId, version, credit, payDays, rateBp, enabled }, ctx) {
    const before = await lockCompany(ctx, companyId)
    requireVersion(version, before.version)
    const columns = { creditFen: credit ?? null, payDays, rateBp: rateBp ?? null, enabled }
    const saved = store.update(ctx, before, columns)
    ctx.audit({ targetType: 'company', targetId: companyId, ...changesOf(before, columns) })
    return { version: saved.version }
  },

  /** @throws Refusal notFound (-4), badInput (-2) for both a share and a price of the day */
  async savePrice({ companyId, modelId, rateBp, dayPrice, monthPrice }, ctx) {
    await lockCompany(ctx, companyId)
    const name = await store.modelName(ctx, modelId)
    if (name === undefined) throw new Refusal('notFound', { field: 'modelId' })
    if (rateBp !== undefined && dayPrice !== undefined) throw badInput('dayPrice', '协议折扣与协议日租只能填一个')
    const before = await store.priceOf(ctx, companyId, modelId)
    const columns = { rateBp: rateBp ?? null, dayFen: dayPrice ?? null, monthFen: monthPrice ?? null }
    if (rateBp === undefined && dayPrice === undefined && monthPrice === undefined)
      await store.removePrice(ctx, companyId, modelId)
    else await store.putPrice(ctx, { companyId, modelId, ...columns })
    const { rateBp: oldRate = null, dayFen = null, monthFen = null } = before ?? {}
    ctx.audit({
      targetType: 'company',
      targetId: companyId,
      before: { model: name, rateBp: oldRate, dayFen, monthFen },
      after: { model: name, ...columns },
    })
    return {}
  },

  /** @throws Refusal notFound (-4), badInput (-2) for a new contact without a phone number */
  async saveContact({ companyId, contactId, name, phone }, ctx) {
    await lockCompany(ctx, companyId)
    const sealed = (id: string) =>
      phone === undefined
        ? {}
        : { phoneEnc: ctx.vault.seal(store.CONTACT_PHONE, id, phone), phoneMask: maskPhone(phone) }
    if (contactId !== undefined) {
      const before = requireFound(await store.contactOf(ctx, contactId))
      if (before.companyId !== companyId) throw new Refusal('notFound', { field: 'contactId' })
      await store.updateContact(ctx, contactId, { name, ...sealed(contactId) })
      ctx.audit({
        targetType: 'company',
        targetId: companyId,
        before: { contact: before.name },
        after: { contact: name },
      })
      return { contactId }
    }
    if (phone === undefined) throw badInput('phone', '请输入手机号')
    const id = await newId(ctx)
    await store.insertContact(ctx, {
      id,
      companyId,
      name,
      phoneEnc: ctx.vault.seal(store.CONTACT_PHONE, id, phone),
      phoneMask: maskPhone(phone),
    })
    ctx.audit({ targetType: 'company', targetId: companyId, after: { contact: name } })
    return { contactId: id }
  },

  /** @throws Refusal notFound (-4) */
  async removeContact({ contactId }, ctx) {
    const before = requireFound(await store.contactOf(ctx, contactId))
    await store.removeContact(ctx, contactId)
    ctx.audit({ targetType: 'company', targetId: before.companyId, before: { contact: before.name } })
    return {}
  },

  /** @throws Refusal proofNeeded (1007), notFound (-4) */
  async revealContact({ contactId }, ctx) {
    const { companyId, phoneEnc } = requireFound(await store.contactOf(ctx, contactId))
    ctx.audit({ targetType: 'company', targetId: companyId })
    await countWhole(ctx, `companyContact/${contactId}`)
    return { phone: ctx.vault.open(store.CONTACT_PHONE, contactId, phoneEnc) }
  },

  saveBooker,
  endBooker,
})

isCountedBySql<number>('companyOverCredit', store.overCountSql, (count) => [
  { name: '企业超信用额度', count, link: screen('company.list', { over: '1' }) },
])
