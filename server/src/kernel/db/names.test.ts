import type { ApprovalKind } from '@cheyi/domain/platform/approval/rules'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TEST_NOW, type TestApp, testApp } from '../../testing/app.ts'
import { makeWorld } from '../../testing/world/world.ts'
import { asGate, asMerchant } from '../enter.ts'
import { inTenant } from './db.ts'
import { Flight, Statement } from './flight.ts'
import { createNames, statementNames } from './names.ts'
import { newClient, types } from './pools.ts'

let t: TestApp
let client: pg.Client

beforeAll(async () => {
  t = await testApp({ poolSize: 1 })
})
afterAll(() => t.close())
const open = async () => {
  client = newClient({ connectionString: t.database.migratorUrl, pipeline: true } as pg.ClientConfig)
  client.on('error', () => {})
  await client.connect()
}

const statement = (text: string, values: unknown[] = []) => new Statement(statementNames.of(text), text, values)
/** Sends statements as one flight. @returns rows, or the code or message of the failure, of each */
const fly = (...statements: Statement[]) => {
  client.query(new Flight(statements, types))
  return Promise.all(
    statements.map(({ answer }) =>
      answer.then(
        ({ rows }) => rows as unknown,
        (error: { code?: string; message: string }) => error.code ?? error.message,
      ),
    ),
  )
}

it('retains at most two generations of names, and those in use', () => {
  const names = createNames(10)
  const often = names.of('often')
  for (let n = 0; n < 1000; n++) {
    names.of(`text ${n}`)
    expect(names.of('often')).toBe(often)
    expect(names.size).toBeLessThanOrEqual(20)
  }
  const before = names.of('text 999')
  names.retireAll()
  expect([names.size, names.isAlive(before)]).toEqual([0, false])
  expect(names.of('text 999')).not.toBe(before)
})

it('is planned once, with alternating scopes', async () => {
  const { merchantId } = await makeWorld(t)
  const as = <Row extends object>(scope: 'all' | 'stores', text: string) =>
    inTenant(
      t.kernel.pools.main,
      { scope: { merchantId, accountId: '0', scope, storeIds: [] }, now: t.clock.now(), readOnly: true },
      ({ query }) => query<Row>(text),
    )
  for (let turn = 0; turn < 8; turn++)
    for (const scope of ['all', 'stores'] as const) await as(scope, 'select id from vehicle limit 0')
  // Of the same connection, which alone knows its statements.
  const plans = await as<{ plans: number }>(
    'all',
    `select (generic_plans + custom_plans)::int as plans from pg_prepared_statements where statement = 'select id from vehicle limit 0'`,
  )
  // If it were planned for another scope, the count would restart.
  expect(plans).toEqual([{ plans: 16 }])
})

it('has one name for lists of any length, and one for the negation', async () => {
  const ask = (ids: string[]) =>
    asGate(t.commands, ({ db }) =>
      Promise.all([
        db.selectFrom('appUser').select('id').where('id', 'in', ids).execute(),
        db.selectFrom('appUser').select('id').where('id', 'not in', ids).where('id', '<', '0').execute(),
      ]),
    )
  expect(await ask(['1'])).toEqual([[], []])
  const before = statementNames.size
  for (let length = 0; length < 60; length++) await ask(Array.from({ length }, (_, n) => String(n)))
  expect(statementNames.size).toBe(before)
})

it('has two names for an insert: for one row, and for any number of rows', async () => {
  const { merchantId } = await makeWorld(t)
  const insert = (count: number, from: number) =>
    asMerchant(t.kernel, merchantId, ({ db }) =>
      db
        .insertInto('task')
        .values(Array.from({ length: count }, (_, n) => ({ kind: 'law', refId: String(from + n), detail: {} })))
        .returning('refId')
        .execute(),
    )
  await insert(1, 0)
  expect(await insert(2, 1)).toEqual([{ refId: '1' }, { refId: '2' }])
  const before = statementNames.size
  for (let count = 1; count <= 100; count++) expect(await insert(count, count * 1000)).toHaveLength(count)
  expect(statementNames.size).toBe(before)
})

it('several rows are written like single ones', async () => {
  const { merchantId } = await makeWorld(t)
  const odd = `'"\\ \n{}[],\u00e9 车 NULL \u{1F697}`
  const approvals = [
    {
      kind: odd as ApprovalKind,
      call: '',
      keys: [odd, '', 'null', '{}'],
      storeIds: ['9007199254740993', '1'],
      menuIds: [1, -2],
      inputHash: Buffer.from([0, 255, 92, 120]),
      summary: 'a',
      readyAt: TEST_NOW,
      expireAt: TEST_NOW + 123,
    },
    {
      kind: 'null' as ApprovalKind,
      call: '\\x00',
      keys: [],
      storeIds: null,
      menuIds: [],
      inputHash: Buffer.alloc(0),
      summary: 'b',
      readyAt: null,
      expireAt: 0,
    },
  ]
  const details = [
    JSON.stringify({ odd, deep: [{ amount: 1.5 }, null] }),
    '"text"',
    'null',
    '[]',
    '12345678901234567890',
  ]
  const tasks = (kind: string) =>
    details.map((detail, n) => ({ kind, refId: String(n), orderId: null, detail: detail as never }))
  const [alone, together] = await asMerchant(t.kernel, merchantId, async ({ db }) => {
    const asked = ['kind', 'call', 'keys', 'storeIds', 'menuIds', 'inputHash', 'summary', 'readyAt'] as const
    const approval = () => db.insertInto('approval').returning([...asked, 'expireAt', 'state', 'note', 'createdAt'])
    const task = () => db.insertInto('task').returning(['refId', 'orderId', sql<string>`detail::text`.as('detail')])
    const single = []
    for (const row of approvals) single.push(await approval().values(row).executeTakeFirstOrThrow())
    for (const row of tasks('one')) single.push(await task().values(row).executeTakeFirstOrThrow())
    const several = [
      ...(await approval().values(approvals).execute()),
      ...(await task().values(tasks('all')).execute()),
    ]
    return [single, several]
  })
  expect(together).toEqual(alone)
  expect(together).toHaveLength(approvals.length + details.length)
})

it('the driver still has the internals that a flight uses', async () => {
  await open()
  const { connection } = client as unknown as { connection: Record<string, unknown> }
  expect(connection).toMatchObject({ parsedStatements: {}, submittedNamedStatements: {} })
  for (const method of ['parse', 'bind', 'describe', 'execute', 'close', 'sync'])
    expect(connection[method]).toBeTypeOf('function')
  expect(connection.stream).toMatchObject({ cork: expect.any(Function), uncork: expect.any(Function) })
  const host = decodeURIComponent(new URL(t.database.migratorUrl).hostname)
  expect(client).toMatchObject({ processID: expect.any(Number), secretKey: expect.any(Number), host })
  await client.end()
})

it('an error in the middle of a flight fails the later statements, and their names count as unknown', async () => {
  await open()
  const behind = () => statement('select 3 as behind')
  expect(await fly(statement('select 1 as before'), statement('select 1 / $1::int as n', [0]), behind())).toEqual([
    [{ before: 1 }],
    '22012',
    '22012',
  ])
  expect(await fly(behind(), statement('select 1 / $1::int as n', [1]))).toEqual([[{ behind: 3 }], [{ n: 1 }]])
  await client.end()
})

it('a text that could not be parsed is parsed again with the same name', async () => {
  await open()
  const later = () => statement('select word from later')
  expect(await fly(later(), statement('select 1 as skipped'))).toEqual(['42P01', '42P01'])
  await fly(statement(`create temp table later as select 'yes' as word`))
  expect(await fly(later(), later())).toEqual([[{ word: 'yes' }], [{ word: 'yes' }]])
  await client.end()
})

it('answers a row without columns, no rows, and a statement without a result', async () => {
  await open()
  const all = () => fly(statement('select'), statement('select 1 as one where false'), statement('set local x.y = 1'))
  expect(await all()).toEqual([[{}], [], []])
  // Described by now: the second time no description is requested.
  expect(await all()).toEqual([[{}], [], []])
  await client.end()
})

it('a lost connection fails the whole flight, and later statements', async () => {
  await open()
  const { processID } = client as unknown as { processID: number }
  const lost = fly(statement('select 1 as done'), statement('select pg_sleep(30)'), statement('select 2 as never'))
  await expect
    .poll(async () => {
      const { rows } = await t.root.query(
        `select pg_terminate_backend(pid) as ended from pg_stat_activity where pid = $1 and wait_event = 'PgSleep'`,
        [processID],
      )
      return rows
    })
    .toEqual([{ ended: true }])
  expect(await lost).toEqual([[{ done: 1 }], '57P01', '57P01'])
  const after = statement('select 1 as after')
  expect(await fly(after)).toEqual([
    expect.stringMatching(/not queryable$|^Connection terminated|^EPIPE$|^ECONNRESET$/),
  ])
})

it('closes retired statements in PostgreSQL, and prepares them again when they are used', async () => {
  await open()
  const prepared = async () =>
    ((await client.query(`select name from pg_prepared_statements where name like 'q%'`)).rows as unknown[]).length
  await fly(statement('select 1 as kept'), statement('select 2 as kept'))
  expect(await prepared()).toBe(2)
  statementNames.retireAll()
  expect(await fly(statement('select 1 as kept'))).toEqual([[{ kept: 1 }]])
  expect(await prepared()).toBe(1)
  await client.end()
})
