import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { contract } from '@cheyi/contract/index'
import type { Call } from '@cheyi/contract/kernel/call'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { quickFolder } from '../../../scripts/lib/quick-folder.mjs'
import type { RunningPostgres } from '../kernel/postgres/postgres.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { startTestCluster } from '../testing/cluster.ts'
import { samplesOf } from '../testing/hostile/samples.ts'
import { startStandby } from '../testing/standby.ts'
import { makeScene, type Scene } from '../testing/world/scene/scene.ts'

/*
 * Every call that may be a second old is answered by a streaming replica, where any write fails: the answer is that of the primary.
 */

let cluster: Awaited<ReturnType<typeof startTestCluster>>
let first: TestApp
/** On the same data, with the replica. */
let t: TestApp
let scene: Scene
let folder: string
let standby: RunningPostgres

beforeAll(async () => {
  cluster = await startTestCluster(pino({ level: 'silent' }))
  first = await testApp({ cluster, poolSize: 8 })
  scene = await makeScene(first, '旧读租车')
  folder = await mkdtemp(join(quickFolder(), 'standby-'))
  standby = await startStandby(cluster.postgres, cluster.folder, folder)
  const { pathname } = new URL(first.database.migratorUrl)
  t = await testApp({
    on: { database: first.database, dataDir: first.kernel.config.dataDir },
    now: first.clock.now(),
    env: {
      DATABASE_URL: first.database.gateUrl,
      DATABASE_REPLICA_URL: `postgres://${new URL(standby.url).host}${pathname}`,
    },
  })
  // The replica is read once it has shown that it is near the primary.
  await vi.waitFor(async () => {
    await t.call(contract.cashShift.page, {}, { token: scene.w.tokens.owner })
    expect(await answered()).toBeGreaterThan(0)
  }, 10_000)
}, 240_000)
afterAll(async () => {
  await t.close()
  await standby.stop()
  await first.close()
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
})

const answered = async (): Promise<number> => (await t.kernel.metrics.replicaReads.get()).values[0]!.value

const stale = Object.entries(contract).flatMap(([feature, calls]) =>
  Object.entries(calls as Record<string, Call>)
    .filter(([, call]) => 'stale' in call && call.stale)
    .map(([name, call]): [string, Call] => [`${feature}.${name}`, call]),
)

it.each(stale)('%s is answered by the replica', { timeout: 60_000 }, async (name, call) => {
  const [feature, of] = name.split('.') as [string, string]
  const inputs = samplesOf(scene)[feature as 'data']![of as 'overview'] as readonly object[]
  expect(inputs.length).toBeGreaterThan(0)
  for (const input of inputs) {
    // On a busy machine the replica may just be too far behind, so that the primary answers.
    const answer = await vi.waitFor(async () => {
      const before = await answered()
      const answer = await t.send(call, input, { token: scene.w.tokens.owner })
      expect(answer).toMatchObject({ success: true })
      expect(await answered()).toBe(before + 1)
      return answer
    }, 20_000)
    expect(answer.data).toEqual((await first.send(call, input, { token: scene.w.tokens.owner })).data)
  }
})
