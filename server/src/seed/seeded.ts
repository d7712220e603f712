import { setTimeout as after } from 'node:timers/promises'
import { isLocked, mayEnter, userStatus } from '@cheyi/domain/platform/session/cancellation'
import { DEMO_PASSWORD } from '@cheyi/domain/platform/session/demo-password'
import { asGate } from '../kernel/enter.ts'
import type { Kernel } from '../kernel/http/pipeline.ts'
import { installationFlag } from '../platform/merchant/actions.ts'
import { revokeAll } from '../platform/session/actions.ts'
import { verifyPassword } from '../platform/session/password/password.ts'

/** Mobiles of the demo's people, all of them public; the first one is the owner's. */
export const OWNER = '13800000001'
export const OPERATOR = '13800000000'
export const demoMobiles = [
  OPERATOR,
  OWNER,
  '13800000002',
  '13800000003',
  '13800000004',
  '13800000005',
  '13800000006',
  '13800000007',
  '13800000011',
  '13800000021',
] as const

/** Names of the demo's merchants; other merchants in the database must not be changed. */
export const demoMerchants = ['驰行汽车租赁有限公司', '云途租车', '安达出行'] as const

const usersOf = (kernel: Kernel, mobiles: readonly string[]) => {
  const indexes = mobiles.map((mobile) => kernel.vaults.platform.index('app_user.mobile', mobile))
  return asGate(kernel, ({ db }) =>
    db
      .selectFrom('appUser')
      .select(['id', 'status', 'passwordHash', 'passwordHistory'])
      .where('mobileHash', 'in', indexes)
      .execute(),
  )
}

/** Whether the demo data exists. Separate from the code that makes it, so that a server with demo data does not load that. */
export const isSeeded = async (kernel: Kernel): Promise<boolean> => (await usersOf(kernel, [OWNER])).length > 0

/** Whether the demo data was being loaded when its server was killed, or is just now by another one. */
export const isHalfSeeded = (kernel: Kernel): Promise<boolean> =>
  asGate(kernel, ({ db }) => installationFlag(db, 'demoUnfinished'))

/** Whether the demo was deleted to go on without it: no start loads it again. */
export const isDemoLeft = (kernel: Kernel): Promise<boolean> =>
  asGate(kernel, ({ db }) => installationFlag(db, 'demoLeft'))

const LOOK_MS = 3000

/**
 * Does something once when an owner has left the demo by the page, maybe at another server, or before this one was killed.
 * @returns how looking for it ends
 */
export function whenDemoIsLeft(kernel: Kernel, work: () => Promise<void>): () => Promise<void> {
  const ended = new AbortController()
  async function look(): Promise<void> {
    while (!ended.signal.aborted) {
      await after(LOOK_MS, undefined, { signal: ended.signal, ref: false }).catch(() => undefined)
      if (ended.signal.aborted || !(await isDemoLeft(kernel).catch(() => false))) continue
      try {
        return await work()
      } catch (err) {
        // Tried again: the database may be away just now.
        kernel.log.warn({ err }, 'the demo was not deleted yet')
      }
    }
  }
  const looking = look()
  return async () => {
    ended.abort()
    await looking
  }
}

/** Ids of the demo's people who have its password, or had it. */
export async function demoOwners(kernel: Kernel): Promise<string[]> {
  const users = await usersOf(kernel, demoMobiles)
  const isOfDemo = await Promise.all(
    users.map((user) => hadDemoPassword(kernel, [user.passwordHash, ...user.passwordHistory])),
  )
  return users.filter((_, place) => isOfDemo[place]).map(({ id }) => id)
}

/** The first merchant of the demo, found by its owner. */
export async function demoMerchant(kernel: Kernel): Promise<string | undefined> {
  const [owner] = await usersOf(kernel, [OWNER])
  if (owner === undefined) return undefined
  const own = await asGate(kernel, async ({ db, query }) => {
    await query("select set_config('app.user_id', $1, true)", [owner.id])
    return db.selectFrom('account').select('merchantId').orderBy('merchantId').executeTakeFirst()
  })
  return own?.merchantId
}

/**
 * Freezes the demo's people, whose mobiles and password are public, and ends their sessions; `on` unfreezes them. A person with such a
 * mobile who never had that password is not of the demo and stays unchanged.
 * @returns how many it changed
 */
export async function switchDemoPeople(kernel: Kernel, on: boolean): Promise<number> {
  let changed = 0
  for (const { id, status, passwordHash, passwordHistory } of await usersOf(kernel, demoMobiles)) {
    const isDue = on ? isLocked(status) : mayEnter(status)
    if (!isDue || !(await hadDemoPassword(kernel, [passwordHash, ...passwordHistory]))) continue
    await asGate(kernel, async ({ db }) => {
      await db
        .updateTable('appUser')
        .set({ status: on ? userStatus.normal : userStatus.locked })
        .where('id', '=', id)
        .execute()
      await revokeAll(db, id, '演示已关闭', kernel.clock.now())
    })
    changed++
  }
  return changed
}

async function hadDemoPassword(kernel: Kernel, hashes: readonly (string | null)[]): Promise<boolean> {
  for (const hash of hashes)
    if (hash !== null && (await verifyPassword(kernel.vaults.pepper, DEMO_PASSWORD, hash))) return true
  return false
}
