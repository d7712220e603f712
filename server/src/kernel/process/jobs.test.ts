import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { merchantStatus } from '@cheyi/domain/platform/merchant/codes'
import type { MerchantJob } from '@cheyi/domain/platform/merchant/goes-on'
import { DAY, HOUR } from '@cheyi/domain/time'
import { describe, expect, it, vi } from 'vitest'
import { jobs } from '../../jobs.ts'
import { TEST_NOW } from '../../testing/app.ts'
import { inTheEnd } from '../../testing/in-the-end.ts'
import { runDue } from '../../testing/jobs.ts'
import { other, sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { insertOrder } from '../../testing/world/orders.ts'
import { setMerchantStatus } from '../../testing/world/world.ts'
import type { Context } from '../context.ts'
import { type Jobs, runForMerchants, runTimer, startJobs } from './jobs.ts'

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

/** What a work of each hour of the day did: those of the night at any hour, those of the day on their day only. */
async function startedAt(now: string): Promise<string[]> {
  t.clock.set(Date.parse(`${now}+08:00`))
  await t.root.query(
    `insert into schedule_run (work, due_at) values ('testLast', '2027-01-01') on conflict (work) do update set due_at = excluded.due_at`,
  )
  let isLast = false
  const done: string[] = []
  const work = (name: string, daily: string) => ({
    ...{ name: name as MerchantJob, schedule: { daily } },
    work: async () => void done.push(name),
  })
  const stop = startJobs(t, [
    {
      merchants: [work('testNight', '02:00'), work('testMorning', '08:30')],
      installation: [work('testPurge', '03:20')],
      due: { draft: async (_, id) => void done.push(`draft ${id}`) },
    },
    {
      installation: [
        { ...work('testBroken', '03:00'), work: async () => Promise.reject(new Error('broken')) },
        {
          ...work('testLast', '03:00'),
          work: async () => {
            isLast = true
          },
        },
      ],
    },
  ])
  // Works are begun in this order.
  await inTheEnd(() => expect(isLast).toBe(true))
  await inTheEnd(async () => {
    const { rows } = await t.root.query('select work from schedule_run where lease_until > clock_timestamp()')
    expect(rows).toEqual([])
  })
  await stop()
  return done.toSorted()
}

describe('schedules', () => {
  it('do what was missed while no server was there, once, and speak to nobody at night', async () => {
    await t.root.query('delete from schedule_run')
    const log = vi.spyOn(t.kernel.log, 'error').mockReturnValue()
    t.clock.set(Date.parse('2027-03-02T09:00+08:00'))
    const draft = `draft ${await insertOrder(t, w, { status: orderStatus.notSubmitted })}`
    const worksAt = async (now: string) => (await startedAt(now)).filter((name) => name.startsWith('test'))
    // Twice, because there are two merchants.
    const [night, morning] = [
      ['testNight', 'testNight', 'testPurge'],
      ['testMorning', 'testMorning'],
    ] as const
    // A new installation has missed nothing but rows that are due: an upgrade may have brought the work.
    const first = await startedAt('2027-03-03T21:00')
    expect(first).toContain(draft)
    expect(first.filter((name) => name.startsWith('test'))).toEqual([])
    // Off for a night: its work is done in the evening, that of the morning too, and not again by the next start.
    const done = await startedAt('2027-03-04T21:30')
    expect(done).toContain(draft)
    expect(done.filter((name) => name.startsWith('test'))).toEqual([...morning, ...night])
    expect(await startedAt('2027-03-04T21:35')).toEqual([])
    // At night nobody is reminded, and the next day not of the day before.
    expect(await worksAt('2027-03-05T23:30')).toEqual(night)
    expect(await worksAt('2027-03-06T08:00')).toEqual(night)
    // A clock that was wrong for a moment ends nothing for good.
    await startedAt('2028-03-06T12:00')
    expect(await worksAt('2027-03-07T12:00')).toEqual([...morning, ...night])
    log.mockRestore()
  })

  it('of an hour are done by one of two servers, and by the other when the first died in the middle', async () => {
    const begun: string[] = []
    let goOn = () => {}
    const job = (server: string): Jobs => ({
      installation: [
        {
          ...{ name: 'testHour', schedule: { daily: '02:00' } as const },
          work: async () => {
            begun.push(server)
            if (server === 'first')
              await new Promise<void>((done) => {
                goOn = done
              })
          },
        },
      ],
    })
    t.clock.set(Date.parse('2027-04-01T12:00+08:00'))
    await t.root.query(`insert into schedule_run (work, due_at) values ('testHour', '2027-03-31T02:00+08:00')`)
    const stopFirst = startJobs(t, [job('first')])
    await inTheEnd(() => expect(begun).toEqual(['first']))
    const stopOther = startJobs(t, [job('second')])
    await inTheEnd(() => expect(t.jobs.pools.side.waitingCount).toBe(0))
    await stopOther()
    expect(begun).toEqual(['first'])
    await t.root.query(`update schedule_run set lease_until = '-infinity' where work = 'testHour'`)
    const stopSecond = startJobs(t, [job('second')])
    await inTheEnd(() => expect(begun).toEqual(['first', 'second']))
    await stopSecond()
    goOn()
    await stopFirst()
  })

  it('tell every failure to whoever watches, from the first one on', async () => {
    const value = async () =>
      /cheyi_job_failures_total\{work="testOften"\} (\d+)/.exec(await t.jobs.metrics.registry.metrics())?.[1]
    const log = vi.spyOn(t.kernel.log, 'error').mockReturnValue()
    let fails = false
    const stop = startJobs(t, [
      {
        installation: [
          {
            ...{ name: 'testOften', schedule: { every: 1000 } },
            work: async () => {
              if (fails) throw new Error('broken')
            },
          },
        ],
      },
    ])
    expect(await value()).toBe('0')
    fails = true
    await inTheEnd(async () => expect(Number(await value())).toBeGreaterThan(0))
    await stop()
    log.mockRestore()
  })

  it('of what has to be quick go on while long work holds every connection of its own', async () => {
    let quick = 0
    const ends: (() => void)[] = []
    const long = Array.from({ length: 8 }, (_, n) => ({
      ...{ name: `testLong${n}` as MerchantJob, schedule: { every: 1000 }, long: true as const },
      work: async (ctx: Context) => {
        await ctx.query('select 1')
        await new Promise<void>((done) => void ends.push(done))
      },
    }))
    const stop = startJobs(t, [
      { merchants: long },
      {
        merchants: [
          {
            name: 'testQuick' as MerchantJob,
            schedule: { every: 1000 },
            work: async (ctx) => {
              await ctx.query('select 1')
              quick++
            },
          },
        ],
      },
    ])
    await inTheEnd(() => expect(ends.length).toBeGreaterThan(3))
    const before = quick
    await inTheEnd(() => expect(quick).toBeGreaterThan(before + 1))
    const stopped = stop()
    const going = setInterval(() => {
      for (const end of ends.splice(0)) end()
    }, 20)
    await stopped
    clearInterval(going)
  })

  it('of due rows ask other vendors while one does not answer', async () => {
    for (const _ of Array.from({ length: 5 })) await insertOrder(t, w, { status: orderStatus.notSubmitted })
    const last = await insertOrder(t, other, { status: orderStatus.notSubmitted })
    t.clock.set(Date.parse('2027-06-01T12:00+08:00'))
    let slow = 0
    const quick: string[] = []
    let answer = () => {}
    const silence = new Promise<void>((done) => {
      answer = done
    })
    const ran = runTimer(t.jobs, 'draft', async (ctx, id) => {
      ctx.afterCommit(async () => {
        if (ctx.merchantId === other.merchantId) quick.push(id)
        else {
          slow++
          await silence
        }
      })
    })
    await inTheEnd(() => expect(quick).toContain(last))
    // The others of the same merchant wait for their turn.
    expect(slow).toBe(3)
    answer()
    await ran
    expect(slow).toBeGreaterThanOrEqual(5)
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
