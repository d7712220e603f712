import { resolve } from 'node:path'
import { smsTemplates } from '@cheyi/domain/session/sms-templates'
import { describe, expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { StartError } from './start-error.ts'

describe('loadConfig', () => {
  test('nothing set: the embedded database with demo data on port 8080', () => {
    expect(loadConfig({})).toEqual({
      port: 8080,
      host: '127.0.0.1',
      dataDir: resolve('.data'),
      keyFile: resolve('.data/keys/installation.json'),
      mediaDir: resolve('.data/media'),
      databaseUrl: undefined,
      demo: true,
      logLevel: 'info',
      rateLimit: true,
      mapTiles: null,
      sms: { by: 'outbox' },
      wukong: undefined,
      wechat: undefined,
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

  test('uploaded files lie in the data folder, or in one that several servers share', () => {
    expect(loadConfig({ DATA_DIR: '/srv/a' }).mediaDir).toBe('/srv/a/media')
    expect(loadConfig({ DATA_DIR: '/srv/a', MEDIA_DIR: '/mnt/media' }).mediaDir).toBe('/mnt/media')
  })

  test.each([
    ['system', 'system'],
    ['settable', { at: undefined }],
    ['2026-05-01T09:00:00+08:00', { at: Date.UTC(2026, 4, 1, 1) }],
  ])('CLOCK=%s', (text, clock) => {
    expect(loadConfig({ CLOCK: text }).clock).toEqual(clock)
  })

  test('SMS=aliyun needs the whole account, and a code for every template', () => {
    expect(() => loadConfig({ SMS: 'aliyun' })).toThrow(
      /ALIYUN_ACCESS_KEY_ID[\s\S]*ALIYUN_ACCESS_KEY_SECRET[\s\S]*ALIYUN_SMS_SIGN/,
    )
    const given = {
      SMS: 'aliyun',
      ALIYUN_ACCESS_KEY_ID: 'id',
      ALIYUN_ACCESS_KEY_SECRET: 'secret',
      ALIYUN_SMS_SIGN: '车驿',
    }
    expect(() => loadConfig({ ...given, ALIYUN_SMS_TEMPLATES: 'code=SMS_1' })).toThrow(/缺少模板 passwordChanged/)
    const ALIYUN_SMS_TEMPLATES = smsTemplates.map((name, i) => `${name}=SMS_${i}`).join(', ')
    expect(loadConfig({ ...given, ALIYUN_SMS_TEMPLATES }).sms).toMatchObject({
      by: 'aliyun',
      sign: '车驿',
      templates: { code: 'SMS_0' },
    })
  })

  test('the account of a partner is set as a whole or not at all', () => {
    const WECHAT_APP_ID = 'wx1'
    expect(() => loadConfig({ WECHAT_APP_ID })).toThrow('WECHAT_APP_ID、WECHAT_APP_SECRET 须同时设置')
    expect(loadConfig({ WECHAT_APP_ID, WECHAT_APP_SECRET: 's' }).wechat).toEqual({ appId: 'wx1', secret: 's' })
  })

  test('names every wrong variable at once', () => {
    const wrong = {
      MAP_TILES: 'http://tiles/{z}',
      MAP_DATUM: 'bd09',
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
