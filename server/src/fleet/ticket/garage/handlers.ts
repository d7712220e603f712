import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { badInput } from '@cheyi/domain/refusal'
import { localDate } from '@cheyi/domain/time'
import { type Context, type HandlerOf, requireFound, requireVersion } from '../../../kernel/context.ts'
import { changesOf } from '../../../kernel/db/changes.ts'
import { buildPage, cursorKeys, pageSize, totalOf } from '../../../kernel/db/paging.ts'
import * as store from './store.ts'

/** Maximum number of garages to choose from. */
const MOST = 200

export const garages: HandlerOf<'ticket', 'garages'> = (_, ctx) => store.choices(ctx, MOST)

export const garagePage: HandlerOf<'ticket', 'garagePage'> = async (input, ctx) => {
  const year = localDate(ctx.now).slice(0, 4)
  const after = cursorKeys(input, 'int', 'id')
  const found = await store.page(ctx, { keyword: input.keyword ?? '', year, after }, pageSize(input) + 1)
  const { rows, nextCursor } = buildPage(found, input, ({ enabled, garageId }) => [Number(enabled), garageId])
  const mayCost = ctx.can('ticket.cost')
  return { list: rows.map((row) => ({ ...row, cost: mayCost ? row.cost : null })), nextCursor, ...totalOf(null) }
}

const columnsOf = ({ name, phone, address, works }: ParsedOf<typeof contract.ticket.garageCreate>) => ({
  name,
  phone,
  address,
  works: [...new Set(works)].toSorted((a, b) => a - b),
})

/** @throws Refusal badInput (-2) for a name that exists */
export const garageCreate: HandlerOf<'ticket', 'garageCreate'> = async (input, ctx) => {
  const { id } = await store.insert(ctx, columnsOf(input))
  ctx.audit({ targetType: 'garage', targetId: id, after: { name: input.name } })
  return { garageId: id }
}

/** @throws Refusal badInput (-2) for a name that exists, stale (-5), notFound (-4) */
export const garageEdit: HandlerOf<'ticket', 'garageEdit'> = async ({ garageId, version, enabled, ...input }, ctx) => {
  const before = requireFound(await store.lock(ctx, garageId))
  requireVersion(version, before.version)
  const columns = { ...columnsOf(input), enabled }
  const saved = store.update(ctx, before, columns)
  await store.retarget(ctx, garageId, saved)
  ctx.audit({ targetType: 'garage', targetId: garageId, ...changesOf(before, columns) })
  return { version: saved.version }
}

/** @throws Refusal notFound (-4), badInput (-2) for one garage twice */
export const garageMerge: HandlerOf<'ticket', 'garageMerge'> = async ({ garageId, intoId }, ctx) => {
  if (garageId === intoId) throw badInput('intoId', '请选择另一家维修厂')
  // Concurrent merges lock their garages in the same order.
  const locked = new Map<string, store.GarageRow>()
  for (const id of [garageId, intoId].toSorted((a, b) => Number(a) - Number(b)))
    locked.set(id, requireFound(await store.lock(ctx, id)))
  const [from, into] = [locked.get(garageId)!, locked.get(intoId)!]
  const filled = {
    phone: into.phone || from.phone,
    address: into.address || from.address,
    works:
      into.works.length === 0 || from.works.length === 0
        ? []
        : columnsOf({ ...into, works: [...into.works, ...from.works] }).works,
  }
  const saved = store.update(ctx, into, filled)
  const tickets = await store.retarget(ctx, garageId, saved)
  store.update(ctx, from, { mergedIntoId: intoId })
  ctx.audit({ targetType: 'garage', targetId: garageId, before: { name: from.name }, after: { name: into.name } })
  return { tickets }
}

type Held = Pick<store.GarageRow, 'name' | 'phone' | 'address'>

/**
 * The garage that a ticket is given, or is already at; null for none. An unchanged one may be disabled meanwhile.
 * @throws Refusal badInput (-2) for a disabled or unknown garage
 */
export async function chosenGarage(
  ctx: Context,
  garageId: string | undefined,
  current: string | null = null,
): Promise<Held | null> {
  if (garageId === undefined) return null
  const garage = await store.hold(ctx, garageId)
  if (garage === undefined) throw badInput('garageId', '该维修厂已合并，请重新选择')
  if (!garage.enabled && garageId !== current) throw badInput('garageId', '该维修厂已停用，请选择其他维修厂')
  return garage
}
