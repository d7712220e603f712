import { contract } from '@cheyi/contract/index'
import type { Call } from '@cheyi/contract/kernel/call'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Envelope, type TestApp, testApp } from '../testing/app.ts'
import { digestsOf, tablesOfMerchants } from '../testing/digests.ts'
import { probesOf } from '../testing/hostile/probes.ts'
import { refusedSamples } from '../testing/hostile/refused-samples.ts'
import { samplesOf } from '../testing/hostile/samples.ts'
import { sendUpload } from '../testing/upload.ts'
import { makeScene, type Scene } from '../testing/world/scene/scene.ts'

/*
 * Two merchants with the same records. Each call is made by one with every id of the other, one at a time: nothing of the other is returned
 * or changed, and no row of one's own ever refers to it.
 */

let t: TestApp
let own: Scene
let foreign: Scene
/** Every row id of the other merchant, in all tables. */
let foreignIds: ReadonlySet<string>
let tables: readonly string[]
/** Columns of ids, in tables that have a merchant. */
let columns: readonly TenantColumn[]
/** The rows of the other merchant's tables: nothing here may change them. */
let untouched: Record<string, string>

beforeAll(async () => {
  t = await testApp({ poolSize: 8 })
  own = await makeScene(t, '自家租车')
  foreign = await makeScene(t, '别家租车')
  tables = await tablesOfMerchants(t.root)
  columns = await tenantColumns()
  foreignIds = new Set(await idsOf(foreign.w.merchantId))
  untouched = await sums(foreign.w.merchantId)
}, 240_000)
afterAll(() => t.close())

const calls: (readonly [string, Call, readonly unknown[]])[] = Object.entries(contract).flatMap(([feature, rows]) =>
  Object.entries(rows).map(([name, call]) => [`${feature}.${name}`, call as Call, []] as const),
)
const inputsOf = (name: string): readonly unknown[] => {
  const [feature, call] = name.split('.') as [never, never]
  return samplesOf(own)[feature][call] as readonly unknown[]
}
/** Sessions and operators belong to no merchant; a file is uploaded by another kind of request. */
const apart = ['operator.history', 'session.login', 'session.logout', 'session.switchMerchant']
const tenantCalls = calls.filter(([name, call]) => !apart.includes(name) && call.upload === undefined)
const reads = tenantCalls.filter(([, call]) => call.effect === 'read')
/** As the owner, with the pass of a customer's link, which calls of links require. */
const owner = () => ({ token: own.w.tokens.owner, headers: { 'x-link-pass': own.ids.selfPass! } })

interface Node {
  readonly pattern?: string
  readonly properties?: Readonly<Record<string, Node>>
  readonly items?: Node
  readonly anyOf?: readonly Node[]
}

/** The paths of ids in the input of a call: `.orderId`, `.photos.mediaId`. */
function idFieldsOf(call: Call): string[] {
  const walk = (node: Node, path: string): string[] => [
    ...(node.pattern?.includes('[1-9]\\d{0,18}') ? [path] : []),
    ...Object.entries(node.properties ?? {}).flatMap(([key, value]) => walk(value, `${path}.${key}`)),
    ...[...(node.anyOf ?? []), ...(node.items === undefined ? [] : [node.items])].flatMap((one) => walk(one, path)),
  ]
  return [...new Set(walk(z.toJSONSchema(call.input, { io: 'output', unrepresentable: 'any' }) as Node, ''))]
}

const namesForeign = (text: string, sent?: string): string[] =>
  (text.match(/"\d{4,}"/g) ?? []).map((quoted) => quoted.slice(1, -1)).filter((id) => foreignIds.has(id) && id !== sent)

/** Writes of the holder of a customer's link: its token determines the merchant, and cannot be guessed. */
const byBearer = new Set(['payment.payByLink', 'selfService.otp', 'violation.otp', 'owner.otp'])

describe('with an id of another merchant', () => {
  it('asks for every id that a call takes', () => {
    const missing = tenantCalls.flatMap(([name, call]) => {
      const asked = new Set(
        inputsOf(name).flatMap((input) =>
          probesOf(input, own, foreign).map(({ path }) => path.replaceAll(/\[\d+\]/g, '')),
        ),
      )
      return idFieldsOf(call)
        .filter((path) => !asked.has(path))
        .map((path) => `${name}${path}`)
    })
    expect(missing).toEqual([])
  })

  it.each(tenantCalls.filter(([name]) => !byBearer.has(name)))('%s tells and changes nothing', async (name, call) => {
    for (const input of inputsOf(name)) {
      for (const probe of probesOf(input, own, foreign)) {
        const answer = await t.send(call, probe.input, owner())
        const said = `${name}${probe.path}: ${answer.errorCode} ${answer.message}`
        expect(answer.errorCode, said).not.toBe(-1)
        expect(namesForeign(JSON.stringify(answer.data), probe.sent), said).toEqual([])
        // A write about a foreign record is refused; a read may just find nothing.
        if (call.effect === 'write') expect(answer.success, said).toBe(false)
      }
    }
    expect(await sums(foreign.w.merchantId)).toEqual(untouched)
  })

  it('no session enters it, and no file is put into it', async () => {
    const entered = await t.send(contract.session.switchMerchant, { merchantId: foreign.w.merchantId }, owner())
    expect(entered).toMatchObject({ errorCode: 1016 })
    const file = { name: 'x.jpg', bytes: Buffer.from('x') }
    await sendUpload(t, { biz: 'pickup', bizId: foreign.ids.recordOfPickup! }, file, owner())
    expect(await sums(foreign.w.merchantId)).toEqual(untouched)
  })
})

describe('with its own ids', () => {
  it.each(reads)('%s answers, and by GET the same', async (name, call) => {
    for (const input of inputsOf(name)) {
      const answer = await t.send(call, input, owner())
      expect(answer, name).toMatchObject({ success: true, errorCode: 0 })
      expect(namesForeign(JSON.stringify(answer.data))).toEqual([])
      expect((await byGet(call, input)).data).toEqual(answer.data)
    }
  })

  // Writes come last: they show that the probes above were refused only because of the foreign id.
  it.each(tenantCalls.filter(([, call]) => call.effect === 'write'))('%s goes through', async (name, call) => {
    // The caller has just proved their identity.
    await t.root.query('update login_session set proved_at = $1', [new Date(t.clock.now())])
    // Nothing was exported within the hour, and no long work is pending.
    await t.root.query(
      `update job set created_at = created_at - interval '1 hour', state = greatest(state, 2)
        where kind like '%Export' or state < 2`,
    )
    for (const input of inputsOf(name)) {
      const { errorCode, message, data } = await t.send(call, input, owner())
      expect({ errorCode, message, data: errorCode === 0 ? null : data }).toMatchObject({
        errorCode: refusedSamples[name] ?? 0,
      })
    }
  })

  it('no row of the one names a row of the other', async () => {
    expect(await crossings(own.w.merchantId, foreignIds)).toEqual([])
    const ownIds = new Set(await idsOf(own.w.merchantId))
    expect(await crossings(foreign.w.merchantId, ownIds)).toEqual([])
  })
})

async function byGet(call: Call, input: unknown): Promise<Envelope> {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input as object))
    query.set(key, typeof value === 'object' ? JSON.stringify(value) : String(value))
  const response = await t.app.inject({
    method: 'GET',
    url: `${call.path}?${query}`,
    headers: { token: own.w.tokens.owner, ...owner().headers },
  })
  return response.json()
}

interface TenantColumn {
  readonly table: string
  readonly column: string
  readonly list: boolean
}

async function tenantColumns(): Promise<readonly TenantColumn[]> {
  const { rows } = await t.root.query(
    `select c.table_name as table, c.column_name as column, c.udt_name = '_int8' as list
       from information_schema.columns c join information_schema.columns m on m.table_schema = c.table_schema
         and m.table_name = c.table_name and m.column_name = 'merchant_id'
      where c.table_schema = 'public' and c.udt_name in ('int8', '_int8')`,
  )
  return rows
}

async function idsOf(merchantId: string): Promise<string[]> {
  const ids = columns.filter(({ column }) => column === 'id')
  const union = ids.map(({ table }) => `select id from "${table}" where merchant_id = $1`).join(' union all ')
  return (await t.root.query(union, [merchantId])).rows.map((row) => row.id)
}

/** The rows of a merchant in every table. */
const sums = (merchantId: string): Promise<Record<string, string>> =>
  digestsOf(t.root, Object.fromEntries(tables.map((table) => [table, `"${table}" x where merchant_id = $1`])), [
    merchantId,
  ])

/** Columns of fen or of a count, which may equal an id by chance: `n` is the change of a tally. */
const isSum = (column: string): boolean => column === 'n' || column === 'fen' || column.endsWith('_fen')

/** Columns of a merchant's rows that contain one of these ids. */
async function crossings(merchantId: string, ids: ReadonlySet<string>): Promise<string[]> {
  const found: string[] = []
  for (const { table, column, list } of columns) {
    if (column === 'merchant_id' || isSum(column)) continue
    const { rows } = await t.root.query(
      `select distinct ${list ? `unnest("${column}")` : `"${column}"`} as id from "${table}" where merchant_id = $1`,
      [merchantId],
    )
    for (const { id } of rows) if (id !== null && ids.has(id)) found.push(`${table}.${column} ${id}`)
  }
  return found
}
