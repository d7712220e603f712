import { contract } from '@cheyi/contract/index'
import { DAY, HOUR } from '@cheyi/domain/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asMerchant } from '../../kernel/enter.ts'
import { repairPendingWork } from '../../platform/pending-work/actions.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { at } from '../../testing/at.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'

/* Tickets on the list of the day and in the counters of home. */

const { ticket, overview, todo, account } = contract

let t: TestApp
let w: World

beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  t.clock.set(at('11-20T10:00'))
  w = await makeWorld(t, { cars: 2 })
})
afterAll(() => t.close())

const owner = () => ({ token: w.tokens.owner })
const plan = { planStart: at('11-20T15:00'), planEnd: at('11-22T18:00') }
const create = async (more: object = {}) =>
  (
    await t.call(
      ticket.maintenanceCreate,
      { vehicleId: w.vehicles.lavida[0]!.id, type: 1, items: '更换机油', ...plan, ...more } as never,
      owner(),
    )
  ).ticketId
const clerk = async (): Promise<string> =>
  (await t.root.query(`select id from account where merchant_id = $1 and name = '测试clerk'`, [w.merchantId])).rows[0]
    .id
const home = (token = w.tokens.owner, more: object = {}) => t.call(overview.home, more, { token })
async function counters(token = w.tokens.owner) {
  const answer = await t.call(todo.counts, {}, { token })
  return Object.fromEntries(
    answer.filter(({ code }) => code.startsWith('ticket')).map(({ code, count }) => [code, count]),
  )
}
const amiss = () => asMerchant(t.kernel, w.merchantId, repairPendingWork)

describe('a ticket of today', () => {
  it('that nobody sees to waits to be given to somebody, and then to be begun', async () => {
    const ticketId = await create()
    expect(await counters()).toEqual({ ticketDue: 1, ticketApprove: 0, ticketAssign: 1, ticketReassign: 0 })
    const row = {
      ticketId,
      at: plan.planStart,
      title: '维保 · 常规保养',
      verb: '送修',
      place: '虹桥机场店',
      link: `/tickets/maintaince/detail?ticketId=${ticketId}`,
    }
    expect(await home()).toMatchObject({
      todos: [],
      tickets: [{ ...row, kind: 'ticketAssign', assigneeName: null }],
      todoTotal: 1,
    })
    const assigneeId = await clerk()
    await t.call(ticket.maintenanceHandle, { ticketId, version: 1, action: 'assign', assigneeId }, owner())
    expect(await counters()).toEqual({ ticketDue: 1, ticketApprove: 0, ticketAssign: 0, ticketReassign: 0 })
    expect((await home()).tickets).toMatchObject([{ ...row, kind: 'ticketDue', assigneeName: '测试clerk' }])
    expect(await amiss()).toEqual([])
  })

  it('waits for its end once it has begun, and for nothing when it is over', async () => {
    const ticketId = await create({ assigneeId: await clerk() })
    const photoIds = await uploadPhotos(t, 'ticket', 1, w.tokens.owner)
    await t.call(
      ticket.maintenanceHandle,
      { ticketId, version: 1, action: 'send', odometerKm: 20_000, photoIds },
      owner(),
    )
    expect((await home()).tickets).toEqual([])
    t.clock.set(plan.planEnd + HOUR)
    expect((await home()).tickets).toMatchObject([{ ticketId, kind: 'ticketDue', verb: '完工', at: plan.planEnd }])
    await t.call(ticket.maintenanceHandle, { ticketId, version: 2, action: 'cancel', note: '不修了' }, owner())
    expect((await home()).tickets).toEqual([])
    expect(await counters()).toEqual({ ticketDue: 0, ticketApprove: 0, ticketAssign: 0, ticketReassign: 0 })
    expect(await amiss()).toEqual([])
  })

  it('whose employee is disabled waits for another at once, and comes back to them', async () => {
    const id = await clerk()
    await create({ planStart: plan.planStart + 3 * DAY, planEnd: plan.planEnd + 3 * DAY, assigneeId: id })
    expect((await home()).tickets).toEqual([])
    await t.call(account.setStatus, { id, status: 0 }, owner())
    expect(await counters()).toEqual({ ticketDue: 0, ticketApprove: 0, ticketAssign: 0, ticketReassign: 1 })
    expect((await home()).tickets).toMatchObject([{ kind: 'ticketReassign', assigneeName: '测试clerk（已停用）' }])
    await t.call(account.setStatus, { id, status: 1 }, owner())
    expect(await counters()).toMatchObject({ ticketReassign: 0 })
  })

  it('is of no concern to who has no key of its kind or sees no store of it', async () => {
    await create()
    expect(await counters(w.tokens.channel)).toEqual({})
    expect((await home(w.tokens.channel)).tickets).toEqual([])
    // Moved to the other store, it waits there too.
    const { pudong } = w.stores
    const away = { storeId: pudong }
    expect((await home(w.tokens.owner, away)).tickets).toEqual([])
    await t.call(
      ticket.relocationCreate,
      { vehicleId: w.vehicles.lavida[1]!.id, toStoreId: pudong, reason: 1, ...plan } as never,
      owner(),
    )
    expect((await home(w.tokens.owner, away)).tickets).toMatchObject([{ title: '调车 · 库存平衡', verb: '出发' }])
  })

  it('stands in the counter of the hub that leads to it', async () => {
    const ticketId = await create()
    await create({ vehicleId: w.vehicles.lavida[1]!.id, planStart: plan.planStart + DAY, planEnd: plan.planEnd + DAY })
    const hub = await t.call(ticket.hub, { waits: 'ticketDue' }, owner())
    expect(hub.open.map((one) => one.ticketId)).toEqual([ticketId])
    expect(hub.waits).toEqual(
      expect.arrayContaining([
        { kind: 'ticketDue', count: 1 },
        { kind: 'ticketAssign', count: 2 },
      ]),
    )
    const found = (await t.call(todo.counts, {}, owner())).find(({ code }) => code === 'ticketAssign')
    expect(found).toMatchObject({ name: '待派工单', count: 2, onScreen: 2, link: '/tickets?waits=ticketAssign' })
  })
})
