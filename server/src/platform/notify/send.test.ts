import { contract } from '@cheyi/contract/index'
import { merchantPlace } from '@cheyi/domain/platform/merchant/codes'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { deliveryStates } from '@cheyi/domain/sales/channel/codes'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Context } from '../../kernel/context.ts'
import { asMerchant } from '../../kernel/enter.ts'
import { TEST_NOW } from '../../testing/app.ts'
import { ringAndSend } from '../../testing/sms.ts'
import { book } from '../../testing/world/bookings.ts'
import { other, sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { queueText } from './outbox.ts'
import { sendMessages } from './send.ts'

sharedMerchant({ cars: 20, other: true })
beforeEach(async () => {
  t.clock.set(TEST_NOW)
  await t.root.query('delete from outbox')
})

const state = deliveryStates.code
const states = async () => (await t.root.query('select state, tries, sent_at from outbox order by id')).rows
const failuresOf = async (work: string): Promise<number> =>
  (await t.jobs.metrics.jobFailures.get()).values.find(({ labels }) => labels.work === work)?.value ?? 0
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

/** Texts of the other merchant that are due before all others: more than are taken at a time. */
const textsOfOther = (n: number) =>
  t.root.query(
    `insert into outbox (merchant_id, kind, dedupe, body, due_at)
     select $1, 'staff', 'other' || i, '', $2 from generate_series(1, $3::int) i`,
    [other.merchantId, new Date(TEST_NOW - HOUR), n],
  )

it('those of a merchant that moved hold up no other: they leave where it lives', async () => {
  await textsOfOther(150)
  await t.root.query(
    `insert into notification (merchant_id, account_id, type, level, ref, title, body, link, ring_at)
     select $1, id, 1, 2, 'moved/' || i, '新订单', '', '', $2 from account, generate_series(1, 250) i where merchant_id = $1`,
    [other.merchantId, new Date(TEST_NOW - HOUR)],
  )
  await t.root.query('insert into merchant_place (merchant_id, state, url) values ($1, $2, $3)', [
    other.merchantId,
    merchantPlace.elsewhere,
    'https://there.example.com',
  ])
  const mobile = '13712345006'
  await book(t, w, { form: { contactPhone: mobile } })
  expect(await ringAndSend(t)).toBe(1)
  expect(await sentTo(mobile)).toHaveLength(1)
  const { rows } = await t.root.query('select distinct state, tries from outbox where merchant_id = $1', [
    other.merchantId,
  ])
  expect(rows).toEqual([{ state: state.waiting, tries: 0 }])
  await t.root.query('delete from merchant_place')
  await t.root.query('delete from notification where merchant_id = $1', [other.merchantId])
})

it('a message of another merchant that cannot be written holds up no other, and is tried again ever more rarely', async () => {
  await textsOfOther(12)
  await t.root.query(
    `create function refuse_text() returns trigger language plpgsql as $$ begin
       if new.dedupe = 'other3' then raise 'this row cannot be written'; end if; return new; end $$;
     create trigger refuse_text before update on outbox for each row execute function refuse_text()`,
  )
  const mobile = '13712345007'
  await book(t, w, { form: { contactPhone: mobile } })
  const failures = () => failuresOf('texts')
  const before = await failures()
  expect(await sendMessages(t.jobs)).toBe(1)
  expect(await sentTo(mobile)).toHaveLength(1)
  // The others of its merchant have no recipient, and are given up for that.
  const left = async () =>
    (await t.root.query('select dedupe from outbox where state < $1', [state.delivered])).rows.map((row) => row.dedupe)
  expect(await left()).toEqual(['other3'])
  for (let seconds = 0; seconds < 200; seconds++) {
    t.clock.advance(1000)
    await sendMessages(t.jobs)
  }
  // At once, after one minute and after two more.
  expect((await failures()) - before).toBe(3)
  await t.root.query('drop trigger refuse_text on outbox')
  t.clock.advance(4 * MINUTE)
  await sendMessages(t.jobs)
  expect(await left()).toEqual([])
})

it('a notice to somebody whose number cannot be decrypted holds up no text of others, and no other notice', async () => {
  const [broken, sound] = (
    await t.root.query('select id, mobile_enc from account where merchant_id = $1 order by id limit 2', [
      other.merchantId,
    ])
  ).rows
  await t.root.query(
    'update account set mobile_enc = set_byte(mobile_enc, 20, 255 - get_byte(mobile_enc, 20)) where id = $1',
    [broken.id],
  )
  await t.root.query(
    `insert into notification (merchant_id, account_id, type, level, ref, title, ring_at)
     select $1, id, ${notifyType.approval}, ${notifyLevel.important}, 'broken/' || id, '待审批', $3 from unnest($2::bigint[]) id`,
    [other.merchantId, [broken.id, sound.id], new Date(TEST_NOW - 1)],
  )
  const mobile = '13712345008'
  await book(t, w, { form: { contactPhone: mobile } })
  await ringAndSend(t)
  expect(await sentTo(mobile)).toHaveLength(1)
  const { rows } = await t.root.query(`select ref from notification where ref like 'broken/%' and ring_at is not null`)
  expect(rows).toEqual([{ ref: `broken/${broken.id}` }])
  await t.root.query('update account set mobile_enc = $2 where id = $1', [broken.id, broken.mobileEnc])
})

it('shows itself at /outbox of a demo', async () => {
  const mobile = '13712345005'
  await book(t, w, { form: { contactPhone: mobile } })
  await sendMessages(t.jobs)
  Object.assign(t.commands.config, { demo: true })
  const { list } = await t.call(contract.simulation.messages, {}, {})
  expect(list[0]).toMatchObject({ mobile, template: 'customer' })
})
