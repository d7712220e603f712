import { contract } from '@cheyi/contract/index'
import { deliveryStates } from '@cheyi/domain/sales/channel/codes'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Context } from '../../kernel/context.ts'
import { asMerchant } from '../../kernel/enter.ts'
import { TEST_NOW } from '../../testing/app.ts'
import { book } from '../../testing/world/bookings.ts'
import { sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { queueText } from './outbox.ts'
import { sendMessages } from './send.ts'

sharedMerchant({ cars: 20 })
beforeEach(async () => {
  t.clock.set(TEST_NOW)
  await t.root.query('delete from outbox')
})

const state = deliveryStates.code
const states = async () => (await t.root.query('select state, tries, sent_at from outbox order by id')).rows
const sentTo = async (mobile: string) =>
  ((await t.kernel.outside.sms.outbox!()) ?? []).filter((sms) => sms.mobile === mobile)

it('a customer is told of a confirmed order once, by however many servers', async () => {
  const mobile = '13712345001'
  const { orderNo } = await book(t, w, { form: { contactPhone: mobile } })
  const counts = await Promise.all([sendMessages(t.jobs), sendMessages(t.jobs), sendMessages(t.jobs)])
  expect(counts.toSorted()).toEqual([0, 0, 1])
  const sent = await sentTo(mobile)
  expect(sent).toMatchObject([{ template: 'customer', at: TEST_NOW }])
  expect(sent[0]!.text).toMatch(new RegExp(`^【车驿】「测试租车」周明轩您好，您预订的大众朗逸已确认.*订单号${orderNo}`))
  expect(await states()).toMatchObject([{ state: state.delivered, sentAt: new Date(TEST_NOW) }])
})

it('what the vendor will not take is tried again, less and less often, and given up at last', async () => {
  const mobile = '13712345002'
  await book(t, w, { form: { contactPhone: mobile } })
  const send = vi.spyOn(t.kernel.outside.sms, 'send').mockRejectedValue(new Error('vendor is away'))
  const tries: number[] = []
  for (let minute = 0; minute <= 240; minute++) {
    t.clock.set(TEST_NOW + minute * MINUTE)
    const before = send.mock.calls.length
    await sendMessages(t.jobs)
    if (send.mock.calls.length > before) tries.push(minute)
    if (minute === 0) expect(await states()).toMatchObject([{ state: state.retrying }])
  }
  send.mockRestore()
  expect(tries).toEqual([0, 1, 6, 36, 156])
  expect(await states()).toMatchObject([{ state: state.dead, tries: 5, sentAt: null }])
  expect(await sentTo(mobile)).toEqual([])
})

it('what the vendor takes the second time is sent once', async () => {
  const mobile = '13712345003'
  await book(t, w, { form: { contactPhone: mobile } })
  const send = vi.spyOn(t.kernel.outside.sms, 'send').mockRejectedValueOnce(new Error('vendor is away'))
  expect(await sendMessages(t.jobs)).toBe(0)
  expect(await sendMessages(t.jobs)).toBe(0)
  t.clock.advance(MINUTE)
  expect(await sendMessages(t.jobs)).toBe(1)
  send.mockRestore()
  t.clock.advance(HOUR)
  expect(await sendMessages(t.jobs)).toBe(0)
  expect(await sentTo(mobile)).toHaveLength(1)
})

it('what was due while the server was off is no news any more', async () => {
  const mobile = '13712345004'
  await book(t, w, { form: { contactPhone: mobile } })
  t.clock.advance(7 * HOUR)
  expect(await sendMessages(t.jobs)).toBe(0)
  expect(await states()).toMatchObject([{ state: state.dead }])
  expect(await sentTo(mobile)).toEqual([])
})

it('many leave together, each once, and one that is not taken holds up no other', async () => {
  const vault = await t.kernel.vaults.merchant(w.merchantId)
  await asMerchant(t.kernel, w.merchantId, async ({ queue }) => {
    for (let n = 0; n < 25; n++)
      queueText({ queue, vault, now: TEST_NOW } as Context, {
        id: String(9_000_000 + n),
        kind: 'staff',
        dedupe: `many${n}`,
        mobile: `137123460${String(n).padStart(2, '0')}`,
        body: `第${n}条`,
        dueAt: TEST_NOW,
      })
  })
  const real = t.kernel.outside.sms.send
  const sent: string[] = []
  const send = vi.spyOn(t.kernel.outside.sms, 'send').mockImplementation(async (sms) => {
    if (sms.mobile.endsWith('03')) throw new Error('no such number')
    sent.push(sms.mobile)
    return real(sms)
  })
  const counts = await Promise.all([sendMessages(t.jobs), sendMessages(t.jobs), sendMessages(t.jobs)])
  send.mockRestore()
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(24)
  expect(new Set(sent).size).toBe(24)
  expect(sent).toHaveLength(24)
  const { rows } = await t.root.query('select state, tries, count(*)::int as n from outbox group by 1, 2 order by 1')
  expect(rows).toEqual([
    { state: state.retrying, tries: 1, n: 1 },
    { state: state.delivered, tries: 1, n: 24 },
  ])
})

it('shows itself at /outbox of a demo', async () => {
  const mobile = '13712345005'
  await book(t, w, { form: { contactPhone: mobile } })
  await sendMessages(t.jobs)
  Object.assign(t.commands.config, { demo: true })
  const { list } = await t.call(contract.simulation.messages, {}, {})
  expect(list[0]).toMatchObject({ mobile, template: 'customer' })
})
