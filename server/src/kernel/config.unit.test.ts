import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { StartError } from './start-error.ts'

describe('loadConfig', () => {
  test('nothing set: the embedded database with demo data on port 8080', () => {
    expect(loadConfig({})).toEqual({
      port: 8080,
      host: '127.0.0.1',
      dataDir: resolve('.data'),
      databaseUrl: undefined,
      demo: true,
      logLevel: 'info',
      rateLimit: true,
      clock: 'system',
    })
  })

  test("somebody else's database gets demo data only when asked", () => {
    const DATABASE_URL = 'postgres://owner:secret@db.internal/cheyi'
    expect(loadConfig({ DATABASE_URL }).demo).toBe(false)
    expect(loadConfig({ DATABASE_URL, DEMO: 'on' }).demo).toBe(true)
  })

  test('an empty variable counts as unset', () => {
    expect(loadConfig({ PORT: '', DATA_DIR: ' ' })).toMatchObject({ port: 8080, dataDir: resolve('.data') })
  })

  test.each([
    ['system', 'system'],
    ['settable', { at: undefined }],
    ['2026-05-01T09:00:00+08:00', { at: Date.UTC(2026, 4, 1, 1) }],
  ])('CLOCK=%s', (text, clock) => {
    expect(loadConfig({ CLOCK: text }).clock).toEqual(clock)
  })

  test('names every wrong variable at once', () => {
    const wrong = {
      PORT: '70000',
      HOST: 'a b',
      DATABASE_URL: 'mysql://x',
      DEMO: 'maybe',
      LOG_LEVEL: 'loud',
      RATE_LIMIT: 'some',
      CLOCK: '2026-05-01T09:00', // without an offset it would mean another instant on each machine
    }
    const attempt = () => loadConfig(wrong)
    expect(attempt).toThrow(StartError)
    for (const name of Object.keys(wrong)) expect(attempt).toThrow(`环境变量 ${name} 的值`)
  })
})
