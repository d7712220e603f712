import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { merchantStatus } from '@cheyi/domain/platform/merchant/codes'
import { DAY, HOUR } from '@cheyi/domain/time'
import { describe, expect, it, vi } from 'vitest'
import { jobs } from '../../jobs.ts'
import { TEST_NOW } from '../../testing/app.ts'
import { inTheEnd } from '../../testing/in-the-end.ts'
import { runDue } from '../../testing/jobs.ts'
import { other, sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { insertOrder } from '../../testing/world/orders.ts'
import { setMerchantStatus } from '../../testing/world/world.ts'
import { runForMerchants, runTimer, startJobs } from './jobs.ts'

sharedMerchant({ other: true })

const names = jobs.flatMap((feature) => Object.keys(feature.due ?? {})) as Parameters<typeof runDue>[1][]

describe('a timer', () => {
  it.each(names)('%s finds nothing to do without data', async (name) => {
    expect(await runDue(t, name)).toBe(0)
  })

  it('reaches every row of every merchant once, in a transaction of its merchant', async () => {
    const mine: string[] = []
    for (let i = 0; i < 205; i++)
      mine.push(await insertOrder(t, i % 41 === 0 ? other : w, { status: orderStatus.notSubmitted }))
    t.clock.set(TEST_NOW + DAY)
    const seen: [string, string][] = []
    const tried = await runTimer(t.jobs, 'draft', async (ctx, id) => {
      seen.push([ctx.merchantId, id])
      const [row] = await ctx.query<{ merchantId: string }>('select merchant_id from "order" where id = $1', [id])
      expect(row?.merchantId).toBe(ctx.merchantId)
    })
    expect(tried).toBe(205)
    expect(seen.map(([, id]) => id)).toEqual(mine)
    expect(new Set(seen.map(([merchant]) => merchant))).toEqual(new Set([w.merchantId, other.merchantId]))
  })

  it('keeps the work of one row although another row failed', async () => {
    const log = vi.spyOn(t.kernel.log, 'error').mockReturnValue()
    let count = 0
    const tried = await runTimer(t.jobs, 'draft', async (ctx, id) => {
      await ctx.query('update "order" set remark = $2 where id = $1', [id, 'seen'])
      if (++count % 2 === 0) throw new Error('broken')
    })
    expect(tried).toBe(205)
    expect(log).toHaveBeenCalledTimes(102)
    log.mockRestore()
    const { rows } = await t.root.query(`select count(*)::int as n from "order" where remark = 'seen'`)
    expect(rows[0].n).toBe(103)
  })

  it('is only available by name, and only to the login role', async () => {
    await expect(t.jobs.pools.side.query(`select * from timer_due('rent', now(), 0, 1)`)).rejects.toThrow(
      'unknown timer',
    )
    await t.root.query('begin')
    await t.root.query('set local role tenant')
    await expect(t.root.query(`select * from timer_due('draft', now(), 0, 1)`)).rejects.toThrow('permission denied')
    await t.root.query('rollback')
    await t.root.query('begin')
    await t.root.query('set local role tenant')
    await expect(t.root.query('select purge_aged(now())')).rejects.toThrow('permission denied')
    await t.root.query('rollback')
  })
})

describe('schedules', () => {
  it('of daily jobs run at the start too, and stop with the server', async () => {
    const tried: string[] = []
    let goOn = () => {}
    const stop = startJobs(t.jobs, [
      {
        due: {
          draft: async (_, id) => {
            tried.push(id)
            await new Promise<void>((done) => {
              goOn = done
            })
          },
          payTimeout: async (_, id) => {
            tried.push(id)
          },
        },
      },
    ])
    await inTheEnd(() => expect(tried).toHaveLength(1))
    const stopped = stop()
    goOn()
    await stopped
    // The row in progress was finished; no other was started.
    expect(tried).toHaveLength(1)
  })

  it('run merchant by merchant', async () => {
    const seen: string[] = []
    await runForMerchants(t.jobs, 'test', async (ctx) => {
      seen.push(ctx.merchantId)
    })
    expect(seen).toEqual([w.merchantId, other.merchantId].toSorted((a, b) => Number(a) - Number(b)))
  })

  it('run for a closed merchant only where that goes on after its end', async () => {
    const seenBy = async (name: string) => {
      const seen: string[] = []
      await runForMerchants(t.jobs, name, async (ctx) => {
        seen.push(ctx.merchantId)
      })
      return seen
    }
    await setMerchantStatus(t, other.merchantId, merchantStatus.closed)
    expect(await seenBy('morning')).toEqual([w.merchantId])
    for (const name of ['retention', 'clearPositions', 'resultFiles', 'orphans'])
      expect(await seenBy(name)).toContain(other.merchantId)
    await setMerchantStatus(t, other.merchantId, merchantStatus.normal)
  })

  it('read all rows of a merchant without those of the others', async () => {
    const plans: string[] = []
    await runForMerchants(t.jobs, 'test', async (ctx) => {
      const rows = await ctx.query<{ 'QUERY PLAN': string }>('explain select sum(odometer_km) from vehicle')
      plans.push(rows.map((row) => Object.values(row)[0]).join('\n'))
    })
    expect(plans).toHaveLength(2)
    for (const plan of plans) {
      expect(plan).not.toContain('Seq Scan')
      expect(plan).toMatch(/Index Cond: .*merchant_id = /)
    }
  })

  it('give each statement of a merchant more time than a call has', async () => {
    const limits = new Set<string>()
    await runForMerchants(t.jobs, 'test', async (ctx) => {
      const rows = await ctx.query<{ statementTimeout: string }>('show statement_timeout')
      for (const { statementTimeout } of rows) limits.add(statementTimeout)
    })
    expect(limits).toEqual(new Set(['10min']))
  })
})

describe('expired data', () => {
  const purge = async () => {
    const work = jobs.flatMap((feature) => feature.installation ?? []).find(({ name }) => name === 'purge')
    await work!.work(t.jobs, new AbortController().signal)
  }
  const count = async (table: string) => (await t.root.query(`select count(*)::int as n from ${table}`)).rows[0].n

  it('is deleted: stored answers after two days, sign-in attempts and quotes after one', async () => {
    t.clock.set(TEST_NOW)
    await t.root.query('delete from idempotency')
    const token = w.tokens.owner
    const trip = {
      storeId: w.stores.hongqiao,
      modelId: w.models.lavida,
      pickupAt: TEST_NOW + DAY,
      returnAt: TEST_NOW + 2 * DAY,
    }
    const form = { contactName: '周明轩', contactPhone: '18621070937' }
    const drafted = await t.call(contract.quote.quote, trip, { token })
    const ordered = await t.call(contract.quote.quote, trip, { token })
    await t.call(contract.quote.quote, trip, { token })
    const draft = await t.call(
      contract.order.create,
      { submit: false, quoteId: drafted.quoteId, expectTotal: drafted.total, ...form },
      { token },
    )
    const submit = { submit: true, quoteId: ordered.quoteId, expectTotal: ordered.total, ...form }
    await t.call(contract.order.create, submit, { token, key: 'purged-later' })
    await expect(t.login('13912345678', 'wrong')).rejects.toThrow()
    expect([await count('idempotency'), await count('quote'), await count('login_attempt')]).toEqual([2, 3, 1])

    t.clock.set(TEST_NOW + DAY)
    await purge()
    expect([await count('idempotency'), await count('quote'), await count('login_attempt')]).toEqual([2, 3, 1])
    t.clock.set(TEST_NOW + DAY + HOUR)
    await purge()
    // The draft can still be opened; creating an order from the deleted quote is refused as before.
    expect([await count('idempotency'), await count('quote'), await count('login_attempt')]).toEqual([2, 1, 0])
    expect(await t.call(contract.order.draft, { orderId: draft.orderId }, { token })).toMatchObject(form)
    expect(await t.send(contract.order.create, submit, { token })).toMatchObject({ errorCode: 3004 })
    t.clock.set(TEST_NOW + 2 * DAY + 1)
    await purge()
    expect(await count('idempotency')).toBe(0)
  })
})
