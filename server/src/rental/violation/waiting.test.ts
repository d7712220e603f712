import { contract } from '@cheyi/contract/index'
import { illegalStatus } from '@cheyi/domain/rental/violation/codes'
import { DAY, HOUR } from '@cheyi/domain/time'
import { expect, it } from 'vitest'
import { asMerchant } from '../../kernel/enter.ts'
import { repairWaits } from '../../platform/waiting/actions.ts'
import { at } from '../../testing/at.ts'
import { keepSignedIn, runMerchants } from '../../testing/jobs.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { handOut } from '../../testing/world/handover.ts'
import { finance, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'

/* Violations in the counters of home. */

ownMerchant({ cars: 2 })

const { violation, todo } = contract
const OUT = at('11-20T10:00')
const facts = { place: '延安高架', act: '违反禁令标志', actCode: '1344', points: 0, fine: 20_000 }

const counts = async (who = owner(), more: object = {}) =>
  (await t.call(todo.counts, more, who)).filter(({ code }) => code.startsWith('illegal'))
const numbers = async (more: object = {}) =>
  Object.fromEntries((await counts(owner(), more)).map(({ code, count }) => [code, count]))
const amiss = () => asMerchant(t.kernel, w.merchantId, repairWaits)
const shown = (illegalId: string) => t.call(violation.detail, { illegalId }, owner())
async function act(illegalId: string, more: object) {
  const { version } = await shown(illegalId)
  expect(await t.send(violation.handle, { illegalId, version, ...more } as never, owner())).toMatchObject({
    success: true,
  })
}
async function go(time: number) {
  t.clock.set(time)
  await keepSignedIn(t)
}

it('count what is to be matched, seen to and ended, as the tabs of the list do', async () => {
  const { orderId } = await handOut(t, w, { trip: { pickupAt: OUT, returnAt: at('11-25T10:00') } })
  await go(OUT + 6 * HOUR)
  const { plate } = (await t.root.query('select plate from "order" where id = $1', [orderId])).rows[0]
  const create = async (number: string, hours: number) =>
    (await t.call(violation.create, { plate: number, occurAt: OUT + hours * HOUR, ...facts }, owner())).illegalId
  await create('沪B00001', 1)
  const own = await create(plate, 2)
  expect(await numbers()).toEqual({ illegalMatch: 1, illegalTodo: 1, illegalClose: 0 })
  expect(await counts()).toMatchObject([
    { name: '待匹配违章', onScreen: 2, link: '/illegals' },
    { name: '待处理违章', onScreen: 2 },
    { name: '待结案违章', onScreen: 0, link: '/illegals?group=toClose' },
  ])
  // That of a plate nobody knows is of no store.
  expect(await numbers({ storeId: w.stores.hongqiao })).toMatchObject({ illegalMatch: 0, illegalTodo: 1 })
  expect(await numbers({ storeId: w.stores.pudong })).toMatchObject({ illegalMatch: 0, illegalTodo: 0 })

  const { deadlineAt } = await t.call(violation.notify, { illegalId: own, version: 1 }, owner())
  expect(await numbers()).toMatchObject({ illegalTodo: 0 })
  await go(deadlineAt)
  expect(await numbers()).toMatchObject({ illegalTodo: 1 })
  expect((await t.call(violation.page, { group: 'todo' }, owner())).total).toBe(2)
  await runMerchants(t, 'illegalDeadline')
  expect(await numbers()).toMatchObject({ illegalTodo: 1 })
  await act(own, { action: 'agency', consent: 'phone' })
  expect(await numbers()).toMatchObject({ illegalTodo: 0 })
  await act(own, { action: 'done', photoIds: await uploadPhotos(t, 'illegal', 1, w.tokens.owner) })
  expect(await numbers()).toEqual({ illegalMatch: 1, illegalTodo: 0, illegalClose: 1 })
  await act(own, { action: 'close' })
  expect(await numbers()).toMatchObject({ illegalClose: 0 })
  expect(await amiss()).toEqual([])
  expect(await counts(finance())).toEqual([])
})

it('count what a customer handed in at once, and find it in the first tab', async () => {
  const { orderId } = await handOut(t, w, { trip: { pickupAt: OUT, returnAt: at('11-25T10:00') } })
  await go(OUT + DAY)
  const { id } = await t.call(violation.save, { orderId, occurAt: OUT + HOUR, ...facts } as never, owner())
  await t.call(violation.notify, { illegalId: id, version: 1 }, owner())
  expect(await numbers()).toMatchObject({ illegalTodo: 0 })
  await t.root.query('update illegal set handed_in_at = $2 where id = $1', [id, new Date(t.clock.now())])
  await amiss()
  expect(await numbers()).toMatchObject({ illegalTodo: 1 })
  const page = await t.call(violation.page, { group: 'todo' }, owner())
  expect(page).toMatchObject({
    total: 1,
    counts: { todo: 1, running: 0 },
    list: [{ illegalId: id, status: illegalStatus.byCustomer, awaitsLook: true }],
  })
})
