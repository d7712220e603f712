import { toIso } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { holding } from '../../testing/hostile/faults.ts'
import { inTheEnd } from '../../testing/in-the-end.ts'
import { askOpen, makeKey, type Told } from '../../testing/open-api.ts'
import { booksAgree } from '../../testing/world/bookings.ts'
import { ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { form, get, ownPlatform, type Placed, post } from '../../testing/world/platform.ts'

/* A platform that has no answer to its order yet already asks about its number. */

ownMerchant({ cars: 2, poolSize: 8 })
ownPlatform()

const put = async (url: string, body: object) =>
  askOpen(t, await makeKey(t, w, 2), { method: 'PUT', url: `/open/v1${url}`, body })
const customer = { name: '李四', mobile: '13900004321' }
const renewal = { renewalNo: 'R-1', newReturnAt: toIso(at('11-26T10:00')), amountFen: 1 }

type Asked = Awaited<ReturnType<typeof form>>

/** The answers to a create and to another call, which came while the create was about to store its order. */
async function meanwhile(ask: (asked: Asked) => Promise<Told>): Promise<{ created: Told; told: Told }> {
  const asked = await form({ payment: 'prepaid' })
  const hold = await holding(t, 'lock table "order" in share row exclusive mode')
  const creating = post('/orders', asked)
  await hold.someBlocked()
  let answered = false
  const asking = ask(asked).finally(() => (answered = true))
  await inTheEnd(async () => expect(answered || (await hold.blocked()).length === 2).toBe(true))
  await hold.release()
  return { created: await creating, told: await asking }
}

describe('an order that is just being created', () => {
  it('is cancelled by its cancel', async () => {
    const { created, told } = await meanwhile(({ channelOrderNo: no }) => post(`/orders/${no}/cancel`))
    const { orderId, totalFen } = created.data as Placed
    expect(told).toMatchObject({ success: true, data: { orderId, status: 8, refundFen: totalFen } })
    await booksAgree(t)
  })

  it.each<[string, (asked: Asked) => Promise<Told>, object]>([
    ['its read', ({ channelOrderNo: no }) => get(`/orders/${no}`), { success: true }],
    ['the preview of its cancel', ({ channelOrderNo: no }) => post(`/orders/${no}/cancel/preview`), { success: true }],
    ['another customer', ({ channelOrderNo: no }) => put(`/orders/${no}/customer`, customer), { success: true }],
    ['its violations', ({ channelOrderNo: no }) => get(`/orders/${no}/illegals`), { success: true }],
    ['its deductions', ({ channelOrderNo: no }) => get(`/orders/${no}/deductions`), { success: true }],
    ['a renewal', ({ channelOrderNo: no }) => post(`/orders/${no}/renewals`, renewal), { errorCode: 9208 }],
    ['its repeat', (asked) => post('/orders', asked), { data: { duplicate: true } }],
    ['its check', (asked) => post('/orders/check', { ...asked, customer }), { errorCode: 9203 }],
  ])('is known to %s', async (_, ask, answer) => {
    expect((await meanwhile(ask)).told).toMatchObject(answer)
  })

  it.each([false, true])('agrees with what its cancel was told, whichever comes first (test key: %s)', async (test) => {
    const key = await makeKey(t, w, 2, { test })
    const send = (url: string, body: object = {}) => post(url, body, key)
    for (let n = 0; n < 10; n++) {
      const asked = await form({ payment: 'prepaid' })
      const sent = [
        () => send('/orders', asked),
        () => send(`/orders/${asked.channelOrderNo}/cancel`),
        () => send('/orders', asked),
      ]
      const told = await Promise.all((n % 2 === 0 ? sent : sent.toReversed()).map((one) => one()))
      const { success, errorCode, data } = told[1]!
      const { data: order } = await get(`/orders/${asked.channelOrderNo}`, key)
      const status = (order as Placed | null)?.status ?? null
      if (success) expect({ n, data, status }).toMatchObject({ data: { status: 8 }, status: 8 })
      else expect({ n, errorCode, data, status }).toEqual({ n, errorCode: 9208, data: { known: false }, status: null })
    }
    await booksAgree(t)
  })
})
