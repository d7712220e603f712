import { contract } from '@cheyi/contract/index'
import type { Call } from '@cheyi/contract/kernel/call'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../testing/app.ts'
import { samplesOf } from '../testing/hostile/samples.ts'
import { makeScene, type Scene } from '../testing/world/scene/scene.ts'

/* A page number is either applied or refused: a client that adds up pages would otherwise count the first one again and again. */

let t: TestApp
let scene: Scene

beforeAll(async () => {
  t = await testApp({ poolSize: 8 })
  scene = await makeScene(t, '翻页租车')
}, 240_000)
afterAll(() => t.close())

const numbered = Object.entries(contract).flatMap(([feature, calls]) =>
  Object.entries(calls as Readonly<Record<string, Call>>)
    .filter(([, call]) => 'pageNum' in ((call.input as { shape?: object }).shape ?? {}))
    .map(([name, call]) => [feature, name, call] as const),
)

it.each(numbered)('%s.%s', async (feature, name, call) => {
  const samples = samplesOf(scene)[feature as never][name as never] as readonly Record<string, unknown>[]
  const answer = await t.send(call, { ...samples[0], pageNum: 9_999 }, { token: scene.w.tokens.owner })
  const refused = answer.errorCode === -2 && (answer.data as { field?: string }).field === 'pageNum'
  // A page after the last one is empty; a call that the owner of the scene may not make has no list for it.
  const empty = answer.errorCode === 0 && (answer.data as { list: unknown[] }).list.length === 0
  expect(refused || empty || answer.errorCode === -3, JSON.stringify(answer).slice(0, 200)).toBe(true)
})
