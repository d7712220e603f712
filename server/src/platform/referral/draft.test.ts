import { contract } from '@cheyi/contract/index'
import { DAY, HOUR } from '@cheyi/domain/time'
import { beforeEach, expect, it } from 'vitest'
import { asMerchant } from '../../kernel/enter.ts'
import { runMerchants } from '../../testing/jobs.ts'
import { t, w, world, worldsOfTests } from '../../testing/world/merchant.ts'
import { repairPendingWork } from '../pending-work/actions.ts'

/* A filled form that only a colleague may send: a discount of a new booking, a ticket that takes a car from orders. */

const { people, askDraft, draft, close } = contract.referral

worldsOfTests({ poolSize: 8 })

const by = (role: keyof typeof w.tokens) => ({ token: w.tokens[role] })
const todos = async (role: keyof typeof w.tokens) => (await t.call(contract.overview.home, {}, by(role))).referrals
const notices = async (role: keyof typeof w.tokens) => (await t.call(contract.notify.page, {}, by(role))).list

const form = () => ({
  storeId: w.stores.hongqiao,
  modelId: w.models.lavida,
  pickupAt: t.clock.now() + DAY,
  returnAt: t.clock.now() + 3 * DAY,
  reduces: [{ reduceType: 4, amount: 30_000 }],
  contactName: '蒋雨桐',
  contactPhone: '13912345678',
})
const wish = (more: object = {}) => ({
  act: 'order.discount',
  screen: 'order.create' as const,
  draft: JSON.stringify({ ...form(), ...more }),
  note: '老客户',
})

beforeEach(async () => {
  await world(2)
  // The colleague on duty is asked first.
  await t.root.query("update account set on_duty = name = '测试manager' where merchant_id = $1", [w.merchantId])
})

it('goes to one colleague, who opens the same form; the requester is notified when it was sent', async () => {
  const sent = await t.call(askDraft, wish(), by('clerk'))
  expect(sent).toMatchObject({ mine: true, toldNames: ['测试manager'] })
  const [todo] = await todos('manager')
  expect(todo).toMatchObject({ referralId: sent.id, byName: '测试clerk', note: '老客户' })
  expect(todo!.link).toBe(`/order/create?referralId=${sent.id}`)
  // The customer is named in the form, not in the list or in notices.
  expect(todo!.title).not.toContain('蒋雨桐')
  const opened = await t.call(draft, { id: sent.id }, by('manager'))
  expect(JSON.parse(opened.draft)).toMatchObject({ ...form(), contactName: '蒋雨桐' })
  expect(opened).toMatchObject({ screen: 'order.create', byName: '测试clerk', mine: false })

  await t.call(close, { id: sent.id, done: true }, by('manager'))
  expect((await notices('clerk')).map(({ title }) => title)).toContain('测试manager已办理「减免」')
  expect(await todos('manager')).toEqual([])
  expect(await t.send(draft, { id: sent.id }, by('manager'))).toMatchObject({ errorCode: -4 })
  const { rows } = await t.root.query('select draft from referral where id = $1', [sent.id])
  expect(rows).toEqual([{ draft: null }])
})

it('is seen by nobody besides the two, and the requester may take it back', async () => {
  const { id } = await t.call(askDraft, wish(), by('clerk'))
  for (const role of ['owner', 'fleet', 'service', 'finance'] as const) {
    expect(await todos(role)).toEqual([])
    expect(await t.send(draft, { id }, by(role))).toMatchObject({ errorCode: -4 })
    expect((await t.send(close, { id }, by(role))).success).toBe(false)
  }
  const known = { act: 'order.discount', screen: 'order.create' as const }
  expect((await t.call(people, known, by('clerk'))).open).toMatchObject({ id, mine: true })
  expect((await t.call(people, known, by('service'))).open).toBeNull()
  await t.call(close, { id }, by('clerk'))
  expect((await t.call(people, known, by('clerk'))).open).toBeNull()
  expect(await todos('manager')).toEqual([])
  expect(await asMerchant(t.kernel, w.merchantId, repairPendingWork)).toEqual([])
})

it('a later one for the same form replaces the earlier', async () => {
  const first = await t.call(askDraft, wish(), by('clerk'))
  const second = await t.call(askDraft, wish({ contactName: '蒋一' }), by('clerk'))
  expect((await todos('manager')).map(({ referralId }) => referralId)).toEqual([second.id])
  expect(await t.send(draft, { id: first.id }, by('manager'))).toMatchObject({ errorCode: -4 })
})

it('is checked before it is stored: its fields, and that its records are visible', async () => {
  expect(await t.send(askDraft, { ...wish(), draft: '{' }, by('clerk'))).toMatchObject({ errorCode: -2 })
  expect(await t.send(askDraft, wish({ contactPhone: '1' }), by('clerk'))).toMatchObject({ errorCode: -2 })
  expect(await t.send(askDraft, wish({ modelId: '1' }), by('clerk'))).toMatchObject({ errorCode: -4 })
  const { rows } = await t.root.query('select draft from referral where merchant_id = $1', [w.merchantId])
  expect(rows).toEqual([])
})

it('is encrypted, and ends after a day', async () => {
  const { id } = await t.call(askDraft, wish(), by('clerk'))
  const { rows } = await t.root.query('select draft from referral where id = $1', [id])
  expect(rows[0].draft.toString('latin1')).not.toContain('13912345678')
  t.clock.advance(DAY + HOUR)
  expect(await todos('manager')).toEqual([])
  expect(await t.send(draft, { id }, by('manager'))).toMatchObject({ errorCode: -4 })
  await runMerchants(t, 'retention')
  const after = await t.root.query('select draft, ended_at is null as open from referral where id = $1', [id])
  expect(after.rows).toEqual([{ draft: null, open: false }])
  expect(await asMerchant(t.kernel, w.merchantId, repairPendingWork)).toEqual([])
})

it('a ticket is described by its car', async () => {
  const input = { vehicleId: w.vehicles.lavida[0]!.id, type: 1, items: '更换机油' }
  const asked = { act: 'ticket.force', screen: 'maintenance.create' as const, draft: JSON.stringify(input) }
  const { id } = await t.call(askDraft, asked, by('clerk'))
  expect((await todos('manager'))[0]).toMatchObject({
    referralId: id,
    title: expect.stringContaining('新建维保单 · 沪A·'),
  })
})
