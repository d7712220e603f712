import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { contract } from '@cheyi/contract/index'
import { DAY, HOUR, localDate, startOfDate, toIso } from '@cheyi/domain/time'
import { expect, it } from 'vitest'
import { at } from '../../../../scripts/lib/workspace.mjs'
import { inTheEnd } from '../../testing/in-the-end.ts'
import { askOpen, makeKey, openChannel } from '../../testing/open-api.ts'
import { openReceiver } from '../../testing/receiver.ts'
import { pickUp } from '../../testing/world/bookings.ts'
import { owner, sharedMerchant, t, w } from '../../testing/world/merchant.ts'

const KILLS = 4
const ORDERS = 32

sharedMerchant({ cars: 4, now: Date.now(), poolSize: 8 })

/** `testing/push-process.ts` as it was built. */
const program = at('server', 'dist', 'sender.mjs')

/** A sender in a process of its own. */
async function startSender(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program, t.kernel.config.dataDir, JSON.stringify(t.database.addresses)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout!, 'data')
  return child
}

it('senders that are killed lose and reorder nothing: the receiver’s copy of each order is the order', async () => {
  await openChannel(t, w, 2)
  const key = await makeKey(t, w, 2)
  const ask = (url: string, body?: object) => askOpen(t, key, { url: `/open/v1${url}`, ...(body && { body }) })
  const secrets: string[] = []
  const receiver = await openReceiver(() => secrets)
  let attempts = 0
  // Every seventh message is refused, every ninth gets no answer, every fifth a late one.
  receiver.react = () => {
    attempts++
    if (attempts % 7 === 0) return 500
    if (attempts % 9 === 0) return 'drop'
    return attempts % 5 === 0 ? { status: 200, after: 40 } : 200
  }
  const { secret } = await t.call(
    contract.channelPush.webhookSave,
    { source: 2, url: receiver.url, enabled: true, pushStock: false },
    owner(),
  )
  secrets.push(secret!)
  // Reservations of killed senders and pauses of refused messages end at once, so that the test takes no minutes.
  const hurry = () =>
    t.root.query(
      `with h as (update channel_webhook set held_until = '-infinity', failures = 0 where merchant_id = $1)
       update channel_event set due_at = '-infinity' where merchant_id = $1 and state < 2`,
      [w.merchantId],
    )

  let sender = await startSender()
  const numbers: string[] = []
  const first = startOfDate(localDate(Date.now())) + DAY + 10 * HOUR
  let kills = 0
  for (let i = 0; i < ORDERS; i++) {
    const pickupAt = toIso(first + Math.floor(i / 4) * 2 * DAY)
    const returnAt = toIso(first + Math.floor(i / 4) * 2 * DAY + DAY)
    const trip = { storeId: w.stores.hongqiao, modelId: w.models.lavida, pickupAt, returnAt }
    const { totalFen } = (await ask('/quote', trip)).data as { totalFen: number }
    const channelOrderNo = `K-${i}`
    const customer = { name: '张三', mobile: '13800001234' }
    const placed = await ask('/orders', { ...trip, channelOrderNo, amountFen: totalFen, customer })
    expect(placed).toMatchObject({ success: true })
    numbers.push(channelOrderNo)
    if (i % 3 === 1) await ask(`/orders/K-${i - 1}/cancel`, {})
    if (i % 10 === 2) await pickUp(t, w, (placed.data as { orderId: string }).orderId)
    if (i % Math.floor(ORDERS / KILLS) === 3) {
      sender.kill('SIGKILL')
      await once(sender, 'exit')
      kills++
      await hurry()
      sender = await startSender()
    }
  }
  await inTheEnd(async () => {
    await hurry()
    const { rows } = await t.root.query(
      'select count(*)::int as n from channel_event where merchant_id = $1 and state <> 2',
      [w.merchantId],
    )
    expect(rows[0].n).toBe(0)
  }, 200)
  sender.kill('SIGKILL')
  await once(sender, 'exit')
  expect(kills).toBeGreaterThanOrEqual(KILLS)

  // A message may come twice; its first arrivals are in order, and have no gap that the list of events does not fill.
  const seen = new Set<string>()
  const copies = new Map<string, { seq: number; data: Record<string, unknown> }>()
  for (const { id, seq, data } of receiver.got) {
    if (seen.has(id)) continue
    seen.add(id)
    const before = copies.get(data.channelOrderNo)
    expect(before === undefined || before.seq < seq, `${data.channelOrderNo} in order`).toBe(true)
    copies.set(data.channelOrderNo, { seq, data })
  }
  const listed: string[] = []
  for (let after = 0, more = true; more; ) {
    const page = (await ask(`/events?after=${after}&limit=17`)).data as unknown as {
      events: { eventId: string; seq: number }[]
      more: boolean
    }
    for (const { eventId, seq } of page.events) {
      expect(seq).toBe(after + 1)
      after = seq
      listed.push(eventId)
    }
    more = page.more
  }
  expect(listed.toSorted()).toEqual([...seen].toSorted())
  for (const no of numbers) {
    const { renewalId: _, violation: __, deduction: ___, ...copy } = copies.get(no)!.data
    expect((await ask(`/orders/${no}`)).data).toMatchObject(copy)
  }
  await receiver.close()
}, 240_000)
