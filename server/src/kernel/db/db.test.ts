import { contract } from '@cheyi/contract/index'
import { Refusal } from '@cheyi/domain/refusal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { listen } from '../../testing/flights.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'
import { inGate, inTenant, type Transaction } from './db.ts'

let t: TestApp
let w: World
let other: World

beforeAll(async () => {
  // A single connection, so that every call reuses that of the one before.
  t = await testApp({ poolSize: 1 })
  w = await makeWorld(t)
  other = await makeWorld(t, { name: '别家租车' })
})
afterAll(() => t.close())

const open = async () =>
  (
    await t.root.query(
      `select state from pg_stat_activity where datname = current_database() and usename = 'cheyi_web' and state <> 'idle'`,
    )
  ).rows

it('ends a read soon, although the answer does not wait for it', async () => {
  await t.call(contract.store.list, {}, { token: w.tokens.owner })
  await expect.poll(open).toEqual([])
})

it('leaks no state of a read into the next call', async () => {
  const names = async (world: World) =>
    (await t.call(contract.store.list, {}, { token: world.tokens.owner })).map((s) => s.id)
  for (let turn = 0; turn < 3; turn++) {
    expect(await names(w)).toEqual(Object.values(w.stores))
    expect(await names(other)).toEqual(Object.values(other.stores))
    // A sign-in writes as another role, directly after the read.
    expect(
      await t.send(contract.session.login, { mobile: '13900000000', password: 'x1234567', agree: true }),
    ).toMatchObject({ errorCode: 1001 })
  }
})

const enter = <T>(work: (tx: Transaction) => Promise<T>) => inGate(t.kernel.pools.main, { now: t.clock.now() }, work)

it('answers each of the statements that are sent together, including repeated ones', async () => {
  const rows = await enter(({ query }) =>
    Promise.all([
      query('select 1::int8 as id, 5::int8 as price_fen'),
      query('select $1::text as text', ['甲']),
      query('select 1 where false'),
      query('select $1::text as text', ['乙']),
    ]),
  )
  expect(rows).toEqual([[{ id: '1', priceFen: 5 }], [{ text: '甲' }], [], [{ text: '乙' }]])
})

it('answers statements beside a check only after that check', async () => {
  const order: string[] = []
  const sent = await listen(() =>
    enter(async ({ query, answersAfter }) => {
      const asked = query('select 1 as known')
      answersAfter(asked.then(() => void order.push('known')))
      await query('select 2 as work')
      order.push('work')
    }),
  )
  expect(order).toEqual(['known', 'work'])
  expect(new Set(sent.filter(({ text }) => text.includes(' as ')).map(({ flight }) => flight)).size).toBe(1)
})

it('fails with the refusal of a check, whatever else was sent or failed', async () => {
  const repeated = new Error('a repeat')
  let went = false
  const refused = enter(async ({ query, queue, answersAfter }) => {
    const asked = query('select 1 as known').then(() => {
      throw repeated
    })
    answersAfter(asked)
    queue('select 1 / 0')
    const work = query('select 2 as work').then(() => {
      went = true
    })
    work.catch(() => undefined)
    await asked
  })
  await expect(refused).rejects.toBe(repeated)
  expect(went).toBe(false)
  // The connection can be used by the next call.
  expect(await enter(({ query }) => query('select 3 as n'))).toEqual([{ n: 3 }])
})

it('reads a sum as a number under any name, and an id as text', async () => {
  const [row] = await enter(({ query }) =>
    query(`select sum(fen)::bigint as fen, sum(fen) as total, max(fen) as amount, count(*), max(id) as order_id
      from (values (1210304::bigint, 1::bigint), (45440, 2)) v (fen, id)`),
  )
  expect(row).toEqual({ fen: 1255744, total: 1255744, amount: 1210304, count: 2, orderId: '2' })
})

it('fails a statement with all that were sent after it, and serves the next call', async () => {
  const fates: string[] = []
  const told = (promise: Promise<unknown>) =>
    promise.then(
      () => fates.push('done'),
      (error: { code?: string; message: string }) => fates.push(error.code ?? error.message),
    )
  const faulty = (fault: () => [text: string, values?: unknown[]]) =>
    enter(async ({ query }) => {
      await query('select 0 as begun')
      await Promise.all([told(query('select 1 as before')), told(query(...fault())), told(query('select 2 as behind'))])
      throw new Error('turned back')
    })
  const failsOnItsWay = {
    toPostgres: () => {
      throw new Error('no text for this')
    },
  }
  // A value that PostgreSQL refuses, an invalid statement, and a value that the driver cannot send.
  await expect(faulty(() => ['select $1::int as n', ['x']])).rejects.toThrow('turned back')
  await expect(faulty(() => ['select from where'])).rejects.toThrow('turned back')
  await expect(faulty(() => ['select $1::text as n', [failsOnItsWay]])).rejects.toThrow('turned back')
  expect(fates).toEqual([
    ...['done', '22P02', '22P02'],
    ...['done', '42601', '42601'],
    ...['no text for this', 'no text for this', 'no text for this'],
  ])
  expect(await enter(({ query }) => query('select $1::int as n', [3]))).toEqual([{ n: 3 }])
})

it('commits nothing after a swallowed failure', async () => {
  const swallowed = enter(async ({ query }) => {
    await query('select 1 / 0').catch(() => undefined)
  })
  await expect(swallowed).rejects.toThrow('a statement of this transaction failed')
})

it('refuses a statement after the end, and holds no connection for it', async () => {
  const { query } = await enter(async (tx) => tx)
  await expect(query('select 1')).rejects.toThrow('this transaction is over')
  expect(await enter(({ query }) => query('select 1 as one'))).toEqual([{ one: 1 }])
})

it('runs what a read did not await inside its own transaction', async () => {
  const scope = { merchantId: w.merchantId, accountId: '0', scope: 'all', storeIds: [] } as const
  let left: Promise<unknown> | undefined
  await inTenant(t.kernel.pools.main, { scope, now: t.clock.now(), readOnly: true }, async ({ query }) => {
    await query('select 1')
    left = query(`select current_setting('app.merchant_id') as merchant, current_user as role`)
  })
  await expect(left).resolves.toEqual([{ merchant: w.merchantId, role: 'tenant' }])
})

const asClerk = <T>(work: (tx: Transaction) => Promise<T>) => {
  const scope = { merchantId: w.merchantId, accountId: '7', scope: 'stores', storeIds: ['1'] } as const
  return inTenant(t.kernel.pools.main, { scope, now: t.clock.now(), readOnly: false }, work)
}
const REMARK = 'insert into task (kind, ref_id, detail) values ($1, $2, $3)'
const tasks = async (kind: string) =>
  (await t.root.query('select ref_id, merchant_id from task where kind = $1 order by id', [kind])).rows

describe('a queued statement', () => {
  it('that must change a row fails the transaction that commits after it, sent with the commit or before', async () => {
    const nobody = `update task set detail = detail where kind = 'nobody'`
    const insert = `insert into task (kind, ref_id, detail) values ('must', $1, '{}')`
    const missing = () => new Refusal('stale')
    const sentWithCommit = asClerk(async ({ queue }) => {
      queue(insert, ['1'])
      queue(nobody, [], missing)
    })
    await expect(sentWithCommit).rejects.toMatchObject({ key: 'stale' })
    const sentBefore = asClerk(async ({ query, queue }) => {
      queue(insert, ['2'])
      queue(nobody, [], missing)
      await query('select 1')
    })
    await expect(sentBefore).rejects.toMatchObject({ key: 'stale' })
    expect(await tasks('must')).toEqual([])
    await asClerk(async ({ queue }) => {
      queue(insert, ['3'])
      queue(`update task set detail = detail where kind = 'must'`, [], missing)
    })
    expect(await tasks('must')).toEqual([{ refId: '3', merchantId: expect.anything() }])
  })

  it('is sent in its order, with the next awaited statement or the commit, in one flight', async () => {
    const sent = await listen(() =>
      asClerk(async ({ db, query, queue }) => {
        await query('select 1')
        queue(REMARK, ['queued', '1', '{}'])
        queue(db.insertInto('task').values({ kind: 'queued', refId: '2', detail: {} }))
        expect(await query(`select count(*) as n from task where kind = 'queued'`)).toEqual([{ n: 2 }])
        queue(REMARK, ['queued', '3', '{}'])
      }),
    )
    const { merchantId } = w
    expect(await tasks('queued')).toEqual(['1', '2', '3'].map((refId) => ({ refId, merchantId })))
    expect(sent.map(({ flight }) => flight)).toEqual([1, 1, 1, 2, 2, 2, 3, 3])
  })

  it.each([
    ['the statement behind it', async ({ query }: Transaction) => void (await query('select 1'))],
    ['the commit', async () => {}],
  ])('fails the transaction with its own error, which %s reveals', async (_, then) => {
    const refused = asClerk(async (tx) => {
      await tx.query('select 1')
      tx.queue(REMARK, ['refused', '1', '{}'])
      tx.queue(REMARK, ['refused', 'no number', '{}'])
      await then(tx)
    })
    await expect(refused).rejects.toMatchObject({ code: '22P02' })
    expect(await tasks('refused')).toEqual([])
    expect(await enter(({ query }) => query('select 1 as one'))).toEqual([{ one: 1 }])
  })

  it('is the reported cause although its failure was noticed late or ignored', async () => {
    const behind = (work: (tx: Transaction) => Promise<unknown>) =>
      asClerk(async (tx) => {
        await tx.query('select 1')
        const asked = tx.query('select 1')
        tx.queue(REMARK, ['unheard', 'no number', '{}'])
        await asked
        await work(tx)
      })
    const cause = { code: '22P02' }
    await expect(behind(({ query }) => query('select 2'))).rejects.toMatchObject(cause)
    await expect(behind(({ query }) => query('select 2').catch(() => {}))).rejects.toMatchObject(cause)
    await expect(behind(async () => {})).rejects.toMatchObject(cause)
  })

  it('has no effect after a rollback, and the connection can be used again', async () => {
    const [before] = await enter(({ query }) => query('select pg_backend_pid() as pid'))
    const turned = asClerk(async ({ query, queue }) => {
      await query('select 1')
      queue(REMARK, ['turned', 'no number', '{}'])
      throw new Error('turned back')
    })
    await expect(turned).rejects.toThrow('turned back')
    expect(await enter(({ query }) => query('select pg_backend_pid() as pid'))).toEqual([before])
  })

  it('sees the data of its position in the order', async () => {
    const seen = await asClerk(async ({ query, queue, elevated }) => {
      const note = () =>
        queue(`insert into task (kind, ref_id, detail)
          select 'seen', nextval('row_id'), jsonb_build_object('cars', count(*)) from vehicle`)
      note()
      await elevated(async () => note())
      note()
      return query(`select detail from task where kind = 'seen' order by id`)
    })
    const cars = Object.values(w.vehicles).flat().length
    const ofStores = { detail: { cars: 0 } }
    expect(seen).toEqual([ofStores, { detail: { cars } }, ofStores])
  })

  it('is refused after the end', async () => {
    const { queue } = await asClerk(async (tx) => tx)
    expect(() => queue('select 1')).toThrow('this transaction is over')
  })
})
