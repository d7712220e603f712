import { contract } from '@cheyi/contract/index'
import type { Call } from '@cheyi/contract/kernel/call'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../platform/merchant/provision.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { hostileInputs } from '../testing/hostile/hostile.ts'
import { samplesOf } from '../testing/hostile/samples.ts'
import { makeScene, type Scene } from '../testing/world/scene/scene.ts'

/*
 * No input causes a server failure: values that the database cannot store or compute are refused with their field, and anything else that
 * fails is still answered with -2.
 */

let t: TestApp
let scene: Scene
let operator: string
const lines: string[] = []

beforeAll(async () => {
  t = await testApp({ poolSize: 8, log: pino({ level: 'warn' }, { write: (line) => void lines.push(line) }) })
  scene = await makeScene(t, '守口租车')
  await createUser(t.commands, { mobile: '13755550001', password: 'Cheyi2026', operator: true })
  operator = await t.login('13755550001')
}, 240_000)
afterAll(() => t.close())

/** Signing out would end the session of this test, and files are sent by another kind of request. */
const calls: [string, Call][] = Object.entries(contract)
  .flatMap(([feature, rows]) =>
    Object.entries(rows).map(([name, call]): [string, Call] => [`${feature}.${name}`, call]),
  )
  .filter(([name, call]) => name !== 'session.logout' && call.upload === undefined)

describe('every text × half a surrogate pair, every cursor × 18 digits, every date × year 9999', () => {
  it.each(calls)('%s', { timeout: 120_000 }, async (name, call) => {
    const [feature, one] = name.split('.') as [never, never]
    const [sample] = samplesOf(scene)[feature][one] as readonly Record<string, unknown>[]
    // Calls of the platform are checked only with an account of the platform.
    const token = feature === 'operator' ? operator : scene.w.tokens.owner
    const failed: string[] = []
    // Exports are limited per hour, so older ones are moved out of it before each call.
    await t.root.query(`update job set created_at = created_at - interval '1 hour', state = greatest(state, 2)`)
    lines.length = 0
    for (const { what, input, refused } of hostileInputs(call, sample ?? {})) {
      const { httpStatus, errorCode } = await t.send(call, input, { token })
      const right = httpStatus === 200 && (refused ? [-2, -3].includes(errorCode) : errorCode !== -1)
      if (!right) failed.push(`${what}: ${httpStatus}, ${errorCode}`)
    }
    expect(failed).toEqual([])
    expect(lines, 'the database had to refuse what a field let through').toEqual([])
  })
})
