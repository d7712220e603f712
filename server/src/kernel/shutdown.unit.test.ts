import { expect, test } from 'vitest'
import { createShutdown } from './shutdown.ts'

const log = { info() {}, warn() {} }

test('closes in the opposite order of opening, once', async () => {
  const closed: string[] = []
  const shutdown = createShutdown(log)
  for (const name of ['lock', 'postgres', 'app']) shutdown.defer(name, () => closed.push(name))
  expect(shutdown.begun).toBe(false)
  expect(await Promise.all([shutdown.run(), shutdown.run()])).toEqual([true, true])
  expect(shutdown.begun).toBe(true)
  expect(closed).toEqual(['app', 'postgres', 'lock'])
})

test('a part that fails or hangs does not keep the rest open', async () => {
  const closed: string[] = []
  const shutdown = createShutdown(log)
  shutdown.defer('lock', () => closed.push('lock'))
  shutdown.defer('hangs', () => new Promise(() => {}), 20)
  shutdown.defer('fails', () => {
    throw new Error('no')
  })
  expect(await shutdown.run()).toBe(false)
  expect(closed).toEqual(['lock'])
})
