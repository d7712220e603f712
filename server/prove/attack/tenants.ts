import { contract } from '@cheyi/contract/index'
import type { Call } from '@cheyi/contract/kernel/call'
import { type Probe, probesOf, replaced } from '../../src/testing/hostile/probes.ts'
import { samplesOf } from '../../src/testing/hostile/samples.ts'
import { SCENE_NOW, type Scene } from '../../src/testing/world/scene/scene.ts'
import type { Ground } from './ground.ts'
import { Ids } from './ids.ts'
import { type Complain, isFailure, judge } from './judge.ts'
import type { Shuffle } from './random.ts'
import { differing, rowsOf } from './rows.ts'
import { type Secrets, secretsOfVictim } from './secrets.ts'
import { type Answer, Stranger } from './stranger.ts'
import { moduleOf, newRow, type Row } from './table.ts'

/*
 * Another merchant's owner, with every right of their own: each call with each id of the victim, one at a time, in an input that is
 * sound otherwise. Afterwards the same inputs with nothing but own ids: where one of those is refused for its form, what was tried
 * with it proves nothing.
 */

export interface Chosen {
  readonly name: string
  readonly call: Call
  readonly module: string
}

/** Sessions, operators and the simulators of a demo belong to no merchant; a file is uploaded by another kind of request. */
const apart = new Set([
  'operator.history',
  'operator.review',
  'session.login',
  'session.logout',
  'session.switchMerchant',
])

export const callsOf = (module: string | undefined): Chosen[] =>
  Object.entries(contract)
    .flatMap(([feature, rows]) =>
      Object.entries(rows).map(([name, call]) => ({
        ...{ name: `${feature}.${name}`, call: call as Call, module: moduleOf(feature) },
      })),
    )
    .filter(({ name, call }) => !apart.has(name) && !name.startsWith('simulation.') && call.upload === undefined)
    .filter((chosen) => module === undefined || chosen.module === module)

export const readsFirst = (calls: readonly Chosen[]): Chosen[] => [
  ...calls.filter(({ call: { effect } }) => effect === 'read'),
  ...calls.filter(({ call: { effect } }) => effect === 'write'),
]

export function inputsOf(scene: Scene, name: string): readonly object[] {
  const [feature, call] = name.split('.') as [never, never]
  return samplesOf(scene)[feature][call] as readonly object[]
}

/** So many probes of one call at a time. */
const AT_ONCE = 6

export async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
    }),
  )
}

interface Try {
  readonly at: number
  readonly probe: Probe
}

/** One that was refused. */
interface Refused extends Try {
  readonly name: string
  readonly answer: Answer
}

export interface Attack {
  readonly module: string | undefined
  /** So many ids of other rows of the same table, besides the corresponding one. */
  readonly more: number
  readonly shuffle: Shuffle
  readonly complain: Complain
}

export async function attackTenants(
  ground: Ground,
  { module, more, shuffle, complain }: Attack,
): Promise<Map<string, Row>> {
  const { attacker, victim, root } = ground
  const stranger = new Stranger(ground.url, {
    token: attacker.w.tokens.owner,
    headers: { 'x-link-pass': attacker.ids.selfPass! },
  })
  const [own, foreign] = [await Ids.of(root, attacker.w.merchantId), await Ids.of(root, victim.w.merchantId)]
  const secrets = secretsOfVictim(foreign)
  const rows = new Map<string, Row>()
  const refused: Refused[] = []
  let before = await rowsOf(root, victim.w.merchantId)
  const look = async (what: string, row: Row) => {
    const after = await rowsOf(root, victim.w.merchantId)
    const changed = differing(before, after)
    row.changed += changed.length
    if (changed.length > 0) complain(`changed: ${what}: ${changed.join(' ')}`)
    before = after
  }
  // Reads come first, and whoever is the first to write finds what they changed.
  const calls = readsFirst(shuffle(callsOf(module)))
  for (const chosen of calls) {
    const row = rowOf(rows, `tenant: ${chosen.module}`)
    const tries: Try[] = inputsOf(attacker, chosen.name).flatMap((input, at) => {
      const others = Array.from({ length: more }, () =>
        replaced(input, (id) => shuffle(foreign.in(own.tableOf(id) ?? ''))[0]),
      )
      const named = probesOf(input, attacker, victim).filter(({ sent }) => isRowId(sent))
      return [...named, ...others.flat()].map((probe) => ({ at, probe }))
    })
    if (tries.length === 0) continue
    row.calls++
    await inTurns(shuffle(tries), async ({ at, probe }) => {
      const answer = await stranger.call(chosen.call, probe.input)
      const what = `${chosen.name}${probe.path}`
      const asked = { effect: chosen.call.effect, what, secrets, sent: probe.sent, complain }
      if (judge(row, answer, asked)) refused.push({ name: chosen.name, at, probe, answer })
    })
    if (chosen.call.effect === 'write') await look(chosen.name, row)
  }
  await control(ground, stranger, { calls, rows, refused, complain, secrets })
  return rows
}

/** Reads first, writes last: they change what they are about. */
async function control(
  { attacker, root }: Ground,
  stranger: Stranger,
  {
    calls,
    rows,
    refused,
    complain,
    secrets,
  }: {
    readonly calls: readonly Chosen[]
    readonly rows: Map<string, Row>
    readonly refused: readonly Refused[]
    readonly complain: Complain
    readonly secrets: Secrets
  },
): Promise<void> {
  // In the order of the contract, which the samples go by.
  const order = callsOf(undefined).filter(({ name }) => calls.some((one) => one.name === name))
  for (const { name, call, module } of readsFirst(order)) {
    const row = rowOf(rows, `tenant: ${module}`)
    // Nothing was exported within the hour, no long work is pending, and the caller has just proved who they are.
    if (call.effect === 'write')
      await root.query(
        `with job as (update job set created_at = created_at - interval '1 hour', state = greatest(state, 2)
           where merchant_id = $1 and (kind like '%Export' or state < 2))
         update login_session set proved_at = $2 where merchant_id = $1`,
        [attacker.w.merchantId, new Date(SCENE_NOW)],
      )
    for (const [at, input] of inputsOf(attacker, name).entries()) {
      const answer = await stranger.call(call, input)
      const said = `${name} with own ids: ${answer.status} ${answer.code} ${answer.message}`
      if (isFailure(answer)) {
        row.failed++
        complain(`5xx: ${said}`)
      }
      if (secrets.seenIn(answer.text).length > 0) {
        row.seen++
        complain(`seen: ${said}: ${secrets.seenIn(answer.text).slice(0, 5).join(' ')}`)
      }
      if (answer.success) continue
      // Whatever its id, it was refused: what was refused in the same way proves nothing.
      const lost = refused.filter((one) => one.name === name && one.at === at && one.answer.code === answer.code)
      if (lost.length === 0) continue
      complain(`control: ${said} (${lost.length} probes)`)
      row.byForm += lost.length
      row.byName -= lost.length
    }
  }
}

export function rowOf(rows: Map<string, Row>, name: string): Row {
  const row = rows.get(name) ?? newRow()
  rows.set(name, row)
  return row
}

/** Links and codes are no ids: whoever has one may use it. They are tried apart. */
const isRowId = (id: string): boolean => /^\d+$/.test(id)
