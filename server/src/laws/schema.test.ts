import { access, readFile } from 'node:fs/promises'
import { contract } from '@cheyi/contract/index'
import { describe, expect, it } from 'vitest'
import { signInRoles } from '../kernel/postgres/sign-in-roles.ts'
import { book } from '../testing/world/bookings.ts'
import { sharedMerchant, t, w } from '../testing/world/merchant.ts'
import { makeWorld } from '../testing/world/world.ts'

/* Laws of the database, read from its catalogue: requirements for a new table before anything is stored in it. */

sharedMerchant()

/** Tables that belong to no merchant: persons, and records of the installation itself. */
const shared = [
  'app_user',
  'bind_token',
  'captcha',
  'factor_ticket',
  'gateway_node',
  'holiday_year',
  'installation_setting',
  'legal_text',
  'login_attempt',
  'login_lock',
  'login_qr',
  'login_session',
  'login_ticket',
  'merchant',
  'merchant_place',
  'merchant_key',
  'model_library',
  'open_nonce',
  'operator_merchant',
  'partner_user',
  'platform_log',
  'recovery_code',
  'registration',
  'ring_address',
  'schedule_run',
  'schema_migration',
  'site_host_claim',
  'site_name',
  'sms_code',
  'stream_ticket',
  'shown_whole',
  'terminal',
  'terminal_wrong',
  'unasked_text',
  'user_totp',
  'wechat_ticket',
]
/** Those that are the same for every merchant and contain no data of persons: a tenant may read them. */
const catalogues = ['holiday_year', 'legal_text', 'model_library']
/** Tables that the login role may also read, to sign people in. */
const readByGate = ['account', 'invitation', 'link_token', 'role', 'scan_link', 'store']

const column = async <T = string>(sql: string, values: unknown[] = []): Promise<T[]> =>
  (await t.root.query({ text: sql, values, rowMode: 'array' })).rows.map((row) => row[0])

const everyTable = () =>
  column(`select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and not c.relispartition order by 1`)
const tenantTables = async () => (await everyTable()).filter((name) => !shared.includes(name))

/** Runs statements as a role, in a transaction that is rolled back. */
async function as<T>(role: string, settings: Record<string, string>, work: () => Promise<T>): Promise<T> {
  await t.root.query('begin')
  try {
    await t.root.query(`set local role ${role}`)
    for (const [name, value] of Object.entries(settings))
      await t.root.query('select set_config($1, $2, true)', [name, value])
    return await work()
  } finally {
    await t.root.query('rollback')
  }
}
const codeOf = (sql: string, values: unknown[] = []): Promise<string> =>
  t.root.query(sql, values).then(
    () => 'done',
    (error: { code: string }) => error.code,
  )
const FORBIDDEN = '42501'

describe('every tenant table', () => {
  it('is one that this list of shared ones does not name', async () => {
    const tables = await everyTable()
    expect(shared.filter((name) => !tables.includes(name))).toEqual([])
    const withMerchant = await column(
      `select table_name from information_schema.columns where table_schema = 'public' and column_name = 'merchant_id'`,
    )
    expect((await tenantTables()).filter((name) => !withMerchant.includes(name))).toEqual([])
  })

  it('is under forced row-level security, by the merchant of the transaction', async () => {
    const open = await column(
      `select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
         and not c.relispartition and c.relname <> all ($1) and not (c.relrowsecurity and c.relforcerowsecurity)`,
      [shared.filter((name) => name !== 'merchant')],
    )
    expect(open).toEqual([])
    const { rows } = await t.root.query(
      `select tablename, qual from pg_policies where schemaname = 'public' and policyname = 'tenant'
         and permissive = 'PERMISSIVE' and roles = '{tenant}' and cmd = 'ALL'`,
    )
    const tables = await tenantTables()
    expect(
      rows
        .map((row) => row.tablename)
        .filter((name) => name !== 'merchant')
        .toSorted(),
    ).toEqual(tables)
    for (const { tablename, qual } of rows)
      expect(qual, tablename).toMatch(
        /^\((merchant_)?id = \( SELECT \(current_setting\('app\.merchant_id'::text\)\)::bigint/,
      )
    // No other policy gives the tenant access: further policies only narrow what it sees.
    const wider = await column(
      `select tablename || '.' || policyname from pg_policies where schemaname = 'public' and permissive = 'PERMISSIVE'
         and policyname <> 'tenant' and roles && '{tenant, public}'`,
    )
    expect(wider).toEqual([])
    // At most one policy narrows it.
    const narrower = await column(
      `select tablename || ': ' || string_agg(policyname || ' ' || roles::text, ', ') from pg_policies
        where schemaname = 'public' and permissive = 'RESTRICTIVE' group by tablename
        having string_agg(policyname || ' ' || roles::text, ', ') <> 'scope {tenant}'`,
    )
    expect(narrower).toEqual([])
  })

  // A policy compares the merchant with a setting whose value the planner does not know, so it assumes that one merchant has a small part
  // of the rows.
  it('is planned as if the rows of one merchant were all there are', async () => {
    const average = await column(
      `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'merchant_id'
        where c.relnamespace = 'public'::regnamespace and c.relrowsecurity and not c.relispartition
          and not coalesce(array['n_distinct=1', 'n_distinct_inherited=1'] && a.attoptions, false)`,
    )
    expect(average).toEqual([])
  })

  it('begins every key with the merchant: primary, unique, exclusion and foreign', async () => {
    const keys = await column(
      `select c.relname || '.' || i.indexrelid::regclass
         from pg_index i join pg_class c on c.oid = i.indrelid
         left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
        where c.relname = any ($1) and (i.indisunique or i.indisprimary or i.indisexclusion)
          and a.attname is distinct from 'merchant_id'`,
      [await tenantTables()],
    )
    expect(keys).toEqual([])
    const references = await column(
      `select c.conname from pg_constraint c
         join pg_class own on own.oid = c.conrelid
         join pg_class other on other.oid = c.confrelid
         join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
         join pg_attribute b on b.attrelid = c.confrelid and b.attnum = c.confkey[1]
        where c.contype = 'f' and own.relname = any ($1) and other.relname <> all ($2)
          and (a.attname <> 'merchant_id' or b.attname <> 'merchant_id')`,
      [await tenantTables(), shared],
    )
    expect(references).toEqual([])
    const keyless = await column(
      `select relname from pg_class c where relname = any ($1) and not exists (
         select from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
      [await tenantTables()],
    )
    expect(keyless).toEqual([])
  })

  it('is owned by a role that nobody logs in as, and emptied by nobody', async () => {
    const owners = await column(
      `select distinct pg_get_userbyid(c.relowner) from pg_class c where c.relname = any ($1)`,
      [await tenantTables()],
    )
    expect(owners).toEqual(['app_owner'])
    const logins = await column(
      `select rolname from pg_roles where rolname in ('app_owner', 'tenant', 'definer') and rolcanlogin`,
    )
    expect(logins).toEqual([])
    const bypass = await column(
      `select rolname from pg_roles where rolname <> 'definer' and rolname !~ '^(pg_|postgres$)' and (rolbypassrls or rolsuper)`,
    )
    expect(bypass).toEqual([])
    const truncates = await column(
      `select c.relname from pg_class c where c.relname = any ($1)
         and exists (select from unnest($2::text[]) r where has_table_privilege(r, c.oid, 'TRUNCATE'))`,
      [await tenantTables(), ['tenant', 'gate', ...Object.values(signInRoles)]],
    )
    expect(truncates).toEqual([])
  })

  it('is reached as a whole: its partitions are nobody’s to read or write', async () => {
    const partitions = await column(
      `select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relispartition and c.relkind = 'r'`,
    )
    expect(partitions.length).toBeGreaterThan(2)
    const open = await column(
      `select p || ' ' || r from unnest($1::text[]) p, unnest($2::text[]) r
        where has_table_privilege(r, p, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE')`,
      [partitions, ['gate', 'tenant', 'definer', ...Object.values(signInRoles)]],
    )
    expect(open).toEqual([])
  })

  it('keeps its rows: only sets that are saved as a whole may be deleted from', async () => {
    const deletes = await column(
      `select c.relname from pg_class c where c.relname = any ($1) and has_table_privilege('tenant', c.oid, 'DELETE') order by 1`,
      [await tenantTables()],
    )
    expect(deletes).toEqual([
      'bookkeeping_line',
      'channel_dirty',
      'charge_profile',
      'commission_line',
      'commission_statement',
      'company_contact',
      'company_price',
      'customer_figure',
      'driving',
      'figure_car',
      'figure_car_order',
      'figure_day',
      'figure_fact',
      'figure_part',
      'long_price',
      'order_moved',
      'owner_statement',
      'owner_statement_car',
      'pending_work',
      'pool_delta',
      'price_calendar',
      'price_tier',
      // A consent that its customer takes back.
      'site_wechat',
    ])
  })
})

describe('roles', () => {
  it.for(['gate', signInRoles.web])('%s reads no tenant table but what signs people in', async (role) => {
    const open: string[] = []
    for (const name of await tenantTables()) {
      const code = await as(role, {}, () => codeOf(`select * from "${name}" limit 1`))
      if (code !== FORBIDDEN) open.push(name)
      const writes = await as(role, {}, () => codeOf(`insert into "${name}" default values`))
      expect(writes, name).toBe(FORBIDDEN)
    }
    expect(open.toSorted()).toEqual(readByGate.filter((name) => name !== 'store'))
    // Of stores it sees only their number and status.
    expect(await as(role, {}, () => codeOf('select merchant_id, status from store'))).toBe('done')
    expect(await as(role, {}, () => codeOf('select name from store'))).toBe(FORBIDDEN)
    // Of accounts it sees only those of the person who signs in.
    const accounts = await as(role, { 'app.user_id': '1' }, () => t.root.query('select 1 from account'))
    expect(accounts.rowCount).toBe(0)
  })

  it('are seven: two that sign in become tenant, and so does the one of commands; the gateway becomes nobody', async () => {
    // Roles belong to the cluster: while another database of it is migrated, that one has roles of an earlier step.
    const ofThisDatabase = `select refobjid from pg_shdepend where refclassid = 'pg_authid'::regclass
      and dbid = (select oid from pg_database where datname = current_database())`
    const roles = await column(
      `select rolname from pg_roles where not rolsuper and oid in (${ofThisDatabase}) order by 1`,
    )
    const { web, jobs, gateway } = signInRoles
    expect(roles).toEqual(['app_owner', gateway, jobs, web, 'definer', 'gate', 'tenant'])
    const memberships = await column(
      `select member::regrole || ' in ' || roleid::regrole from pg_auth_members
        where member::regrole::text = any ($1) and roleid in (${ofThisDatabase}) order by 1`,
      [['gate', web, jobs, gateway]],
    )
    expect(memberships).toEqual([`${jobs} in tenant`, `${web} in tenant`, 'gate in tenant'])
  })

  it('tenant fails without a merchant, and sees nothing of the login', async () => {
    for (const name of await tenantTables())
      expect(await as('tenant', {}, () => codeOf(`select * from "${name}" limit 1`)), name).toMatch(/^(42704|22P02)$/)
    for (const name of shared.filter((one) => one !== 'merchant' && !catalogues.includes(one)))
      expect(await as('tenant', scope(), () => codeOf(`select * from "${name}" limit 1`)), name).toBe(FORBIDDEN)
    for (const name of catalogues) {
      expect(await as('tenant', scope(), () => codeOf(`select * from "${name}" limit 1`)), name).toBe('done')
      expect(await as('tenant', scope(), () => codeOf(`delete from "${name}"`)), name).toBe(FORBIDDEN)
    }
  })

  it('tenant writes no row of another merchant', async () => {
    const other = await makeWorld(t, { name: '别家租车' })
    const insert = `insert into task (merchant_id, kind, ref_id) values ($1, 'x', 1)`
    expect(await as('tenant', scope(), () => codeOf(insert, [w.merchantId]))).toBe('done')
    expect(await as('tenant', scope(), () => codeOf(insert, [other.merchantId]))).toBe(FORBIDDEN)
    const updated = await as('tenant', scope(), () =>
      t.root.query('update store set name = name where merchant_id = $1', [other.merchantId]),
    )
    expect(updated.rowCount).toBe(0)
    const moved = 'update store set merchant_id = $1'
    expect(await as('tenant', scope(), () => codeOf(moved, [other.merchantId]))).toBe(FORBIDDEN)
  })

  it('nobody changes the books, not even their owner', async () => {
    await book(t, w)
    for (const table of ['ledger_txn', 'ledger_entry']) {
      for (const statement of [`update ${table} set merchant_id = merchant_id`, `delete from ${table}`]) {
        expect(await as('tenant', scope(), () => codeOf(statement)), statement).toBe(FORBIDDEN)
        // A superuser is stopped by the trigger.
        await t.root.query('begin')
        await expect(t.root.query(statement)).rejects.toThrow('append-only')
        await t.root.query('rollback')
      }
    }
    for (const table of ['audit', 'audit_chain', 'order_log'])
      for (const verb of ['UPDATE', 'DELETE'])
        expect(await column<boolean>(`select has_table_privilege('tenant', $1, $2)`, [table, verb])).toEqual([false])
  })

  it('the books take no entry out of balance', async () => {
    const unbalanced = `with txn as (
        insert into ledger_txn (merchant_id, journal, idem_key, posted_on, account_id) values ($1, 1, 'x', '2026-11-20', 0) returning id)
      insert into ledger_entry (merchant_id, txn_id, account, debit_fen) select $1, id, 'bank', 1 from txn`
    await t.root.query('begin')
    await t.root.query(unbalanced, [w.merchantId])
    await expect(t.root.query('commit')).rejects.toThrow('out of balance')
    await t.root.query('begin')
    await t.root.query(
      `insert into ledger_txn (merchant_id, journal, idem_key, posted_on, account_id) values ($1, 1, 'y', '2026-11-20', 0)`,
      [w.merchantId],
    )
    await expect(t.root.query('commit')).rejects.toThrow('out of balance')
  })
})

describe('functions past the policies', () => {
  it('are few, named, and run by those who need them', async () => {
    const { rows } = await t.root.query(
      `select p.proname as name, pg_get_userbyid(p.proowner) as owner,
         has_function_privilege('gate', p.oid, 'EXECUTE') as gate, has_function_privilege('tenant', p.oid, 'EXECUTE') as tenant,
         p.proconfig @> '{search_path=public}' as pinned
        from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef and p.prorettype <> 'trigger'::regtype
        order by 1`,
    )
    expect(rows).toEqual([
      { name: 'add_site_counts', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'agreement_by_code', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'alarms_of_silence', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'alarms_untold', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'at_home', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'audit_months', owner: 'app_owner', gate: true, tenant: false, pinned: true },
      { name: 'audit_unchained', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'cars_leaving_low', owner: 'definer', gate: false, tenant: true, pinned: true },
      { name: 'cars_on_maps', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'cars_with_customers', owner: 'definer', gate: false, tenant: true, pinned: true },
      { name: 'channels_due', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'commands_expire', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'demo_content', owner: 'definer', gate: false, tenant: false, pinned: true },
      { name: 'end_channel_places', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'end_site_host', owner: 'definer', gate: false, tenant: true, pinned: true },
      { name: 'events_after', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'events_of', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'events_since', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'every_merchant', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'every_merchant', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'fill_trial_balance', owner: 'definer', gate: false, tenant: false, pinned: true },
      { name: 'first_event_after', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'forget_password', owner: 'definer', gate: false, tenant: true, pinned: true },
      { name: 'gateway_alarms', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'gateway_answer', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'gateway_away', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'gateway_beat', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'gateway_claim', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'gateway_confirm', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'gateway_enter', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'gateway_enter_tracker', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'gateway_fail', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'gateway_give_code', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'gateway_ingest', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'gateway_judged', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'gateway_judged_facts', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'gateway_judged_refuse', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'gateway_judged_send', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'gateway_leave', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'gateway_place', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'gateway_register', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'gateway_still_there', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'gateway_watch', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'host_of_site', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'invitable', owner: 'definer', gate: false, tenant: true, pinned: true },
      { name: 'job_take', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'keep_driver_use', owner: 'definer', gate: false, tenant: false, pinned: true },
      { name: 'keep_vehicle_use', owner: 'definer', gate: false, tenant: false, pinned: true },
      { name: 'leave_demo', owner: 'definer', gate: false, tenant: false, pinned: true },
      { name: 'ledger_fold', owner: 'definer', gate: false, tenant: true, pinned: true },
      { name: 'live_sessions', owner: 'definer', gate: false, tenant: true, pinned: true },
      { name: 'merchant_of_channel', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'merchants_pushing', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'merchants_to_follow', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'merchants_to_follow', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'notify_channel', owner: 'definer', gate: false, tenant: false, pinned: true },
      { name: 'open_key_of', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'open_tests_due', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'place_of_person', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'plates_with', owner: 'definer', gate: false, tenant: true, pinned: true },
      { name: 'position_days', owner: 'app_owner', gate: true, tenant: false, pinned: true },
      { name: 'purge_aged', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'purge_channel_history', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'purge_events', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'purge_identity', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'purge_notices', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'purge_open_nonces', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'purge_open_tests', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'purge_positions', owner: 'definer', gate: false, tenant: true, pinned: true },
      { name: 'purge_sessions', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'purge_site_counts', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'purge_site_sessions', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'purge_site_wechat', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'purge_stream_tickets', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'reachable', owner: 'definer', gate: false, tenant: true, pinned: true },
      { name: 'rings_due', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'session_rights', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'site_hosts', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'site_of', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'site_of_host', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'stream_view', owner: 'definer', gate: false, tenant: true, pinned: true },
      { name: 'take_open_nonce', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'take_site_host', owner: 'definer', gate: false, tenant: true, pinned: true },
      { name: 'take_site_name', owner: 'definer', gate: false, tenant: true, pinned: true },
      { name: 'tally_fold', owner: 'definer', gate: false, tenant: true, pinned: true },
      { name: 'tell_of_figures', owner: 'definer', gate: false, tenant: false, pinned: true },
      { name: 'tell_of_pool', owner: 'definer', gate: false, tenant: false, pinned: true },
      { name: 'terminal_again', owner: 'definer', gate: false, tenant: true, pinned: true },
      { name: 'terminal_renew', owner: 'definer', gate: false, tenant: true, pinned: true },
      { name: 'terminal_take', owner: 'definer', gate: false, tenant: true, pinned: true },
      { name: 'texts_due', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'timer_due', owner: 'definer', gate: true, tenant: false, pinned: true },
      { name: 'vehicle_states', owner: 'definer', gate: false, tenant: true, pinned: true },
    ])
  })

  it('which say what is due over all merchants leave out those that another cluster serves', async () => {
    const { rows } = await t.root.query(
      `select p.proname as name from pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.prosecdef and p.proretset and has_function_privilege('cheyi_jobs', p.oid, 'EXECUTE')
          and p.prosrc !~ 'merchant_place|every_merchant'
        order by 1`,
    )
    // Timers ask in the order of ids, each page after the one before: rows that stay hold up no other.
    expect(rows).toEqual([{ name: 'timer_due' }])
  })
})

const scope = () => ({
  'app.merchant_id': w.merchantId,
  'app.scope': 'all',
  'app.store_ids': '{}',
  'app.account_id': '0',
  'app.order_id': '0',
})

it('every index of "order" names the query that it is for in docs/order-indexes.md', async () => {
  const { rows } = await t.root.query(`select indexname as name from pg_indexes where tablename = 'order'`)
  const text = await readFile(new URL('../../../docs/order-indexes.md', import.meta.url), 'utf8')
  const named = [...text.matchAll(/^\| `(\w+)` \| [^|]{10,} \| `([^`]+)` \|$/gm)].map(([, name, file]) => ({
    name,
    file,
  }))
  expect(named.map(({ name }) => name).toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  for (const { file } of named) await access(new URL(`../../${file}`, import.meta.url))
})

it('the catalogue of calls is the one that is served', () => {
  const served = Object.values(contract).flatMap((feature) => Object.values(feature))
  expect(served.length).toBeGreaterThan(60)
  for (const call of served) expect(t.app.hasRoute({ method: call.method, url: call.path }), call.path).toBe(true)
})
