import { contract } from '@cheyi/contract/index'
import type { Call } from '@cheyi/contract/kernel/call'
import { refusals } from '@cheyi/domain/refusal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount, createMerchant } from '../platform/merchant/provision.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { digestsOf, tablesOfMerchants } from '../testing/digests.ts'
import { refusedSamples } from '../testing/hostile/refused-samples.ts'
import { samplesOf } from '../testing/hostile/samples.ts'
import { openSession } from '../testing/session.ts'
import { makeScene, type Scene } from '../testing/world/scene/scene.ts'

/*
 * A person does not belong to a merchant: everyone who works for this one also owns another merchant and is signed in there and at the
 * choice between the two. Nothing that this merchant does to its employees changes those accounts.
 */

let t: TestApp
let scene: Scene
let caller: string
let tables: readonly string[]
/** The state after the previous call; it must not change until the next one. */
let found: Record<string, string>

const writes: [string, Call][] = Object.entries(contract).flatMap(([feature, rows]) =>
  Object.entries(rows)
    .filter(([, call]: [string, Call]) => call.effect === 'write')
    .map(([name, call]): [string, Call] => [`${feature}.${name}`, call]),
)
/** Files are sent by another kind of request, and a person who signed out cannot call any more. */
const asked = writes.filter(([name, call]) => name !== 'session.logout' && call.upload === undefined)
/**
 * Changes of a person to themselves, in any session: these may change the caller's own row and sessions, and are recorded in the audit logs
 * of all their merchants.
 */
const ofOneself = [
  'session.changePassword',
  'secondFactor.begin',
  'secondFactor.confirm',
  'secondFactor.disable',
  'partner.bindWechat',
  'partner.unbindWechat',
  'cancellation.apply',
]
/** Samples that are refused: no account has that mobile, and here every person has a different password. */
const codes: Readonly<Record<string, number>> = {
  ...refusedSamples,
  'session.login': 1001,
  'account.resetPassword': refusals.passwordElsewhere.code,
}

beforeAll(async () => {
  t = await testApp({ poolSize: 8 })
  scene = await makeScene(t, '守法租车')
  const { rows } = await t.root.query<{ userId: string; name: string; mobileEnc: Buffer }>(
    `select a.user_id, a.name, u.mobile_enc from account a join app_user u on u.id = a.user_id where a.merchant_id = $1`,
    [scene.w.merchantId],
  )
  const { platform } = t.kernel.vaults
  for (const { userId, name, mobileEnc } of rows) {
    if (name === '测试owner') caller = userId
    const { merchantId, roles } = await createMerchant(t.commands, { name: `${name}自己的`, status: 1 })
    const accountId = await createAccount(t.commands, merchantId, {
      userId,
      mobile: platform.open('app_user.mobile', userId, mobileEnc),
      parentId: null,
      name,
      roleIds: [roles.B!],
    })
    await openSession(t.kernel, { userId, accountId, merchantId })
    await openSession(t.kernel, { userId, accountId: null, merchantId: '-1' })
  }
  tables = await tablesOfMerchants(t.root)
  await prepare()
  found = await elsewhere()
}, 240_000)
afterAll(() => t.close())

/** Everything outside this merchant: rows of all others, every person, and their sessions elsewhere. */
async function elsewhere(): Promise<Record<string, string>> {
  const ofOthers = Object.fromEntries(
    tables.map((name) => [name, `"${name}" x where merchant_id <> $1 and $2::bigint is not null`]),
  )
  return digestsOf(
    t.root,
    {
      ...ofOthers,
      merchant: 'merchant x where id <> $1 and ($2::bigint is not null)',
      login_session: 'login_session x where merchant_id <> $1 and user_id <> $2',
      login_session_own: 'login_session x where merchant_id <> $1 and user_id = $2',
      app_user: 'app_user x where id <> $2 and $1::bigint is not null',
      user_totp: 'user_totp x where user_id <> $2 and $1::bigint is not null',
      recovery_code: 'recovery_code x where user_id <> $2 and $1::bigint is not null',
      app_user_own: 'app_user x where id = $2 and $1::bigint is not null',
    },
    [scene.w.merchantId, caller],
  )
}

const without = (sums: Record<string, string>, exempt: (table: string) => boolean) =>
  Object.fromEntries(Object.entries(sums).filter(([name]) => !exempt(name)))

/** The caller has just proved their identity, and has exported nothing within the hour. */
async function prepare(): Promise<void> {
  await t.root.query('update login_session set proved_at = $1', [new Date(t.clock.now())])
  await t.root.query(
    `update job set created_at = created_at - interval '1 hour', state = greatest(state, 2)
      where kind like '%Export' or state < 2`,
  )
}

describe('whatever a merchant does', () => {
  it.each(asked)('%s changes nobody’s other life', async (name, call) => {
    const [feature, one] = name.split('.') as [never, never]
    await prepare()
    const before = found
    for (const input of samplesOf(scene)[feature][one] as readonly unknown[]) {
      const answer = await t.send(call, input, {
        token: scene.w.tokens.owner,
        headers: { 'x-link-pass': scene.ids.selfPass! },
      })
      expect(answer, name).toMatchObject({ errorCode: codes[name] ?? 0 })
    }
    const exempt = (table: string) =>
      ofOneself.includes(name) && (/^(app_user|login_session)_own$/.test(table) || /^audit(_|$)/.test(table))
    found = await elsewhere()
    expect(without(found, exempt)).toEqual(without(before, exempt))
  })
})
