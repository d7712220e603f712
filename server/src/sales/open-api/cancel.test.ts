import { HOUR } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { makeKey, openChannel } from '../../testing/open-api.ts'
import { other, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { form, get, ownPlatform, post, stored, trip } from '../../testing/world/platform.ts'

ownMerchant({ cars: 2, other: true, poolSize: 8 })
ownPlatform()

describe('a cancel', () => {
  it('costs what the preview said, and the same again', async () => {
    const asked = await form()
    await post('/orders', asked)
    t.clock.set(at('11-23T09:00'))
    const { penaltyFen } = (await post(`/orders/${asked.channelOrderNo}/cancel/preview`)).data as { penaltyFen: number }
    expect(penaltyFen).toBeGreaterThan(0)
    const first = await post(`/orders/${asked.channelOrderNo}/cancel`)
    expect(first.data).toMatchObject({ status: 8, penaltyFen, refundFen: 0 })
    expect((await post(`/orders/${asked.channelOrderNo}/cancel`)).data).toEqual(first.data)
    expect(await post('/orders', asked)).toMatchObject({ data: { duplicate: true, status: 8 } })
  })

  it('of many at once is one', async () => {
    const asked = await form()
    await post('/orders', asked)
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(`/orders/${asked.channelOrderNo}/cancel`)))
    expect(answers.every(({ success }) => success)).toBe(true)
    const { rows } = await t.root.query(
      `select count(*)::int as n from order_log where order_id = $1 and action = 'cancel'`,
      [(await stored(asked.channelOrderNo))[0].id],
    )
    expect(rows[0].n).toBe(1)
  })

  it('that overtakes its order closes the number for good, however late it comes', async () => {
    const asked = await form()
    expect(await post(`/orders/${asked.channelOrderNo}/cancel`)).toMatchObject({
      errorCode: 9208,
      data: { known: false },
    })
    expect(await post('/orders', asked)).toMatchObject({ errorCode: 9208 })
    t.clock.advance(HOUR)
    expect(await post('/orders', asked)).toMatchObject({ errorCode: 9208 })
    expect(await stored(asked.channelOrderNo)).toEqual([])
  })
})

describe('somebody else', () => {
  it('sees and cancels no order of another channel or merchant', async () => {
    const asked = await form()
    await post('/orders', asked)
    await openChannel(t, w, 3)
    await openChannel(t, other, 2)
    for (const by of [await makeKey(t, w, 3), await makeKey(t, other, 2)]) {
      expect(await get(`/orders/${asked.channelOrderNo}`, by)).toMatchObject({ errorCode: -4 })
      expect(await post(`/orders/${asked.channelOrderNo}/cancel/preview`, {}, by)).toMatchObject({ errorCode: -4 })
      expect(await post(`/orders/${asked.channelOrderNo}/cancel`, {}, by)).toMatchObject({ errorCode: 9208 })
    }
    const [row] = await stored(asked.channelOrderNo)
    expect(row.status).toBe(3)
    const foreign = await makeKey(t, other, 2)
    expect(await post('/quote', trip(), foreign)).toMatchObject({ errorCode: 9204 })
    expect(await post('/orders', await form(), foreign)).toMatchObject({ errorCode: 9204 })
  })

  it('of a merchant under review or suspended is told so, and cancels in the second case', async () => {
    const asked = await form()
    await post('/orders', asked)
    const next = await form()
    const set = (status: number) =>
      t.root.query('update merchant set status = $2 where id = $1', [w.merchantId, status])
    await set(0)
    expect(await post('/orders', next)).toMatchObject({ errorCode: 1015 })
    await set(2)
    expect(await post('/orders', next)).toMatchObject({ errorCode: 9010 })
    expect(await post(`/orders/${asked.channelOrderNo}/cancel`)).toMatchObject({ success: true })
  })
})
