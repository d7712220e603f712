import type { Call } from '@cheyi/contract/kernel/call'
import type pg from 'pg'
import { beyondSamples, ofNoStore } from '../../src/testing/hostile/beyond-samples.ts'
import { replaced } from '../../src/testing/hostile/probes.ts'
import type { Ground } from './ground.ts'
import { Ids } from './ids.ts'
import { judge } from './judge.ts'
import { STORE_WORDS, WORDS } from './marks.ts'
import { differing, rowsOf } from './rows.ts'
import { Secrets } from './secrets.ts'
import { Stranger } from './stranger.ts'
import type { Row } from './table.ts'
import { type Attack, callsOf, inputsOf, inTurns, readsFirst, rowOf } from './tenants.ts'

/*
 * The victim's own account with every right, limited to one store, asks about the others: with the ids of their records, and with those
 * beside its own store. What it may not see is what the policies of the database hide from it; what it is told beside them counts.
 */

/** Attempts, sessions and blocks of numbers, which are reserved ahead whatever becomes of a call. */
const beside = ['audit', 'audit_chain', 'login_session', 'number_block']

export async function attackStores(ground: Ground, { module, shuffle, complain }: Attack): Promise<Map<string, Row>> {
  const { victim, root } = ground
  const { hangzhou, hongqiao, pudong } = victim.w.stores
  const { merchantId } = victim.w
  const account = victim.ids.ownerAccount!
  await root.query('update account set store_scope = 1, store_ids = $2::bigint[] where id = $1', [account, [hangzhou]])
  await root.query('update login_session set stamp = stamp + 1 where merchant_id = $1', [merchantId])
  const hidden = await hiddenFrom(root, { merchantId, account, storeId: hangzhou })
  await markStores(root, merchantId, hidden)
  const secrets = new Secrets([...hidden.values()].flat(), [STORE_WORDS], false)
  // The log of the merchant names all records by their ids, and by their names only those that the account sees.
  const words = new Secrets([], [STORE_WORDS], false)
  const insider = new Stranger(ground.url, {
    token: victim.w.tokens.owner,
    headers: { 'x-link-pass': victim.ids.selfPass! },
  })
  const rows = new Map<string, Row>()
  const picture = () => rowsOf(root, merchantId, beside)
  let before = await picture()
  const look = async (what: string, row: Row) => {
    const after = await picture()
    const changed = differing(before, after)
    row.changed += changed.length
    if (changed.length > 0) complain(`changed: ${what}: ${changed.join(' ')}`)
    before = after
  }
  // Writes come last: the log shows what they tried, as it was sent.
  for (const { name, call, module: of } of readsFirst(shuffle(callsOf(module)))) {
    if (call.tenant === 'none') continue
    const row = rowOf(rows, `store: ${of}`)
    const inputs =
      call.effect === 'read'
        ? readsOf(inputsOf(victim, name), call, [hongqiao, pudong], hangzhou)
        : ofNoStore[name] !== undefined
          ? []
          : [...inputsOf(victim, name), ...(beyondSamples(victim)[name] ?? [])].filter(
              (input) => (input as { storeId?: string }).storeId !== hangzhou,
            )
    if (inputs.length === 0) continue
    row.calls++
    await inTurns(inputs, async (input) => {
      const answer = await insider.call(call, input)
      const sent = JSON.stringify(input)
      judge(row, answer, {
        effect: call.effect,
        what: `${name} ${sent.slice(0, 200)}`,
        secrets: name.startsWith('audit.') ? words : secrets,
        sent,
        complain,
      })
    })
    if (call.effect === 'write') await look(name, row)
  }
  return rows
}

/** The samples, each with the own store in place of one of the others, and the call with nothing told, where its form allows that. */
function readsOf(samples: readonly object[], call: Call, others: readonly string[], own: string): unknown[] {
  const mixed = samples.flatMap((input) => replaced(input, (id) => (others.includes(id) ? own : undefined)))
  return [...samples, ...mixed.map(({ input }) => input), {}, { pageSize: 100 }].filter(
    (input) => call.input.safeParse(input).success,
  )
}

/** Ids by table that exist and that the policies hide. */
async function hiddenFrom(
  root: pg.Client,
  { merchantId, account, storeId }: { readonly merchantId: string; readonly account: string; readonly storeId: string },
): Promise<Map<string, string[]>> {
  const { rows: narrowed } = await root.query<{ name: string }>(
    `select distinct p.tablename as name from pg_policies p join information_schema.columns c
        on c.table_schema = p.schemaname and c.table_name = p.tablename and c.column_name = 'id'
      where p.schemaname = 'public' and p.permissive = 'RESTRICTIVE'`,
  )
  const all = await Ids.of(root, merchantId)
  const hidden = new Map<string, string[]>()
  await root.query('begin')
  await root.query(
    `select set_config('role', 'tenant', true), set_config('app.merchant_id', $1, true), set_config('app.scope', 'stores', true),
       set_config('app.store_ids', $2, true), set_config('app.account_id', $3, true), set_config('app.order_id', '0', true),
       set_config('app.channel', '0', true)`,
    [merchantId, `{${storeId}}`, account],
  )
  for (const { name } of narrowed) {
    const { rows } = await root.query<{ id: string }>(`select id::text from "${name}"`)
    const seen = new Set(rows.map(({ id }) => id))
    const unseen = all.in(name).filter((id) => !seen.has(id))
    if (unseen.length > 0) hidden.set(name, unseen)
  }
  await root.query('rollback')
  return hidden
}

/** Their words are told from those of the merchant as a whole. */
async function markStores(root: pg.Client, merchantId: string, hidden: ReadonlyMap<string, readonly string[]>) {
  const { rows } = await root.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and data_type in ('text', 'character varying') and is_generated = 'NEVER'
        and table_name = any ($1)`,
    [[...hidden.keys()]],
  )
  await root.query('begin')
  await root.query(`set local session_replication_role = 'replica'`)
  for (const { table, column } of rows)
    await root.query(
      `update "${table}" set "${column}" = replace("${column}", '${WORDS}', '${STORE_WORDS}')
        where merchant_id = $1 and id = any ($2::bigint[]) and "${column}" like '%${WORDS}%'`,
      [merchantId, hidden.get(table)],
    )
  await root.query('commit')
}
