import type { TimerName } from '@cheyi/domain/booking/order/timers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { jobs } from '../jobs.ts'
import { newClient } from '../kernel/db/pools.ts'
import { asGate } from '../kernel/enter.ts'
import { migrationNames } from '../kernel/postgres/migrate.ts'
import { commandAddresses, requireMigrated } from '../kernel/postgres/sign-in.ts'
import { type Process, signInRoles } from '../kernel/postgres/sign-in-roles.ts'
import { runDue, runInstallation, runMerchants } from '../testing/jobs.ts'
import { TRIES } from '../testing/roles/compare.ts'
import { book } from '../testing/world/bookings.ts'
import { sharedMerchant, t, w } from '../testing/world/merchant.ts'
import { makeWorld } from '../testing/world/world.ts'

/*
 * What somebody can do who has taken over a process of the product: they have its connections to the database, and send what they like.
 * That each role has no more than its code uses is compared at the end of a run (testing/roles).
 */

sharedMerchant()

const FORBIDDEN = '42501'
const clients = {} as Record<Process, ReturnType<typeof newClient>>
let orderId: string

beforeAll(async () => {
  orderId = (await book(t, w)).orderId
  for (const name of Object.keys(signInRoles) as Process[]) {
    clients[name] = newClient({ connectionString: t.database.addresses[name], application_name: TRIES })
    await clients[name].connect()
  }
})
afterAll(() => Promise.all(Object.values(clients).map((client) => client.end())))

/** The code of what PostgreSQL answers, or `done`. */
const tried = (name: Process, sql: string, values: unknown[] = []): Promise<string> =>
  clients[name].query(sql, values).then(
    () => 'done',
    (error: { code: string }) => error.code,
  )

const SESSION = `insert into login_session (merchant_id, user_id, token_hash, idle_expire_at, absolute_expire_at)
  select null, 1, '\\x00', now() + interval '1 day', now() + interval '1 day'`

describe('who has taken over the gateway', () => {
  it('reads and writes no table, of persons and merchants or of the platform', async () => {
    const { rows } = await t.root.query(
      `select relname as name, relkind as kind from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')
         and relname <> 'schema_migration'`,
    )
    expect(rows.length).toBeGreaterThan(150)
    const open: string[] = []
    for (const { name, kind } of rows) {
      if ((await tried('gateway', `select 1 from "${name}"`)) !== FORBIDDEN) open.push(name)
      if (kind !== 'v' && (await tried('gateway', `delete from "${name}"`)) !== FORBIDDEN) open.push(name)
    }
    expect(open).toEqual([])
    expect(await tried('gateway', SESSION)).toBe(FORBIDDEN)
  })

  it('becomes nobody else, and so reads the orders of no merchant', async () => {
    for (const role of ['tenant', 'gate', 'definer', 'app_owner', signInRoles.web, signInRoles.jobs])
      expect(await tried('gateway', `select set_config('role', $1, false)`, [role]), role).toBe(FORBIDDEN)
    await clients.gateway.query(
      `select set_config('app.merchant_id', $1, false), set_config('app.scope', 'all', false)`,
      [w.merchantId],
    )
    expect(await tried('gateway', 'select contact_name from "order" where id = $1', [orderId])).toBe(FORBIDDEN)
  })

  it('calls nothing past the policies but the functions of the gateway', async () => {
    const { rows } = await t.root.query(
      `select proname as name from pg_proc p where pronamespace = 'public'::regnamespace and prosecdef
         and prorettype <> 'trigger'::regtype and has_function_privilege($1, p.oid, 'EXECUTE')`,
      [signInRoles.gateway],
    )
    expect(rows.length).toBeGreaterThan(15)
    expect(rows.map(({ name }) => name).filter((name) => !/^(gateway_\w+|position_days)$/.test(name))).toEqual([])
  })
})

describe('who has taken over the jobs', () => {
  it('opens no session, and reads no password, second factor, token or key', async () => {
    expect(await tried('jobs', SESSION)).toBe(FORBIDDEN)
    for (const sql of [
      'select password_hash from app_user',
      'select token_hash from login_session',
      'select secret_enc from user_totp',
      'select code_hash from recovery_code',
      'select 1 from sms_code',
      'select 1 from login_ticket',
      'select wrapped from merchant_key',
      'update app_user set mobile_hash = mobile_hash returning password_hash',
    ])
      expect(await tried('jobs', sql), sql).toBe(FORBIDDEN)
  })
})

describe('who has taken over the web server', () => {
  it('runs nothing that the clock sets off, and nothing of the gateway', async () => {
    for (const sql of [
      'select * from every_merchant()',
      "select * from timer_due('rent', now(), 0, 1)",
      'select * from job_take(gen_random_uuid(), 30)',
      'select purge_events(now())',
      "select gateway_place('1')",
    ])
      expect(await tried('web', sql), sql).toBe(FORBIDDEN)
  })

  it('publishes no legal text, appoints no operator and switches nothing of the installation', async () => {
    for (const sql of [
      "insert into legal_text (type) values ('x')",
      'insert into operator_merchant (user_id, merchant_id) values (1, 1)',
      "update installation_setting set value = 'true'",
      "update merchant set partners = '{}'",
      'delete from platform_log',
    ])
      expect(await tried('web', sql), sql).toBe(FORBIDDEN)
  })
})

describe('as its role', () => {
  it('every job does its work, of one row, one merchant and all', async () => {
    for (const { due = {}, merchants = [], installation = [] } of jobs) {
      for (const name of Object.keys(due) as TimerName[]) await runDue(t, name)
      for (const { name } of merchants) await runMerchants(t, name)
      for (const { name } of installation) await runInstallation(t, name)
    }
  })

  it('a command of the platform is gate, also after its work in a merchant', async () => {
    const { config, clock, log } = t.kernel
    const addresses = commandAddresses(t.database.migratorUrl, 'maintenance')
    const app = await buildApp({ config, addresses, clock, log, poolSize: 1, work: 'maintenance' })
    const scope = { merchantId: w.merchantId, accountId: '0', scope: 'all', storeIds: [] } as const
    const roles = await asGate(app.kernel, async (tx) => {
      const who = async () => (await tx.query<{ role: string }>('select current_user as role'))[0]!.role
      return [await who(), await tx.inMerchant(scope, who), await who()]
    })
    expect(roles).toEqual(['gate', 'tenant', 'gate'])
    await app.close()
  })

  it('every process sees whether the database is of its release', async () => {
    for (const address of Object.values(t.database.addresses)) await requireMigrated(address, await migrationNames())
  })
})

it('each sees the orders of a merchant only as tenant of it', async () => {
  const other = await makeWorld(t, { name: '邻家租车' })
  for (const name of ['web', 'jobs'] as const) {
    const client = clients[name]
    expect(await tried(name, 'select 1 from "order"'), name).toBe(FORBIDDEN)
    await client.query('begin')
    await client.query(
      `select set_config('role', 'tenant', true), set_config('app.merchant_id', $1, true), set_config('app.scope', 'all', true)`,
      [other.merchantId],
    )
    expect((await client.query('select 1 from "order" where id = $1', [orderId])).rowCount, name).toBe(0)
    await client.query('rollback')
  }
})
