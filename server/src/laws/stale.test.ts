import { contract } from '@cheyi/contract/index'
import type { Call } from '@cheyi/contract/kernel/call'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestApp } from '../testing/app.ts'
import { samplesOf } from '../testing/hostile/samples.ts'
import { inTheEnd } from '../testing/in-the-end.ts'
import { serveWithStandby, type WithStandby } from '../testing/standby.ts'
import { makeScene, type Scene } from '../testing/world/scene/scene.ts'

/*
 * Every call that may be a second old is answered by a streaming replica, where any write fails: the answer is that of the primary.
 */

let both: WithStandby<Scene>
let first: TestApp
/** On the same data, with the replica. */
let t: TestApp
let scene: Scene

beforeAll(async () => {
  both = await serveWithStandby((app) => makeScene(app, '旧读租车'))
  ;({ first, t, data: scene } = both)
  // The replica is read once it has shown that it is near the primary.
  await inTheEnd(async () => {
    await t.call(contract.cashShift.page, {}, { token: scene.w.tokens.owner })
    expect(await both.answered()).toBeGreaterThan(0)
  })
}, 240_000)
afterAll(() => both.close())

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
    const answer = await inTheEnd(async () => {
      const before = await both.answered()
      const answer = await t.send(call, input, { token: scene.w.tokens.owner })
      expect(answer).toMatchObject({ success: true })
      expect(await both.answered()).toBe(before + 1)
      return answer
    })
    expect(answer.data).toEqual((await first.send(call, input, { token: scene.w.tokens.owner })).data)
  }
})
