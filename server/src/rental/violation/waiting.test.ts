import { contract } from '@cheyi/contract/index'
import { violationStatus } from '@cheyi/domain/rental/violation/codes'
import { DAY, HOUR } from '@cheyi/domain/time'
import { expect, it } from 'vitest'
import { asMerchant } from '../../kernel/enter.ts'
import { repairPendingWork } from '../../platform/pending-work/actions.ts'
import { at } from '../../testing/at.ts'
import { runMerchants } from '../../testing/jobs.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { handOut } from '../../testing/world/handover.ts'
import { finance, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'

/* Violations in the counters of home. */

ownMerchant({ cars: 2 })

const { violation, todo } = contract
const OUT = at('11-20T10:00')
const facts = { place: '延安高架', act: '违反禁令标志', actCode: '1344', points: 0, fine: 20_000 }

const violationCounters = new Set(['violationMatch', 'violationTodo', 'violationClose'])
const counts = async (who = owner(), more: object = {}) =>
  (await t.call(todo.counts, more, who)).filter(({ code }) => violationCounters.has(code))
const numbers = async (more: object = {}) =>
  Object.fromEntries((await counts(owner(), more)).map(({ code, count }) => [code, count]))
const amiss = () => asMerchant(t.kernel, w.merchantId, repairPendingWork)
const shown = (violationId: string) => t.call(violation.detail, { violationId }, owner())
async function act(violationId: string, more: object) {
  const { version } = await shown(violationId)
  expect(await t.send(violation.handle, { violationId, version, ...more } as never, owner())).toMatchObject({
    success: true,
  })
}
async function go(time: number) {
  t.clock.set(time)
}

it('count what is to be matched, seen to and ended, as the tabs of the list do', async () => {
  const { orderId } = await handOut(t, w, { trip: { pickupAt: OUT, returnAt: at('11-25T10:00') } })
  await go(OUT + 6 * HOUR)
  const { plate } = (await t.root.query('select plate from "order" where id = $1', [orderId])).rows[0]
  const create = async (number: string, hours: number) =>
    (await t.call(violation.create, { plate: number, occurAt: OUT + hours * HOUR, ...facts }, owner())).violationId
  await create('沪B00001', 1)
  const own = await create(plate, 2)
  expect(await numbers()).toEqual({ violationMatch: 1, violationTodo: 1, violationClose: 0 })
  expect(await counts()).toMatchObject([
    { name: '待匹配违章', onScreen: 2, link: '/illegals' },
    { name: '待处理违章', onScreen: 2 },
    { name: '待结案违章', onScreen: 0, link: '/illegals?group=toClose' },
  ])
  // That of a plate nobody knows is of no store.
  expect(await numbers({ storeId: w.stores.hongqiao })).toMatchObject({ violationMatch: 0, violationTodo: 1 })
  expect(await numbers({ storeId: w.stores.pudong })).toMatchObject({ violationMatch: 0, violationTodo: 0 })

  const { deadlineAt } = await t.call(violation.notify, { violationId: own, version: 1 }, owner())
  expect(await numbers()).toMatchObject({ violationTodo: 0 })
  await go(deadlineAt)
  expect(await numbers()).toMatchObject({ violationTodo: 1 })
  expect((await t.call(violation.page, { group: 'todo' }, owner())).total).toBe(2)
  await runMerchants(t, 'violationDeadline')
  expect(await numbers()).toMatchObject({ violationTodo: 1 })
  await act(own, { action: 'agency', consent: 'phone' })
  expect(await numbers()).toMatchObject({ violationTodo: 0 })
  await act(own, { action: 'done', photoIds: await uploadPhotos(t, 'violation', 1, w.tokens.owner) })
  expect(await numbers()).toEqual({ violationMatch: 1, violationTodo: 0, violationClose: 1 })
  await act(own, { action: 'close' })
  expect(await numbers()).toMatchObject({ violationClose: 0 })
  expect(await amiss()).toEqual([])
  expect(await counts(finance())).toEqual([])
})

it('count what a customer handed in at once, and find it in the first tab', async () => {
  const { orderId } = await handOut(t, w, { trip: { pickupAt: OUT, returnAt: at('11-25T10:00') } })
  await go(OUT + DAY)
  const { id } = await t.call(violation.save, { orderId, occurAt: OUT + HOUR, ...facts } as never, owner())
  await t.call(violation.notify, { violationId: id, version: 1 }, owner())
  expect(await numbers()).toMatchObject({ violationTodo: 0 })
  await t.root.query('update violation set handed_in_at = $2 where id = $1', [id, new Date(t.clock.now())])
  await amiss()
  expect(await numbers()).toMatchObject({ violationTodo: 1 })
  const page = await t.call(violation.page, { group: 'todo' }, owner())
  expect(page).toMatchObject({
    total: 1,
    counts: { todo: 1, running: 0 },
    list: [{ violationId: id, status: violationStatus.byCustomer, awaitsLook: true }],
  })
})
