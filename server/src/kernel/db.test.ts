import { contract } from '@cheyi/contract/index'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../testing/app.ts'
import { makeWorld, type World } from '../testing/world.ts'

let t: TestApp
let w: World
let other: World

beforeAll(async () => {
  // One connection: every call follows the one before on it.
  t = await testApp({ poolSize: 1 })
  w = await makeWorld(t)
  other = await makeWorld(t, { name: '别家租车' })
})
afterAll(() => t.close())

const open = async () =>
  (
    await t.root.query(
      `select state from pg_stat_activity where datname = current_database() and usename = 'gate' and state <> 'idle'`,
    )
  ).rows

it('ends a read soon, although nobody waits for it', async () => {
  await t.call(contract.store.list, {}, { token: w.tokens.owner })
  await expect.poll(open).toEqual([])
})

it('lets nothing of a read reach the call after it', async () => {
  const names = async (world: World) =>
    (await t.call(contract.store.list, {}, { token: world.tokens.owner })).map((s) => s.id)
  for (let turn = 0; turn < 3; turn++) {
    expect(await names(w)).toEqual(Object.values(w.stores))
    expect(await names(other)).toEqual(Object.values(other.stores))
    // A login writes, as another role, right behind the read.
    expect(
      await t.send(contract.session.login, { mobile: '13900000000', password: 'x1234567', agree: true }),
    ).toMatchObject({ errorCode: 1001 })
  }
})
