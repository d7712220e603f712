import { contract } from '@cheyi/contract/index'
import { depositKind } from '@cheyi/domain/money/deposit/codes'
import { payMode, supplementReason } from '@cheyi/domain/money/payment/codes'
import { DAY, HOUR, MINUTE } from '@cheyi/domain/time'
import { describe, expect, it, vi } from 'vitest'
import { runInstallation } from '../../testing/jobs.ts'
import { makeKey, openChannel } from '../../testing/open-api.ts'
import { ownReceiver, type Receiver } from '../../testing/receiver.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { giveBack, pickUp } from '../../testing/world/bookings.ts'
import { other, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { form, get, ownPlatform, type Placed, post } from '../../testing/world/platform.ts'

ownMerchant({ cars: 3, other: true, poolSize: 8 })
ownPlatform()

const { channelPush } = contract
let receiver: Receiver
const secrets = ownReceiver(
  () => t.clock.now(),
  (opened) => {
    receiver = opened
  },
)

async function setAddress(url = receiver.url): Promise<void> {
  const { secret } = await t.call(channelPush.webhookSave, { source: 2, url, enabled: true, pushStock: false }, owner())
  secrets.push(secret!)
}
const wait = (ms: number) => {
  t.clock.advance(ms)
  vi.setSystemTime(t.clock.now())
}
const send = () => runInstallation(t, 'channelPush')
const place = async (more: object = {}) => {
  const input = await form(more)
  const { data } = await post('/orders', input)
  return { no: input.channelOrderNo, ...(data as Placed) }
}
type Listed = { events: { seq: number; type: string; eventId: string; data: Record<string, unknown> }[]; more: boolean }
const events = async (query = '', key?: Parameters<typeof get>[1]) =>
  (await get(`/events${query}`, key)).data as unknown as Listed
const state = async () => (await t.call(channelPush.webhook, { source: 2 }, owner())).webhook!
const status = async () => (await t.call(contract.channel.detail, { source: 2 }, owner())).status

/** Whether a copy, fed by messages, is the order as it is now; money at the counter and the plate are no part of it. */
async function agrees(copies: ReadonlyMap<string, Record<string, unknown>>): Promise<void> {
  for (const [no, { renewalId: _, violation: __, deduction: ___, ...copy }] of copies)
    expect((await get(`/orders/${no}`)).data).toMatchObject(copy)
}
const copiesOf = (messages: readonly { data: { channelOrderNo: string } }[]) =>
  new Map(messages.map(({ data }) => [data.channelOrderNo, data as Record<string, unknown>]))

describe('events of orders', () => {
  it('are sent in order, signed, without personal data, and read again by their numbers', async () => {
    await setAddress()
    const { no, orderId } = await place()
    const off = await place()
    await post(`/orders/${off.no}/cancel`)
    await pickUp(t, w, orderId)
    await giveBack(t, w, orderId)
    await send()
    const of = (one: string) => receiver.got.filter(({ data }) => data.channelOrderNo === one).map(({ type }) => type)
    expect(of(no).filter((type) => type !== 'order.amended')).toEqual([
      'order.confirmed',
      'order.picked_up',
      'order.returned',
    ])
    expect(of(off.no)).toEqual(['order.confirmed', 'order.cancelled'])
    expect(JSON.stringify(receiver.got)).not.toMatch(/张三|1380000/)
    await agrees(copiesOf(receiver.got))

    const all = await events()
    expect(all.events.map(({ seq }) => seq)).toEqual(all.events.map((_, i) => i + 1))
    expect(all.events.map(({ eventId }) => eventId).toSorted()).toEqual(receiver.got.map(({ id }) => id).toSorted())
    expect(all.more).toBe(false)
    const page = await events('?after=1&limit=2')
    expect(page.events.map(({ seq }) => seq)).toEqual([2, 3])
    expect(page.more).toBe(true)
    expect((await events(`?after=${all.events.length}`)).events).toEqual([])
  })

  it('go out at once after the clock of the server was a day ahead for a while', async () => {
    await setAddress()
    wait(DAY)
    // One is to be sent again some seconds later, and another one is delivered.
    receiver.react = () => 500
    const failed = await place()
    await send()
    receiver.react = () => 204
    const delivered = await place()
    await send()
    wait(-DAY)
    const later = await place()
    await send()
    expect(new Set(receiver.got.map(({ data }) => data.channelOrderNo))).toEqual(
      new Set([failed.no, delivered.no, later.no]),
    )
  })

  it('are those of the channel alone', async () => {
    await setAddress()
    await place()
    await send()
    await openChannel(t, w, 3)
    expect((await events()).events).toHaveLength(1)
    expect((await events('', await makeKey(t, w, 3))).events).toEqual([])
    expect((await events('', await makeKey(t, other, 2))).events).toEqual([])
    expect(await get('/events', await makeKey(t, w, 2, { scopes: ['stock'] }))).toMatchObject({ errorCode: 9107 })
  })

  it('report a refusal, an acceptance, and a change by staff', async () => {
    await setAddress()
    await openChannel(t, w, 2, { auto_confirm: false })
    const [refused, accepted] = [await place(), await place()]
    await send()
    expect(receiver.got).toEqual([])
    const versionOf = async (orderId: string) => (await t.call(contract.order.detail, { orderId }, owner())).version
    const answer = async (orderId: string, input: object) =>
      t.call(contract.order.updateStatus, { orderId, version: await versionOf(orderId), ...input }, owner())
    await answer(refused.orderId, { status: 8, reason: '无车' })
    await answer(accepted.orderId, { status: 3 })
    await send()
    const of = (one: string) => receiver.got.filter(({ data }) => data.channelOrderNo === one).map(({ type }) => type)
    expect(of(refused.no)[0]).toBe('order.refused')
    expect(of(accepted.no)[0]).toBe('order.confirmed')
    await agrees(copiesOf(receiver.got))
  })
})

it('a renewal and a violation are sent with their numbers, without the place, and taken back when they are void', async () => {
  await setAddress()
  const { orderId } = await place()
  await t.root.query(
    `insert into renewal (merchant_id, order_id, seq, status, old_return_at, new_return_at, amount_fen, extension, created_by)
     values ($1, $2, 1, 2, '2026-11-24T02:00Z', '2026-11-25T02:00Z', 100, '{}', 0)`,
    [w.merchantId, orderId],
  )
  const { rows } = await t.root.query(
    `insert into violation (merchant_id, no, status, plate, occur_at, place, act, points, source, match_type, order_id, created_by)
     values ($1, 'W1', 1, '沪A12345', '2026-11-23T04:00Z', '延安西路', '违反禁止标线', 1, 1, 2, $2, 0) returning id`,
    [w.merchantId, orderId],
  )
  // The connection of the test has the time of the machine.
  const sendNow = async () => {
    await t.root.query('update channel_event set due_at = $2 where merchant_id = $1', [
      w.merchantId,
      new Date(t.clock.now()),
    ])
    await send()
  }
  await sendNow()
  expect(receiver.got.map(({ type }) => type)).toEqual(['order.confirmed', 'order.renewed', 'order.violation'])
  expect(receiver.got[2]!.data.violation).toEqual({
    violationId: rows[0].id,
    occurAt: '2026-11-23T12:00:00+08:00',
    act: '违反禁止标线',
    points: 1,
    fineFen: null,
    withdrawn: false,
  })
  expect(JSON.stringify(receiver.got)).not.toContain('延安西路')
  await t.root.query('update violation set status = 8 where id = $1', [rows[0].id])
  await sendNow()
  expect(receiver.got.at(-1)).toMatchObject({ type: 'order.violation', data: { violation: { withdrawn: true } } })
})

describe('a receiver that fails', () => {
  it('is tried again with growing pauses; later events of the order wait, those of others do not', async () => {
    await setAddress()
    const [bad, good] = [await place(), await place()]
    receiver.react = ({ data }) => (data.channelOrderNo === bad.no ? 500 : 200)
    await send()
    await post(`/orders/${bad.no}/cancel`)
    await send()
    expect(receiver.got.map(({ data }) => data.channelOrderNo)).toEqual([good.no])
    const tried = receiver.attempts.length
    await send()
    expect(receiver.attempts).toHaveLength(tried)
    wait(6000)
    await send()
    expect(receiver.attempts).toHaveLength(tried + 1)
    receiver.react = () => 200
    wait(MINUTE)
    await send()
    expect(receiver.got.filter(({ data }) => data.channelOrderNo === bad.no).map(({ type }) => type)).toEqual([
      'order.confirmed',
      'order.cancelled',
    ])
    // A repeated message has the id of the first one.
    expect(new Set(receiver.attempts).size).toBe(3)
  })

  it('for two days has dead letters with a to-do, which are sent again on demand and hold nothing up', async () => {
    await setAddress()
    const { no } = await place()
    receiver.react = () => 503
    for (let i = 0; i < 14; i++) {
      await send()
      wait(8.9 * HOUR)
    }
    expect(await t.call(channelPush.webhook, { source: 2 }, owner())).toMatchObject({ pending: 0, dead: 1 })
    const todo = async () =>
      (await t.call(contract.todo.counts, {}, owner())).find(({ code }) => code === 'channelDead')
    expect(await todo()).toMatchObject({ count: 1, link: expect.stringContaining('/channelManage/2') })
    expect((await events()).events).toHaveLength(1)
    receiver.react = () => 200
    await post(`/orders/${no}/cancel`)
    await send()
    expect(receiver.got.map(({ type }) => type)).toEqual(['order.cancelled'])
    expect(await t.call(channelPush.resend, { source: 2 }, owner())).toEqual({ count: 1 })
    await send()
    expect(receiver.got.map(({ type }) => type)).toEqual(['order.cancelled', 'order.confirmed'])
    expect(await todo()).toBeUndefined()
  })

  it('twenty times makes the channel 异常: one probe each five minutes, then everything in order', async () => {
    await setAddress()
    const { no } = await place()
    receiver.react = () => 'drop'
    await t.root.query('update channel_webhook set failures = 19 where merchant_id = $1', [w.merchantId])
    await send()
    expect(await status()).toBe(4)
    const before = receiver.attempts.length
    await post(`/orders/${no}/cancel`)
    wait(4 * MINUTE)
    await send()
    expect(receiver.attempts).toHaveLength(before)
    wait(2 * MINUTE)
    await send()
    expect(receiver.attempts).toHaveLength(before + 1)
    receiver.react = () => 200
    wait(6 * MINUTE)
    await send()
    expect(receiver.got.map(({ type }) => type)).toEqual(['order.confirmed', 'order.cancelled'])
    expect(await status()).toBe(2)
    expect(await state()).toMatchObject({ failures: 0, enabled: true, pushStock: false })
  })

  it('and gets another address is on sale at once', async () => {
    await setAddress()
    await place()
    receiver.react = () => 500
    await t.root.query('update channel_webhook set failures = 19 where merchant_id = $1', [w.merchantId])
    await send()
    expect(await status()).toBe(4)
    receiver.react = () => 200
    const { version } = await state()
    const url = `${receiver.url}?v=2`
    await t.call(channelPush.webhookSave, { source: 2, url, enabled: true, pushStock: false, version }, owner())
    expect(await status()).toBe(2)
    await send()
    expect(receiver.got).toHaveLength(1)
  })

  it.each(['saved', 'rotated'] as const)(
    'and whose settings are %s is tried at once, with all that waited',
    async (way) => {
      await setAddress()
      const { no } = await place()
      receiver.react = () => 500
      await t.root.query('update channel_webhook set failures = 19 where merchant_id = $1', [w.merchantId])
      await send()
      await post(`/orders/${no}/cancel`)
      expect(await status()).toBe(4)
      receiver.react = () => 200
      const { version, url } = await state()
      if (way === 'rotated')
        secrets.push((await t.call(channelPush.webhookRotate, { source: 2, version }, owner())).secret!)
      else await t.call(channelPush.webhookSave, { source: 2, url, enabled: true, pushStock: false, version }, owner())
      expect(await status()).toBe(2)
      expect(await state()).toMatchObject({ failures: 0 })
      await send()
      expect(receiver.got.map(({ type }) => type)).toEqual(['order.confirmed', 'order.cancelled'])
    },
  )

  it('says that its address is gone: nothing is sent until it is set again, and nothing is lost', async () => {
    await setAddress()
    await place()
    receiver.react = () => 410
    await send()
    const gone = await state()
    expect(gone).toMatchObject({ enabled: false, goneAt: t.clock.now() })
    await place()
    wait(HOUR)
    await send()
    expect(receiver.attempts).toHaveLength(1)
    expect((await events()).events).toHaveLength(2)
    receiver.react = () => 200
    await t.call(
      channelPush.webhookSave,
      { source: 2, url: receiver.url, enabled: true, pushStock: false, version: gone.version },
      owner(),
    )
    await send()
    expect(receiver.got).toHaveLength(2)
  })

  it('that was replaced while it answered says nothing of the new one', async () => {
    await setAddress('http://127.0.0.1:9/former')
    await place()
    const former = await state()
    vi.spyOn(t.kernel.outside.post, 'post').mockImplementationOnce(async () => {
      await t.call(
        channelPush.webhookSave,
        { source: 2, url: receiver.url, enabled: true, pushStock: false, version: former.version },
        owner(),
      )
      return { status: 410, body: '' }
    })
    await send()
    expect(await state()).toMatchObject({ url: receiver.url, enabled: true, goneAt: null, failures: 0 })
    // At once, by the next run.
    await send()
    expect(receiver.got.map(({ type }) => type)).toEqual(['order.confirmed'])
  })

  it('redirects in vain, and answers in vain after five seconds', async () => {
    await setAddress()
    await place()
    receiver.react = () => 302
    await send()
    expect(receiver.got).toEqual([])
    const [row] = (await t.call(channelPush.logs, { source: 2, failed: true }, owner())).list
    expect(row).toMatchObject({ status: 302, outgoing: true, name: 'order.confirmed' })
  })
})

it('a request for a deposit that the platform holds is sent, and its answer, without the words of staff', async () => {
  await setAddress()
  const { no, orderId } = await place({ deposits: { rental: 'held', violation: 'waived' } })
  await pickUp(t, w, orderId)
  const later = { payMode: payMode.onlineIn, reasonCode: supplementReason.cleaning } as const
  const { id } = await t.call(contract.supplement.save, { orderId, ...later, amount: 5000 }, owner())
  await t.call(
    contract.deposit.deduct,
    {
      orderId,
      kind: depositKind.rental,
      lines: [{ code: 'supplement', refId: id, amount: 5000 }],
      mode: payMode.platformDeduct,
      reason: '张三弄脏座椅',
      photoIds: await uploadPhotos(t, 'deposit', 1, w.tokens.owner),
    },
    owner(),
  )
  await send()
  const sent = receiver.got.at(-1)!
  expect(sent).toMatchObject({
    type: 'order.deduction',
    data: { deduction: { askedFen: 5000, takenFen: 0, state: 0 } },
  })
  expect(JSON.stringify(sent)).not.toContain('张三')
  const { deductionId } = sent.data.deduction as { deductionId: string }
  await post(`/orders/${no}/deductions/${deductionId}`, { takenFen: 0 })
  await send()
  expect(receiver.got.at(-1)!.data.deduction).toMatchObject({ deductionId, state: 3, stateName: '平台未扣' })
  await agrees(copiesOf(receiver.got))
})

it('two servers at once send each event once', async () => {
  await setAddress()
  for (let i = 0; i < 3; i++) await place()
  receiver.react = () => ({ status: 200, after: 50 })
  await Promise.all([send(), send(), send()])
  expect(receiver.attempts).toHaveLength(3)
  expect(new Set(receiver.attempts).size).toBe(3)
})

it('a server that dies while it sends leaves the event to the next one', async () => {
  await setAddress()
  await place()
  // What its first transaction leaves.
  await t.root.query(`update channel_webhook set held_until = $2 where merchant_id = $1`, [
    w.merchantId,
    new Date(t.clock.now() + 30_000),
  ])
  await send()
  expect(receiver.attempts).toEqual([])
  wait(31_000)
  await send()
  expect(receiver.got).toHaveLength(1)
})

describe('the address', () => {
  it('is public and https; this machine is allowed for simulators alone', async () => {
    for (const url of [
      'ftp://example.com',
      'http://example.com/x',
      'https://10.0.0.8/x',
      'https://user:pass@example.com',
    ])
      expect(
        await t.send(channelPush.webhookSave, { source: 2, url, enabled: true, pushStock: false }, owner()),
      ).toMatchObject({
        errorCode: -2,
        data: { field: 'url' },
      })
  })

  it('has a secret that is shown once; after a rotation both sign for a week', async () => {
    await setAddress()
    const { version, secretTail } = await state()
    expect(secrets[0]!.slice(-5, -1)).toBe(secretTail)
    const rotated = await t.call(channelPush.webhookRotate, { source: 2, version }, owner())
    await place()
    await send()
    expect(receiver.got).toHaveLength(1)
    secrets.splice(0, secrets.length, rotated.secret!)
    await place()
    await send()
    expect(receiver.got).toHaveLength(2)
    secrets.splice(1)
    expect(JSON.stringify(await t.call(channelPush.webhook, { source: 2 }, owner()))).not.toContain(secrets[0]!)
  })

  it('is tried with a signed test event', async () => {
    await setAddress()
    expect(await t.call(channelPush.webhookTest, { source: 2 }, owner())).toMatchObject({ ok: true, status: 204 })
    expect(receiver.got).toMatchObject([{ type: 'test' }])
    for (const [status, words] of [
      [302, '请填写最终的地址'],
      [307, '请填写最终的地址'],
      [401, '请与平台核对密钥'],
      [404, '请与平台核对地址'],
      [410, '地址已失效'],
      [418, '请联系平台'],
      [429, '请稍后再试'],
      [500, '平台的服务器出错'],
    ] as const) {
      receiver.react = () => status
      const told = await t.call(channelPush.webhookTest, { source: 2 }, owner())
      expect(told).toMatchObject({ ok: false, status, fault: expect.stringMatching(`^平台应答 ${status}：.*${words}`) })
      const [logged] = (await t.call(channelPush.logs, { source: 2, failed: true }, owner())).list
      expect(logged).toMatchObject({ status, fault: told.fault })
    }
  })
})

it('the log shows messages, and their bodies without personal data', async () => {
  await setAddress()
  const { no } = await place()
  await send()
  const { list } = await t.call(channelPush.logs, { source: 2 }, owner())
  const out = list.find(({ outgoing }) => outgoing)!
  expect(out).toMatchObject({ name: 'order.confirmed', channelOrderNo: no, status: 204, fault: '' })
  expect((await t.call(channelPush.logBodies, { logId: out.logId }, owner())).request).toContain(no)
  expect(await t.call(channelPush.resend, { source: 2, eventId: out.eventId! }, owner())).toEqual({ count: 1 })
  await send()
  expect(receiver.got.map(({ id }) => id)).toEqual([out.eventId, out.eventId])
})
