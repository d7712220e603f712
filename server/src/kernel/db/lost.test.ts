import { contract } from '@cheyi/contract/index'
import { beforeAll, expect, it } from 'vitest'
import { endAllBackends, holding, withFaults } from '../../testing/hostile/faults.ts'
import { listening } from '../../testing/stream.ts'
import { formOf, quote } from '../../testing/world/booking.ts'
import { sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { Unavailable } from '../http/unavailable.ts'
import { inGate, inTenant, type Transaction } from './db.ts'
import { createNumbers } from './numbers.ts'

sharedMerchant({ cars: 4, poolSize: 2 })
beforeAll(async () => {
  // A booking that blocks in its COMMIT while the lock 7 is held.
  await t.root.query(`
    create function wait_at_commit() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(7); return null; end $$;
    create constraint trigger wait_at_commit after insert on idempotency
      deferrable initially deferred for each row execute function wait_at_commit();
    create constraint trigger wait_at_commit after insert or update on number_block
      deferrable initially deferred for each row execute function wait_at_commit()`)
})

const asTenant = <T>(
  work: (tx: Transaction) => Promise<T>,
  options: { signal?: AbortSignal; readOnly?: boolean } = {},
) =>
  inTenant(
    t.kernel.pools.main,
    {
      scope: { merchantId: w.merchantId, accountId: '1', scope: 'all', storeIds: [] },
      now: t.clock.now(),
      readOnly: false,
      ...options,
    },
    work,
  )
const enter = <T>(work: (tx: Transaction) => Promise<T>) => inGate(t.kernel.pools.main, { now: t.clock.now() }, work)
const backend = async ({ query }: Transaction) =>
  (await query<{ pid: number }>('select pg_backend_pid() as pid'))[0]!.pid
/** Terminates a backend; when it resolves, its last message has arrived, and no waiting query has received it. */
const end = async (pid: number) => {
  await t.root.query('select pg_terminate_backend($1, 5000)', [pid])
  await t.root.query('select 1')
}
const storesOf = () => t.call(contract.store.list, {}, { token: w.tokens.owner })

it('continues after lost connections: idle, between two statements, and during one', async () => {
  await storesOf()
  await endAllBackends(t.root)
  expect(await storesOf()).toHaveLength(3)

  const between = enter(async (tx) => {
    await end(await backend(tx))
    await tx.query('select 1')
  })
  await expect(between).rejects.toMatchObject({ name: 'Unavailable', reason: 'lost', undecided: false })

  const lock = await holding(t, 'lock table store')
  const middle = asTenant(({ query }) => query('select id from store'))
  const stopped = expect(middle).rejects.toMatchObject({ reason: 'lost', undecided: false })
  await lock.cut().finally(lock.release)
  await stopped
  expect(await enter(({ query }) => query('select 1 as one'))).toEqual([{ one: 1 }])
})

it.each(['53100', '53200'])(
  'is temporarily not available while the database is out of disk or memory (%s)',
  async (code) => {
    const full = enter(({ query }) =>
      query(`do $$ begin raise exception 'no space left' using errcode = '${code}'; end $$`),
    )
    await expect(full).rejects.toMatchObject({ name: 'Unavailable', reason: 'busy', undecided: false })
  },
)

it('retries a read whose connection was lost; the client does not notice', async () => {
  const before = await storesOf()
  const lock = await holding(t, 'lock table store')
  const read = storesOf()
  await lock.cut()
  await lock.someBlocked()
  await lock.release()
  expect(await read).toEqual(before)
})

const bookingsOf = async (key: string) =>
  (await t.root.query('select answer from idempotency where key = $1', [key])).rows.length
const ordersNow = async () => Number((await t.root.query('select count(*) as n from "order"')).rows[0].n)

it('retries a write that had not reached its COMMIT', async () => {
  const form = formOf(await quote(t, w))
  const orders = await ordersNow()
  const lock = await holding(t, 'lock table "order"')
  const created = t.send(contract.order.create, form, { token: w.tokens.owner, key: 'lost-before' })
  await lock.cut()
  await lock.someBlocked()
  await lock.release()
  expect(await created).toMatchObject({ success: true })
  expect([await ordersNow(), await bookingsOf('lost-before')]).toEqual([orders + 1, 1])
})

it('retries a write with its key when it is unknown whether it was committed', async () => {
  const form = formOf(await quote(t, w))
  const orders = await ordersNow()
  const lock = await holding(t, 'select pg_advisory_xact_lock(7)')
  const created = t.send(contract.order.create, form, { token: w.tokens.owner, key: 'lost-at-commit' })
  await lock.cut()
  await lock.someBlocked()
  await lock.release()
  expect(await created).toMatchObject({ success: true })
  expect([await ordersNow(), await bookingsOf('lost-at-commit')]).toEqual([orders + 1, 1])
})

it('returns 503 when the retry is lost too, and the same key can be used again', async () => {
  const form = formOf(await quote(t, w))
  const orders = await ordersNow()
  const again = { token: w.tokens.owner, key: 'lost-twice' }
  const lock = await holding(t, 'lock table "order"')
  const created = t.send(contract.order.create, form, again)
  const first = await lock.cut()
  for (;;) if ((await lock.someBlocked()).some((pid) => pid !== first)) break
  await lock.cut()
  const answer = await created
  await lock.release()
  expect(answer).toMatchObject({ httpStatus: 503, success: false, errorCode: -1, message: '系统繁忙，请稍后重试' })
  expect(answer.headers['retry-after']).toBe('1')
  expect(await ordersNow()).toBe(orders)
  const { orderId } = await t.call(contract.order.create, form, again)
  expect(await t.call(contract.order.create, form, again)).toMatchObject({ orderId })
  expect(await ordersNow()).toBe(orders + 1)
})

it('does not retry after an external effect, or without a key when it may be committed', async () => {
  // The code was used up at WeChat.
  const lock = await holding(t, 'lock table app_user')
  const bound = t.send(contract.partner.bindWechat, { code: 'wx-小王.1' }, { token: w.tokens.owner })
  await lock.cut().finally(lock.release)
  expect(await bound).toMatchObject({ httpStatus: 503, errorCode: -1 })

  const commit = await holding(t, 'select pg_advisory_xact_lock(7)')
  const undecided = asTenant(({ query }) =>
    query(`insert into idempotency (actor, path, key, input_hash) values (1, '/by-hand', 'by-hand-key', sha256(''))`),
  )
  const told = expect(undecided).rejects.toMatchObject({ reason: 'lost', undecided: true })
  await commit.cut()
  await told
  await commit.release()
})

it('uses no number of a block whose reservation was lost', async () => {
  const { nextNumber } = createNumbers(t.kernel.pools.side)
  const next = () => nextNumber(w.merchantId, 'T', t.clock.now())
  const lock = await holding(t, 'select pg_advisory_xact_lock(7)')
  const early = next()
  await lock.someBlocked()
  const meanwhile = next()
  await lock.cut()
  await lock.release()
  expect(new Set(await Promise.all([early, meanwhile, next()])).size).toBe(3)
})

it('answers reads while connections are terminated one after another', async () => {
  const { answer, ended } = await withFaults(t, 20, async (ended) => {
    const answers: number[] = []
    while (ended() < 20) {
      const token = { token: w.tokens.owner }
      const ten = await Promise.all(Array.from({ length: 10 }, () => t.send(contract.store.list, {}, token)))
      answers.push(...ten.map(({ httpStatus }) => httpStatus))
    }
    return answers
  })
  expect(ended).toBe(20)
  expect(answer.filter((status) => status !== 200 && status !== 503)).toEqual([])
  // A read rarely meets two terminations in a row; a single one is not noticed.
  expect(answer.filter((status) => status === 503).length).toBeLessThan(10)
})

it('cancels the query of a disconnected client in PostgreSQL', async () => {
  const address = await listening(t.app)
  const lock = await holding(t, 'lock table store')
  const stop = new AbortController()
  const asked = fetch(address + contract.store.list.path, {
    method: 'POST',
    headers: { token: w.tokens.owner },
    signal: stop.signal,
  })
  await lock.someBlocked()
  stop.abort()
  await expect(asked).rejects.toThrow()
  await lock.noneBlocked()
  await lock.release()
  expect(await storesOf()).toHaveLength(3)
})

it('ends a query at its time limit, and reuses the connection', async () => {
  const overdue = new AbortController()
  const lock = await holding(t, 'lock table store')
  let pid = 0
  const work = asTenant(
    async (tx) => {
      pid = await backend(tx)
      await tx.query('select id from store')
    },
    { signal: overdue.signal },
  )
  const told = expect(work).rejects.toMatchObject({ reason: 'overdue', undecided: false })
  await lock.someBlocked()
  overdue.abort(new Unavailable('overdue'))
  await told
  await lock.release()
  const { rows } = await t.root.query('select state from pg_stat_activity where pid = $1', [pid])
  expect(rows).toEqual([{ state: 'idle' }])
})

it('waits for a connection no longer than its caller, and refuses callers when too many wait', async () => {
  let done = () => {}
  const until = new Promise<void>((resolve) => {
    done = resolve
  })
  const begun: Promise<unknown>[] = []
  const holders = [1, 2].map(() =>
    enter(async ({ query }) => {
      begun.push(query('select 1'))
      await until
    }),
  )
  await Promise.all(begun)
  const gone = new AbortController()
  const waiting = inGate(t.kernel.pools.main, { now: t.clock.now(), signal: gone.signal }, ({ query }) =>
    query('select 1'),
  )
  gone.abort(new Unavailable('gone'))
  await expect(waiting).rejects.toMatchObject({ reason: 'gone' })

  const crowd = Array.from({ length: 600 }, () =>
    enter(({ query }) => query('select 1')).then(
      () => 'served',
      (error: Unavailable) => error.reason,
    ),
  )
  expect(await crowd.at(-1)).toBe('busy')
  done()
  const fates = await Promise.all(crowd)
  expect(fates.filter((fate) => fate === 'served')).toHaveLength(499)
  expect(fates.filter((fate) => fate === 'busy')).toHaveLength(101)
  await Promise.all(holders)
})
