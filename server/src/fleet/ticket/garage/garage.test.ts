import { contract } from '@cheyi/contract/index'
import { DAY } from '@cheyi/domain/time'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asMerchant } from '../../../kernel/enter.ts'
import { tallyDifferences } from '../../../rental/order/jobs/tally-differences.ts'
import { at } from '../../../testing/at.ts'
import { t, w, world, worldsOfTests } from '../../../testing/world/merchant.ts'

const { ticket } = contract

worldsOfTests({ poolSize: 8 })

const as = (who: keyof typeof w.tokens) => ({ token: w.tokens[who] })
const plan = { planStart: at('11-24T09:00'), planEnd: at('11-26T18:00') }

beforeEach(() => world(2))
// Open tickets and costs are sums that triggers keep.
afterEach(async () => {
  expect(await asMerchant(t.kernel, w.merchantId, ({ query }) => tallyDifferences({ query }))).toEqual([])
})

const made = async (name: string, more: object = {}) =>
  (await t.call(ticket.garageCreate, { name, ...more }, as('clerk'))).garageId
const repair = async (garageId: string, car = 0, more: object = {}) =>
  (
    await t.call(
      ticket.maintenanceCreate,
      { vehicleId: w.vehicles.lavida[car]!.id, type: 1, items: '更换机油', garageId, ...plan, ...more },
      as('fleet'),
    )
  ).ticketId
const shown = (ticketId: string) => t.call(ticket.maintenanceDetail, { ticketId }, as('fleet'))
const listed = async (who: keyof typeof w.tokens = 'owner') => (await t.call(ticket.garagePage, {}, as(who))).list
const edit = (garageId: string, more: object, who: keyof typeof w.tokens = 'owner') =>
  t.send(ticket.garageEdit, { garageId, version: 1, name: '达安', enabled: true, ...more }, as(who))

describe('a garage', () => {
  it('is created with a name and a phone number, and offered where it was used last first', async () => {
    const first = await made('达安汽修', { phone: '021-1' })
    await made('顺通')
    expect((await t.call(ticket.garages, {}, as('fleet'))).map(({ name }) => name)).toEqual(['顺通', '达安汽修'])
    const ticketId = await repair(first)
    expect((await t.call(ticket.garages, {}, as('fleet'))).map(({ name }) => name)).toEqual(['达安汽修', '顺通'])
    expect(await shown(ticketId)).toMatchObject({ garageId: first, garageName: '达安汽修', garagePhone: '021-1' })
  })

  it('exists once by its name', async () => {
    await made('达安汽修')
    expect(await t.send(ticket.garageCreate, { name: ' 达安汽修 ' }, as('clerk'))).toMatchObject({
      errorCode: -2,
      data: { field: 'name' },
    })
  })

  it('is also the station of an inspection, and the garage of the repair that it leads to', async () => {
    const garageId = await made('安车检测', { address: '虹梅南路', works: [7] })
    const [car] = w.vehicles.lavida
    const { ticketId } = await t.call(ticket.yearlyCreate, { vehicleId: car!.id, garageId, ...plan }, as('fleet'))
    expect(await t.call(ticket.yearlyDetail, { ticketId }, as('fleet'))).toMatchObject({
      garageId,
      agency: '安车检测',
      address: '虹梅南路',
    })
  })

  it('changes the tickets that have not ended, and no ended one', async () => {
    const garageId = await made('达安汽修', { phone: '021-1' })
    const [open, ended] = [await repair(garageId), await repair(garageId, 1)]
    await t.call(ticket.maintenanceHandle, { ticketId: ended, version: 1, action: 'cancel' }, as('fleet'))
    await edit(garageId, { phone: '021-2' })
    expect(await shown(open)).toMatchObject({ garageName: '达安', garagePhone: '021-2' })
    expect(await shown(ended)).toMatchObject({ garageName: '达安汽修', garagePhone: '021-1', garageId })
  })

  it('that is disabled is not offered and takes no new ticket, but keeps its own', async () => {
    const garageId = await made('达安')
    const ticketId = await repair(garageId)
    await edit(garageId, { enabled: false })
    expect(await t.call(ticket.garages, {}, as('fleet'))).toEqual([])
    const input = { vehicleId: w.vehicles.lavida[1]!.id, type: 1, items: '换胎', garageId } as const
    expect(await t.send(ticket.maintenanceCreate, input, as('fleet'))).toMatchObject({ data: { field: 'garageId' } })
    const same = { ticketId, version: 1, type: 1, items: '更换机油和机滤', garageId } as const
    expect(await t.send(ticket.maintenanceEdit, same, as('fleet'))).toMatchObject({ success: true })
  })

  it('is changed by those who may edit cars of the whole merchant', async () => {
    const garageId = await made('达安')
    expect(await edit(garageId, {}, 'clerk')).toMatchObject({ errorCode: -3 })
    expect(await edit(garageId, {}, 'finance')).toMatchObject({ errorCode: -3 })
  })
})

describe('the list', () => {
  it('counts the open tickets and the costs since the begin of the year', async () => {
    const garageId = await made('达安')
    await repair(garageId)
    const ended = await repair(garageId, 1)
    const costs = [
      { item: '机油', amount: 30_000, payer: 1, on: '2026-01-05' },
      { item: '去年尾款', amount: 20_000, payer: 1, on: '2025-12-30' },
    ]
    await t.root.query(`update ticket set status = 4, costs = $2 where merchant_id = $3 and id = $1`, [
      ended,
      JSON.stringify(costs),
      w.merchantId,
    ])
    expect(await listed()).toMatchObject([{ name: '达安', openCount: 1, cost: 30_000 }])
    // A clerk may not see costs.
    expect(await listed('clerk')).toMatchObject([{ openCount: 1, cost: null }])
  })

  it('pages with disabled ones at the end', async () => {
    const off = await made('达安')
    await edit(off, { enabled: false })
    for (const name of ['甲', '乙', '丙']) await made(name)
    const first = await t.call(ticket.garagePage, { pageSize: 2 }, as('owner'))
    const second = await t.call(ticket.garagePage, { pageSize: 2, cursor: first.nextCursor! }, as('owner'))
    expect([...first.list, ...second.list].map(({ name }) => name)).toEqual(['丙', '乙', '甲', '达安'])
  })
})

it('two records of one garage are merged: tickets move, the texts of ended ones stay, the other record is gone', async () => {
  const [into, from] = [await made('达安汽修', { works: [1] }), await made('达安', { phone: '021-1', works: [2] })]
  const [open, ended] = [await repair(from), await repair(from, 1, { planStart: plan.planStart + DAY })]
  await t.call(ticket.maintenanceHandle, { ticketId: ended, version: 1, action: 'cancel' }, as('fleet'))
  expect(await t.call(ticket.garageMerge, { garageId: from, intoId: into }, as('owner'))).toEqual({ tickets: 2 })
  expect(await shown(open)).toMatchObject({ garageId: into, garageName: '达安汽修', garagePhone: '021-1' })
  expect(await shown(ended)).toMatchObject({ garageId: into, garageName: '达安' })
  expect(await listed()).toMatchObject([{ name: '达安汽修', phone: '021-1', works: [1, 2], openCount: 1 }])
  expect(await t.send(ticket.garageMerge, { garageId: into, intoId: into }, as('owner'))).toMatchObject({
    errorCode: -2,
  })
  const input = { vehicleId: w.vehicles.lavida[1]!.id, type: 1, items: '换胎', garageId: from } as const
  expect(await t.send(ticket.maintenanceCreate, input, as('fleet'))).toMatchObject({ data: { field: 'garageId' } })
})
