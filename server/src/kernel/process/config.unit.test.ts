import { resolve } from 'node:path'
import { smsTemplates } from '@cheyi/domain/platform/session/sms-templates'
import { describe, expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { trialsInTheOpen } from './deployment.ts'
import { StartError } from './start-error.ts'

describe('loadConfig', () => {
  test.for([
    ['METRICS_TOKEN', 'hunter2'],
    ['DATABASE_URL', 'cheyi:hunter2/db'],
    ['MIGRATE_URL', 'cheyi:hunter2@db/cheyi'],
    ['PUBLIC_URL', 'https://me:hunter2@rent.example'],
  ] as const)('names a wrong %s without what it contains, which may be a secret', ([name, value]) => {
    expect(() => loadConfig({ [name]: value })).toThrow(name)
    expect(() => loadConfig({ [name]: value })).not.toThrow('hunter2')
  })

  test('without variables the embedded database with demo data is served on port 8080', () => {
    expect(loadConfig({})).toEqual({
      port: 8080,
      host: '127.0.0.1',
      drainMs: 0,
      dataDir: resolve('.data'),
      keyFile: resolve('.data/keys/installation.json'),
      gatewayKeyFile: resolve('.data/keys/gateway.json'),
      mediaDir: resolve('.data/media'),
      quotaBytes: 50 * 1024 ** 3,
      minFreeBytes: 2 * 1024 ** 3,
      databaseUrl: undefined,
      demo: true,
      simulators: 'loopback',
      logLevel: 'info',
      rateLimit: true,
      trustProxy: [],
      metrics: { port: undefined, token: undefined },
      openApi: true,
      frameAncestors: [],
      mapTiles: null,
      sourceApps: [{ source: 2, link: 'cheyi-travel://order/{no}' }],
      sms: { by: 'outbox' },
      wukong: undefined,
      wechat: undefined,
      wechatSite: undefined,
      vendors: {
        alipay: 'https://openapi.alipay.com/gateway.do',
        wechatPay: 'https://api.mch.weixin.qq.com',
        wechatAuthorize: 'https://open.weixin.qq.com/connect/oauth2/authorize',
        wechatQrConnect: 'https://open.weixin.qq.com/connect/qrconnect',
        wechat: 'https://api.weixin.qq.com',
        caih: 'https://api.caih.com/verify/api',
        amap: 'https://restapi.amap.com',
        taobao: 'https://eco.taobao.com/router/rest',
        jpush: 'https://api.jpush.cn',
      },
      clock: 'system',
    })
  })

  test('an external database gets demo data only when DEMO says so', () => {
    const DATABASE_URL = 'postgres://owner:secret@db.internal/cheyi?sslmode=verify-full'
    expect(loadConfig({ DATABASE_URL }).demo).toBe(false)
    expect(loadConfig({ DATABASE_URL, DEMO: 'on' }).demo).toBe(true)
  })

  test('the address of a server that migrates is that of DATABASE_URL, unless it names a role that cannot', () => {
    const [owner, gate] = ['postgres://owner:secret@127.0.0.1/cheyi', 'postgres://gate@127.0.0.1/cheyi']
    for (const role of ['cheyi_web', 'cheyi_jobs', 'cheyi_gateway'])
      expect(loadConfig({ DATABASE_URL: `postgres://${role}:x@127.0.0.1/cheyi` }).migrateUrl).toBeUndefined()
    expect(loadConfig({ DATABASE_URL: owner }).migrateUrl).toBe(owner)
    expect(loadConfig({ DATABASE_URL: gate }).migrateUrl).toBeUndefined()
    expect(loadConfig({ DATABASE_URL: gate, MIGRATE_URL: owner })).toMatchObject({
      databaseUrl: gate,
      migrateUrl: owner,
    })
    for (const name of ['MIGRATE_URL', 'DATABASE_LISTEN_URL', 'DATABASE_REPLICA_URL'])
      expect(() => loadConfig({ [name]: owner })).toThrow(`${name} 须与 DATABASE_URL 同时设置`)
  })

  test('an empty variable counts as unset', () => {
    expect(loadConfig({ PORT: '', DATA_DIR: ' ' })).toMatchObject({ port: 8080, dataDir: resolve('.data') })
  })

  test('an account of WeChat must be complete, with key and template in the format of the WeChat console', () => {
    const account = {
      WECHAT_MP_APP_ID: 'wx1',
      WECHAT_MP_APP_SECRET: 's',
      WECHAT_MP_TOKEN: 't',
      WECHAT_MP_AES_KEY: 'a'.repeat(43),
      WECHAT_MP_TEMPLATE: 'id',
      WECHAT_MP_TEMPLATE_FIELDS: 'title=thing2, at=time4',
    }
    expect(loadConfig(account).follow?.fields).toEqual([
      ['title', 'thing2'],
      ['at', 'time4'],
    ])
    const wrong = [
      { WECHAT_MP_TOKEN: '' },
      { WECHAT_MP_AES_KEY: 'short' },
      { WECHAT_MP_TEMPLATE_FIELDS: 'name=thing1' },
    ]
    for (const one of wrong) expect(() => loadConfig({ ...account, ...one })).toThrow(/WECHAT_MP_/)
  })

  test('uploaded files are stored in the data folder, or in one that several servers share', () => {
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

  test('SMS=aliyun needs the complete account and a code for every template', () => {
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

  test('the account of a partner is set completely or not at all', () => {
    const WECHAT_APP_ID = 'wx1'
    expect(() => loadConfig({ WECHAT_APP_ID })).toThrow('WECHAT_APP_ID、WECHAT_APP_SECRET 须同时设置')
    expect(loadConfig({ WECHAT_APP_ID, WECHAT_APP_SECRET: 's' }).wechat).toEqual({ appId: 'wx1', secret: 's' })
    expect(() => loadConfig({ TLS_CERT: '/cert.pem' })).toThrow('TLS_CERT、TLS_KEY 须同时设置')
  })

  test('data of simulators is visible only on this machine, unless the demo was requested', () => {
    expect(loadConfig({ DEMO: 'on' }).simulators).toBe('open')
    expect(loadConfig({ DEMO: 'off' })).toMatchObject({ demo: false, simulators: 'off' })
  })

  test.each([
    ['10.0.0.1', ['10.0.0.1']],
    ['127.0.0.1, 10.0.0.0/8,::1/128', ['127.0.0.1', '10.0.0.0/8', '::1/128']],
  ])('TRUST_PROXY=%s', (text, trustProxy) => {
    expect(loadConfig({ TRUST_PROXY: text, DEMO: 'off', SMS: 'outbox' }).trustProxy).toEqual(trustProxy)
  })

  test.each(['proxy.internal', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0', '1.2.3.4,'])(
    'TRUST_PROXY=%s is none',
    (text) => {
      expect(() => loadConfig({ TRUST_PROXY: text })).toThrow('环境变量 TRUST_PROXY 的值')
    },
  )

  test('reports every wrong variable at once', () => {
    const wrong = {
      MAP_TILES: 'http://tiles/{z}',
      SOURCE_APPS: 'travel=javascript://{no}',
      MAP_DATUM: 'bd09',
      PORT: '70000',
      HOST: 'a b',
      DATABASE_URL: 'mysql://x',
      DEMO: 'maybe',
      LOG_LEVEL: 'loud',
      TRUST_PROXY: '10.0.0.0/33',
      METRICS_PORT: 'x',
      METRICS_TOKEN: 'short',
      OPENAPI: 'some',
      FRAME_ANCESTORS: 'https://shell.example/path',
      RATE_LIMIT: 'some',
      CLOCK: '2026-05-01T09:00', // without an offset this would be a different instant on each machine
    }
    const attempt = () => loadConfig(wrong)
    expect(attempt).toThrow(StartError)
    for (const name of Object.keys(wrong)) expect(attempt).toThrow(`环境变量 ${name} 的值`)
  })
})

describe('a server that other machines can reach', () => {
  const HOST = '0.0.0.0'
  const faults = (env: Record<string, string>) => {
    try {
      loadConfig(env)
      return ''
    } catch (error) {
      expect(error).toBeInstanceOf(StartError)
      return (error as StartError).message
    }
  }

  test('does not start with trial settings unless they were set explicitly', () => {
    for (const host of [HOST, '::', '192.168.1.5', 'rent.example']) {
      const said = faults({ HOST: host })
      expect(said).toMatch(/DEMO=off[\s\S]*SMS=aliyun/)
      expect(said.split('\n')).toHaveLength(2)
    }
    expect(faults({ HOST, SMS: 'outbox' })).toMatch(/^HOST=0.0.0.0 .*DEMO=off/)
    expect(faults({ HOST, DEMO: 'off' })).toMatch(/^HOST=0.0.0.0 .*SMS=aliyun/)
    expect(faults({ HOST, DEMO: 'on', SMS: 'outbox' })).toBe('')
    for (const host of ['127.0.0.1', '127.1.2.3', '::1', 'localhost']) expect(faults({ HOST: host })).toBe('')
  })

  test.each([
    ['TRUST_PROXY', '127.0.0.1'],
    ['PUBLIC_URL', 'https://rent.example'],
    ['FRAME_ANCESTORS', 'https://shell.example'],
  ])('counts as reachable behind a proxy too, which %s shows', (name, value) => {
    const said = faults({ [name]: value })
    expect(said).toMatch(new RegExp(`^${name}=.*DEMO=off[^]*${name}=.*SMS=aliyun`))
    expect(faults({ [name]: value, DEMO: 'off', SMS: 'outbox' })).toBe('')
    expect(trialsInTheOpen(loadConfig({ [name]: value, DEMO: 'on', SMS: 'outbox' }))).toHaveLength(2)
  })

  test('gets a warning at the start for each explicit trial setting', () => {
    const config = loadConfig({ HOST, DEMO: 'on', SMS: 'outbox', CLOCK: 'settable' })
    const names = trialsInTheOpen(config).map((line) => /^[A-Z_]+/.exec(line)?.[0])
    expect(names).toEqual(['DEMO', 'SMS', 'CLOCK'])
    expect(trialsInTheOpen(loadConfig({ CLOCK: 'settable', RATE_LIMIT: 'off' }))).toEqual([])
  })

  test('does not start without rate limits, even if set explicitly', () => {
    const said = { DEMO: 'on', SMS: 'outbox', RATE_LIMIT: 'off' }
    expect(faults({ HOST, ...said })).toMatch(/^HOST=.*RATE_LIMIT=off/)
    expect(faults({ PUBLIC_URL: 'https://rent.example', ...said })).toContain('RATE_LIMIT=off')
    expect(faults(said)).toBe('')
  })

  test.each([
    ['postgres://u:p@db.internal/cheyi', true],
    ['postgres://u:p@db.internal/cheyi?sslmode=disable', false],
    ['postgres://u:p@127.0.0.1:5433/cheyi', false],
    ['postgres://u:p@[::1]/cheyi', false],
    ['postgres://u:p@/cheyi?host=/var/run/postgresql', false],
    ['postgres://u:p@127.0.0.1/cheyi?host=db.internal', true],
  ])('DATABASE_URL=%s must say how the connection is protected, unless it is local', (DATABASE_URL, refused) => {
    expect(faults({ DATABASE_URL }).includes('sslmode')).toBe(refused)
    const local = 'postgres://u:p@127.0.0.1/cheyi'
    for (const name of ['MIGRATE_URL', 'DATABASE_LISTEN_URL', 'DATABASE_REPLICA_URL'])
      expect(faults({ DATABASE_URL: local, [name]: DATABASE_URL }).includes(`${name} 的数据库不在本机`)).toBe(refused)
  })

  test.each([
    ['http://partner.example', true],
    ['https://partner.example', false],
    ['http://127.0.0.1:9000', false],
    ['partner', true],
  ])('WUKONG_URL=%s must use https, unless it is this machine', (WUKONG_URL, refused) => {
    const said = faults({ WUKONG_URL, WUKONG_APP_ID: 'a', WUKONG_SECRET: 's' })
    expect(said.includes('WUKONG_URL 应为 https')).toBe(refused)
  })

  test('the provider of violations must use https, and its account is complete or absent', () => {
    const account = { VIOLATION_APP_ID: 'cheyi', VIOLATION_SECRET: 's' }
    expect(loadConfig({}).violations).toBeUndefined()
    expect(loadConfig({ ...account, VIOLATION_URL: 'https://tell.example/v' }).violations).toEqual({
      url: 'https://tell.example/v',
      appId: 'cheyi',
      secret: 's',
    })
    expect(faults({ ...account, VIOLATION_URL: 'http://tell.example' })).toContain('环境变量 VIOLATION_URL 的值')
    expect(faults(account)).toContain('VIOLATION_URL、VIOLATION_APP_ID、VIOLATION_SECRET 须同时设置')
  })

  test.each([
    ['ALIPAY_GATEWAY', 'alipay'],
    ['WECHATPAY_URL', 'wechatPay'],
    ['WECHAT_AUTHORIZE_URL', 'wechatAuthorize'],
    ['WECHAT_QRCONNECT_URL', 'wechatQrConnect'],
    ['WECHAT_API_URL', 'wechat'],
    ['CAIH_URL', 'caih'],
    ['AMAP_URL', 'amap'],
  ] as const)('%s must use https, unless it is this machine, and paths are added to it', (name, vendor) => {
    for (const url of ['https://pay.example/in/front', 'http://127.0.0.1:9000'])
      expect(loadConfig({ [name]: url }).vendors[vendor]).toBe(url)
    for (const url of ['http://pay.example', 'pay.example', 'https://pay.example/', 'https://pay.example?a=1'])
      expect(faults({ [name]: url })).toContain(`环境变量 ${name} 的值`)
  })
})
