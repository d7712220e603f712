import { contract } from '@cheyi/contract/index'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { HOUR } from '@cheyi/domain/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { at } from '../../testing/at.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { bringBack, confirmed, handOut, saveRecord, sendConfirm, signPaper } from '../../testing/world/handover.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'

/* A deposit in cash that the customer gets later: it stands with whoever was named, else with all who may. */

let t: TestApp
let w: World
let orderId: string
const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-24T10:00') }
const due = trip.returnAt + 3 * HOUR

beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  orderId = (await handOut(t, w, { trip })).orderId
  t.clock.set(trip.returnAt)
})
afterAll(() => t.close())

const { refundTasks, assign } = contract.todo
const as = (who: keyof World['tokens']) => ({ token: w.tokens[who] })
const back = async (who: keyof World['tokens']) =>
  (await t.call(contract.overview.home, {}, as(who))).todos.filter(({ kind }) => kind === 'depositBack')
const told = async (who: keyof World['tokens']) =>
  (await t.call(contract.notify.page, { pageSize: 20 }, as(who))).list.filter(({ title }) => title.startsWith('由您'))
const orderNo = async () =>
  (await t.root.query('select order_no from "order" where id = $1', [orderId])).rows[0].orderNo
const person = async (name: string) =>
  (await t.call(refundTasks, { orderId }, as('clerk'))).people.find((one) => one.name === name)!.accountId

it('is named with the return, and stands with that person alone, by its time, until it is done', async () => {
  const { people, list } = await t.call(refundTasks, { orderId }, as('clerk'))
  expect(list).toEqual([])
  expect(people.flatMap(({ name, kinds }) => (kinds.includes('deposit') ? [name] : [])).toSorted()).toEqual([
    '测试finance',
    '测试manager',
    '测试owner',
  ])

  const { record } = await saveRecord(t, w, orderId, handoverType.return, { at: trip.returnAt, mileageKm: 10_000 })
  await signPaper(t, w, orderId, handoverType.return, record.recordId)
  const promise = { orderId, type: handoverType.return, handBackDue: due }
  // A clerk of the desk may not pay it back.
  const { rows } = await t.root.query(`select id from account where name = '测试clerk' and merchant_id = $1`, [
    w.merchantId,
  ])
  expect(await sendConfirm(t, w, { ...promise, handBackBy: rows[0].id })).toMatchObject({
    errorCode: -2,
    data: { field: 'handBackBy' },
  })
  await confirmed(sendConfirm(t, w, { ...promise, handBackBy: await person('测试finance') }))

  expect(await told('finance')).toMatchObject([
    { title: expect.stringMatching(/^由您退押金 O/), body: '应退客户¥3,000.00，请于 11-24 13:00 前办理' },
  ])
  expect(await told('owner')).toEqual([])
  expect(await back('finance')).toMatchObject([
    { orderId, contactName: expect.any(String), amountFen: 300_000, promisedAt: due, action: 'release' },
  ])
  expect(await back('owner')).toEqual([])
  expect((await t.call(refundTasks, { orderId }, as('clerk'))).list).toEqual([
    {
      kind: 'deposit',
      amount: 300_000,
      assigneeId: await person('测试finance'),
      assigneeName: '测试finance',
      dueAt: due,
    },
  ])
})

it('of somebody who has left, or may not any more, is anybody’s who may', async () => {
  const change = (set: string, name: string) =>
    t.root.query(`update account set ${set} where name = $2 and merchant_id = $1`, [w.merchantId, name])
  const { rows } = await t.root.query(`select role_ids from account where name = '测试finance' and merchant_id = $1`, [
    w.merchantId,
  ])
  await change(`role_ids = '{}'`, '测试finance')
  expect(await back('owner')).toHaveLength(1)
  await change(`role_ids = '{${rows[0].roleIds}}'`, '测试finance')
  expect(await back('owner')).toEqual([])

  const [finance, manager] = [await person('测试finance'), await person('测试manager')]
  await t.call(assign, { orderId, kind: 'deposit', accountId: manager, dueAt: due }, as('clerk'))
  expect(await back('finance')).toEqual([])
  await change('status = 0', '测试manager')
  expect(await back('finance')).toHaveLength(1)
  await t.call(assign, { orderId, kind: 'deposit', accountId: finance, dueAt: due }, as('clerk'))
})

it('is late among what is late, and anybody’s again once nobody is named', async () => {
  t.clock.set(due + HOUR)
  expect((await back('finance'))[0]).toMatchObject({ at: due, promisedAt: due })
  expect(await t.call(assign, { orderId, kind: 'deposit', accountId: null, dueAt: null }, as('clerk'))).toEqual({
    assigned: 1,
  })
  for (const who of ['finance', 'owner'] as const)
    expect(await back(who)).toMatchObject([{ promisedAt: null, amountFen: 300_000 }])
  expect(await back('clerk')).toEqual([])
  const past = { orderId, kind: 'deposit' as const, accountId: null, dueAt: due }
  expect(await t.send(assign, past, as('clerk'))).toMatchObject({ errorCode: -2, data: { field: 'dueAt' } })
  expect(await t.send(assign, past, as('fleet'))).toMatchObject({ errorCode: -2 })
  expect(await t.send(assign, past, as('channel'))).toMatchObject({ errorCode: -3 })
})

it('is done with its proof', async () => {
  const voucherIds = await uploadPhotos(t, 'voucher', 1, w.tokens.finance)
  await t.call(contract.deposit.release, { orderId, kind: 1, voucherIds }, as('finance'))
  expect(await back('finance')).toEqual([])
  expect((await t.call(refundTasks, { orderId }, as('clerk'))).list).toEqual([])
})

it('and rent that goes back by hand each have a person of their own, held to the right for that part', async () => {
  const pickupAt = at('11-25T10:00')
  const stay = await handOut(t, w, { trip: { pickupAt, returnAt: at('12-02T10:00') } })
  orderId = stay.orderId
  const { people } = await t.call(refundTasks, { orderId }, as('clerk'))
  // Who deals with refunds at the desk may not touch a deposit.
  expect(people.find(({ name }) => name === '测试clerk')).toMatchObject({ kinds: ['refund'] })
  const [clerk, finance] = [await person('测试clerk'), await person('测试finance')]
  const back = at('11-29T09:40')
  const named = { handBackBy: finance, handBackDue: back + 3 * HOUR, refundBy: clerk, refundDue: back + 2 * HOUR }
  await expect(bringBack(t, w, orderId, { at: back, confirm: { ...named, handBackBy: clerk } })).rejects.toThrow(
    '该员工没有退押金的权限',
  )
  const { balance } = await t.call(
    contract.pickupReturn.settlement,
    { orderId, actualReturnAt: back, mileageKm: 10_100, fuelEighths: 8 },
    as('owner'),
  )
  await confirmed(sendConfirm(t, w, { orderId, type: handoverType.return, expectAmount: balance, ...named }))

  const due = (who: keyof World['tokens']) =>
    t.call(contract.overview.home, {}, as(who)).then(({ todos }) => todos.filter((one) => one.orderId === orderId))
  expect(await due('finance')).toMatchObject([
    { kind: 'depositBack', amountFen: 300_000, promisedAt: named.handBackDue },
  ])
  const rent = { kind: 'refundTask', amountFen: -balance, promisedAt: named.refundDue }
  expect(await due('clerk')).toMatchObject([rent])
  expect(await due('owner')).toEqual([])
  expect(await told('clerk')).toMatchObject([
    { title: `由您退款 ${await orderNo()}`, body: expect.stringContaining('请于') },
  ])

  await t.call(assign, { orderId, kind: 'refund', accountId: null, dueAt: null }, as('clerk'))
  expect(await due('owner')).toMatchObject([{ ...rent, promisedAt: null }])
  const taken = { orderId, kind: 'deposit' as const, accountId: clerk, dueAt: null }
  expect(await t.send(assign, taken, as('clerk'))).toMatchObject({ errorCode: -2, data: { field: 'accountId' } })
})
