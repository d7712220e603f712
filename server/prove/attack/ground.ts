import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import type pg from 'pg'
import { pino } from 'pino'
import { asGate } from '../../src/kernel/enter.ts'
import { insertUser } from '../../src/platform/session/actions.ts'
import { OWNER } from '../../src/seed/seeded.ts'
import { type TestApp, testApp } from '../../src/testing/app.ts'
import { startTestCluster } from '../../src/testing/cluster.ts'
import { type Server, startServer, stopServers } from '../../src/testing/servers.ts'
import { makeScene, SCENE_NOW, type Scene } from '../../src/testing/world/scene/scene.ts'
import { markMerchant, VICTIMS_PHONE } from './marks.ts'
import { rowsOf } from './rows.ts'
import { settle } from './settle.ts'

/*
 * What is attacked: the server that ships, in a process of its own, on a database of its own. It has two
 * merchants with the same things under the same names: the attacker's, and the victim's, whose words, phones and sums are like no other's.
 */

export interface Ground {
  readonly url: string
  readonly folder: string
  /** Environment of another process on the same installation. */
  env(name: string): Record<string, string>
  /** Its database, past the product. */
  readonly root: pg.Client
  readonly attacker: Scene
  readonly victim: Scene
  /** The scene maker's own application, which asks for no network: for passes and codes that a customer would read. */
  readonly t: TestApp
  /** What the server has printed. */
  said(): string
  close(): Promise<void>
}

/** Of the customers of a scene. */
const PHONE = '18621070937'

/** @param demo whether it has the data of a demo too */
export async function openGround(demo: boolean): Promise<Ground> {
  const log = pino({ level: 'warn' })
  const cluster = await startTestCluster(log)
  const t = await testApp({ cluster, poolSize: 8 })
  const attacker = await makeScene(t, '攻方租车')
  const victim = await makeScene(asOther(t), '守方租车')
  t.clock.set(SCENE_NOW)
  await readyAttacker(t, attacker.w)
  const picture = () => rowsOf(t.root, victim.w.merchantId)
  await settle(t.jobs, picture)
  await markMerchant(t.root, victim.w.merchantId)
  await settle(t.jobs, picture)
  // Nobody is asked to prove themselves again: only the id may refuse.
  await t.root.query('update login_session set proved_at = $1', [new Date(SCENE_NOW)])
  const folder = await mkdtemp(join(cluster.folder, 'attack-'))
  const env = (name: string): Record<string, string> => ({
    DATA_DIR: join(folder, name),
    KEY_FILE: t.kernel.config.keyFile,
    MEDIA_DIR: join(t.kernel.config.dataDir, 'media'),
    DATABASE_URL: t.database.addresses.web,
    MIGRATE_URL: t.database.migratorUrl,
    DEMO: 'on',
    SMS: 'outbox',
    RATE_LIMIT: 'off',
    CLOCK: new Date(SCENE_NOW).toISOString(),
  })
  if (!demo) await pretendDemo(t)
  const server: Server = await startServer(env('server'), true)
  return {
    ...{ url: server.url, folder, env, root: t.root, attacker, victim, t },
    said: () => server.output(),
    async close() {
      await stopServers([server])
      await t.close()
      await cluster.stop()
    },
  }
}

/** The maker of scenes, whose customers have another phone. */
function asOther(t: TestApp): TestApp {
  const other = <T>(input: T): T => JSON.parse(JSON.stringify(input ?? {}).replaceAll(PHONE, VICTIMS_PHONE)) as T
  return {
    ...t,
    call: (call, input, options) => t.call(call, other(input), options),
    send: (call, input, options) => t.send(call, other(input), options),
  }
}

/** What every call of the attacker can be tried with: nothing of it has grown old, and nothing is switched off. */
async function readyAttacker(t: TestApp, { merchantId, tokens }: Scene['w']): Promise<void> {
  await t.root.query('update "order" set created_at = $2 where merchant_id = $1 and status = $3', [
    merchantId,
    new Date(SCENE_NOW),
    orderStatus.notSubmitted,
  ])
  await t.call(contract.merchant.saveSetting, { settings: { queryViolationsDaily: 5 } }, { token: tokens.owner })
}

/** The simulators of a demo, and nothing of its data: its owner is there, which the server takes for all of it. */
const pretendDemo = ({ kernel }: TestApp) =>
  asGate(kernel, (tx) => insertUser(tx, kernel.vaults.platform, { mobile: OWNER, passwordHash: null }))
