import { contract } from '@cheyi/contract/index'
import { orderStatus, pickupType } from '@cheyi/domain/booking/order/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { describe, expect, it } from 'vitest'
import { readOrder } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { inContext } from '../../testing/context.ts'
import { other, sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { insertOrder } from '../../testing/world/orders.ts'
import type { World } from '../../testing/world/world.ts'
import {
  callOffDrivers,
  finishDriverTask,
  personBriefs,
  personFacts,
  type RenterForm,
  resolveRenter,
  startDriverTask,
} from './actions.ts'
import { phoneIndex } from './person-file.ts'

sharedMerchant({ other: true })

const as = <T>(work: (ctx: Context) => Promise<T>, who: keyof World['tokens'] = 'service') => inContext(t, w, who, work)
const resolve = async (form: RenterForm) => (await as((ctx) => resolveRenter(ctx, form))).value
const refused = (key: string, detail?: object) =>
  expect.objectContaining({ key, ...(detail ? { detail: expect.objectContaining(detail) } : {}) })

const person = { name: '周明轩', phone: '13500000001', identityType: 1 as const, identityNo: '11010519491231002X' }
const count = async () =>
  (await t.root.query('select count(*)::int as n from person where merchant_id = $1', [w.merchantId])).rows[0].n

describe('the renter of a booking', () => {
  it('is found by the document, the same whoever enters it', async () => {
    const first = await resolve({ person })
    expect(first.blacklisted).toBe(false)
    const before = await count()
    expect(await resolve({ person: { ...person, phone: '13500000099', identityNo: '11010519491231002x' } })).toEqual(
      first,
    )
    expect(await count()).toBe(before)
    // A known file is not changed by a booking.
    const { rows } = await t.root.query('select phone_mask from person where id = $1', [first.personId])
    expect(rows[0].phoneMask).toBe('135****0001')
    await expect(resolve({ person: { ...person, name: '别人' } })).rejects.toEqual(
      refused('badInput', { field: 'person.name' }),
    )
    await expect(resolve({ person: { ...person, identityNo: '110105194912310021' } })).rejects.toEqual(
      refused('idNumberInvalid', { field: 'person.identityNo' }),
    )
  })

  it('without a document is found by name and phone, else begun', async () => {
    const form = { contactName: '王散客', contactPhone: '13500000002' }
    const first = await resolve(form)
    expect(await resolve(form)).toEqual(first)
    expect(await resolve({ person: { name: '王散客', phone: '13500000002', identityType: 1 } })).toEqual(first)
    expect((await resolve({ ...form, contactName: '王散人' })).personId).not.toBe(first.personId)
    const { rows } = await t.root.query('select identity_no_enc, verify_status from person where id = $1', [
      first.personId,
    ])
    expect(rows[0]).toEqual({ identityNoEnc: null, verifyStatus: 0 })
    await expect(resolve({})).rejects.toEqual(refused('badInput', { field: 'contactName' }))
    await expect(resolve({ contactName: '王散客' })).rejects.toEqual(refused('badInput', { field: 'contactPhone' }))
  })

  it('of an older file whose phone was stored with +86 is the same person', async () => {
    const { personId } = await resolve({ contactName: '张旧档', contactPhone: '13500000077' })
    const { value: older } = await as(async (ctx) => phoneIndex(ctx.vault, '+8613500000077'))
    await t.root.query('update person set phone_hash = $2 where id = $1', [personId, older])
    expect(await resolve({ contactName: '张旧档', contactPhone: '13500000077' })).toMatchObject({ personId })
  })

  it('may be chosen, with co-drivers, all of this merchant', async () => {
    const { personId } = await resolve({ person })
    const codriver = await resolve({ contactName: '同行人', contactPhone: '13500000003' })
    const { value, queries } = await as((ctx) =>
      resolveRenter(ctx, { renterId: personId, codriverIds: [codriver.personId] }),
    )
    expect(value).toEqual({ personId, blacklisted: false })
    expect(queries).toBe(1)
    await t.root.query('update person set blacklist = true where id = $1', [codriver.personId])
    expect(await resolve({ renterId: personId, codriverIds: [codriver.personId] })).toEqual({
      personId,
      blacklisted: true,
    })
    const foreign = (
      await inContext(t, other, 'owner', (ctx) =>
        resolveRenter(ctx, { contactName: '外人', contactPhone: '13500000004' }),
      )
    ).value.personId
    for (const form of [{ renterId: foreign }, { renterId: personId, codriverIds: [foreign] }, { renterId: '9' }])
      await expect(resolve(form)).rejects.toEqual(refused('notFound'))
  })

  it('is one customer even when two bookings enter the document at once', async () => {
    const entry = { ...person, name: '抢单客', identityNo: '310104199001010011' }
    const all = await Promise.all([1, 2, 3, 4].map(() => resolve({ person: entry })))
    expect(new Set(all.map((one) => one.personId)).size).toBe(1)
  })
})

it('tells the facts that a handover judges, and the masked lines that lists show, in one query each', async () => {
  const { personId } = await resolve({ person: { ...person, licenceClass: 'c1', licenceFirstIssue: '2020-01-01' } })
  const facts = await as((ctx) => personFacts(ctx, [personId, '9']))
  expect(facts.queries).toBe(1)
  expect([...facts.value]).toEqual([
    [
      personId,
      {
        name: '周明轩',
        verifyStatus: 0,
        blacklist: false,
        birthday: '1949-12-31',
        identityExpire: null,
        licenceClass: expect.any(String),
        licenceFirstIssue: null,
        licenceExpire: null,
      },
    ],
  ])
  const briefs = await as((ctx) => personBriefs(ctx, ['9', personId]))
  expect(briefs).toMatchObject({
    queries: 1,
    value: [{ personId, name: '周明轩', phone: '135****0001', identityNo: '110105********002X' }],
  })
  expect((await as((ctx) => personFacts(ctx, []))).queries).toBe(0)
})

describe('a driver’s task', () => {
  const deliveredOrder = () =>
    insertOrder(t, w, { status: orderStatus.arranged, pickupType: pickupType.delivery, pickupAddress: '某路1号' })
  const arrange = async () => {
    const orderId = await deliveredOrder()
    const [clerk] = await t.call(contract.driver.box, {}, { token: w.tokens.manager })
    const planAt = t.clock.now() + 86_400_000 * (2 + ++day)
    await t.call(
      contract.driver.arrange,
      { orderId, type: 0, accountId: clerk!.id, planAt },
      { token: w.tokens.manager },
    )
    return orderId
  }
  let day = 0
  const status = async (orderId: string) =>
    (await t.call(contract.driver.tasksOfOrder, { orderId }, { token: w.tokens.owner })).map((task) => task.status)

  it('follows the handover it belongs to', async () => {
    const orderId = await arrange()
    const step = (work: (ctx: Context) => Promise<unknown>, who: keyof World['tokens']) => as(work, who)
    await step(async (ctx) => startDriverTask(ctx, orderId, handoverType.pickup), 'manager')
    expect(await status(orderId)).toEqual([0])
    await step(async (ctx) => startDriverTask(ctx, orderId, handoverType.pickup), 'clerk')
    expect(await status(orderId)).toEqual([1])
    await step(async (ctx) => finishDriverTask(ctx, orderId, handoverType.return), 'manager')
    expect(await status(orderId)).toEqual([1])
    await step(async (ctx) => finishDriverTask(ctx, orderId, handoverType.pickup), 'manager')
    expect(await status(orderId)).toEqual([2])
    await step(async (ctx) => callOffDrivers(ctx, await readOrder(ctx, orderId), '订单已取消'), 'manager')
    expect(await status(orderId)).toEqual([2])
  })

  it('ends with its order', async () => {
    const orderId = await arrange()
    await as(async (ctx) => callOffDrivers(ctx, await readOrder(ctx, orderId), '订单已取消'), 'manager')
    expect(await status(orderId)).toEqual([3])
  })
})
