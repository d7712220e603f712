import { DAY, HOUR } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import type { BackupFacts, DatabaseFacts, Facts, SiteFacts } from './facts.ts'
import { judge } from './judge.ts'

const now = Date.parse('2026-11-20T08:00:00+08:00')
const site: SiteFacts = {
  url: 'https://rent.example',
  addresses: ['203.0.113.10'],
  tls: { fault: null, validUntil: now + 60 * DAY, http2: true },
  plain: { status: 308, location: 'https://rent.example/' },
  seen: { ip: '198.51.100.7', protocol: 'https', host: 'rent.example' },
  forged: '203.0.113.66',
  internal: 404,
}
const backups: BackupFacts = {
  folder: '/var/backups/cheyi',
  newest: now - 5 * HOUR,
  proven: now - 3 * DAY,
  hasKeys: true,
  sameDisk: false,
}
const database: DatabaseFacts = {
  version: 18,
  missing: [],
  newer: [],
  clockAheadMs: 20,
  payments: [{ merchant: '达安租车', way: '微信支付', fault: '', validUntil: now + 90 * DAY }],
  differing: [],
  seesPayments: true,
}
const well: Facts = {
  now,
  demo: false,
  reachedBy: 'PUBLIC_URL=https://rent.example',
  trials: [],
  sms: 'aliyun',
  smsFaults: [],
  publicUrl: site.url,
  trustProxy: ['127.0.0.1'],
  ownTls: false,
  keyFile: { path: '/etc/cheyi/keys.json', mode: 0o600, inData: false },
  minFreeBytes: 2e9,
  ready: { status: 200, database: true, web: true },
  site,
  disks: [{ name: '数据', path: '/srv/cheyi', freeBytes: 50e9, sizeBytes: 100e9 }],
  backups,
  backupBucket: null,
  database,
  replica: { standby: true, lagMs: 900 },
  clockIsKept: true,
  vendorAheadMs: -400,
}

const found = (change: Partial<Facts>) =>
  judge({ ...well, ...change }).map(({ level, about, text }) => `${level} ${about} ${text}`)
const onSite = (change: Partial<SiteFacts>) => found({ site: { ...site, ...change } })
const onTls = (change: object) => onSite({ tls: { ...site.tls!, ...change } })
const seen = (change: object) => onSite({ seen: { ...site.seen!, ...change } })
const backedUp = (change: Partial<BackupFacts>) => found({ backups: { ...backups, ...change } })
const inBucket = (change: object) =>
  found({
    backupBucket: { versioning: true, newest: now - 5 * HOUR, lockedUntil: now + 30 * DAY, lockDays: 35, ...change },
  })
const stored = (change: Partial<DatabaseFacts>) => found({ database: { ...database, ...change } })
const disk = (freeBytes: number) => found({ disks: [{ ...well.disks[0]!, freeBytes }] })

it('an installation that is well has nothing to say', () => {
  expect(judge(well)).toEqual([])
  expect(judge({ ...well, replica: null })).toEqual([])
})

describe('what is wrong is said, and nothing else', () => {
  it.each([
    ['服务 .*没有应答', () => found({ ready: { fault: 'ECONNREFUSED' } })],
    ['服务 .*连不上数据库', () => found({ ready: { status: 503, database: false, web: true } })],
    ['设置 DEMO=on', () => found({ trials: ['DEMO=on：演示账号的密码是公开的'] })],
    ['短信 没有接通', () => found({ reachedBy: null, sms: 'outbox' })],
    ['短信 短信签名「车驿」审核中：', () => found({ smsFaults: ['短信签名「车驿」审核中'] })],
    ['代理 没有设置 TRUST_PROXY', () => found({ trustProxy: [] })],
    ['密钥 找不到', () => found({ keyFile: { ...well.keyFile, mode: null } })],
    ['密钥 .*其他用户', () => found({ keyFile: { ...well.keyFile, mode: 0o644 } })],
    ['域名 .*没有解析', () => onSite({ addresses: [] })],
    ['域名 .*内网地址 10.0.0.3', () => onSite({ addresses: ['10.0.0.3'] })],
    ['证书 .*过期：', () => onTls({ validUntil: now - 1, fault: 'CERT_HAS_EXPIRED' })],
    ['证书 .*还没有续期', () => onTls({ validUntil: now + 13 * DAY })],
    ['证书 浏览器不信任', () => onTls({ fault: 'SELF_SIGNED' })],
    ['代理 .*HTTP/2', () => onTls({ http2: false })],
    ['代理 http://rent.example 没有转到', () => onSite({ plain: { status: 200, location: '' } })],
    ['代理 http://rent.example 没有转到', () => onSite({ plain: { status: 301, location: 'https://other.example/' } })],
    ['代理 代理转发了 /internal/', () => onSite({ internal: 200 })],
    ['代理 .*不是本系统', () => onSite({ seen: null })],
    ['代理 .*客户可以伪造地址', () => seen({ ip: site.forged })],
    ['代理 .*协议是 http：', () => seen({ protocol: 'http' })],
    ['代理 .*域名是 127.0.0.1:8080', () => seen({ host: '127.0.0.1:8080' })],
    [
      '代理 代理没有传递客户的地址',
      () => found({ trustProxy: ['10.0.0.9'], site: { ...site, seen: { ...site.seen!, ip: '10.0.0.9' } } }),
    ],
    ['磁盘 .*已暂停上传', () => disk(1e9)],
    ['磁盘 .*已用 91%', () => disk(9e9)],
    ['备份 存储桶中的备份无法检查：没有应答', () => found({ backupBucket: { fault: '没有应答' } })],
    ['备份 备份的存储桶没有开启版本控制', () => inBucket({ versioning: false })],
    ['备份 备份的存储桶中没有完整的备份', () => inBucket({ newest: null, lockedUntil: null })],
    ['备份 存储桶中最近一次备份是', () => inBucket({ newest: now - 30 * HOUR })],
    ['备份 存储桶中最近一次备份没有被锁定', () => inBucket({ lockedUntil: null })],
    ['备份 没有设置 BACKUP_DIR', () => found({ backups: { fault: '没有设置 BACKUP_DIR' } })],
    ['备份 .*没有备份', () => backedUp({ newest: null })],
    ['备份 .*已超过一天', () => backedUp({ newest: now - 27 * HOUR })],
    ['备份 备份从未试过恢复', () => backedUp({ proven: null })],
    ['备份 .*已超过一周', () => backedUp({ proven: now - 9 * DAY })],
    ['数据库 连接数据库失败', () => found({ database: { fault: '密码错误' } })],
    ['版本 PostgreSQL 15 过旧', () => stored({ version: 15 })],
    ['版本 .*缺少 0011_x', () => stored({ missing: ['0011_x'] })],
    ['版本 .*更新的程序', () => stored({ newer: ['0012_y'] })],
    ['时钟 数据库的时钟比本机快 3 秒', () => stored({ clockAheadMs: 3000 })],
    [
      '支付 达安租车 的微信支付签约有问题：商户号',
      () => stored({ payments: [{ ...database.payments[0]!, fault: '商户号已停用' }] }),
    ],
    [
      '支付 达安租车 的微信支付平台证书',
      () => stored({ payments: [{ ...database.payments[0]!, validUntil: now + DAY }] }),
    ],
    ['账簿 达安租车 昨夜核对有 2 处账实不符', () => stored({ differing: [{ merchant: '达安租车', differences: 2 }] })],
    ['从库 连接从库失败', () => found({ replica: { fault: 'timeout' } })],
    ['从库 .*不是从库', () => found({ replica: { standby: false, lagMs: 0 } })],
    ['从库 从库落后 90 秒', () => found({ replica: { standby: true, lagMs: 90_000 } })],
    ['时钟 本机没有自动对时', () => found({ clockIsKept: false })],
    ['时钟 本机的时钟比支付平台快 60 秒', () => found({ vendorAheadMs: -60_000 })],
  ] as const)('%s', (pattern, ask) => {
    const all = ask()
    expect(all).toHaveLength(1)
    expect(all[0]).toMatch(new RegExp(`^wrong ${pattern}`))
  })

  it('without a public address nobody pays online and no link leads anywhere', () => {
    expect(found({ publicUrl: null, site: null })).toEqual([
      expect.stringMatching(/^wrong 设置 没有设置 PUBLIC_URL/),
      expect.stringMatching(/^wrong 支付 .*收不到到账通知/),
    ])
  })
})

it('what need not be mended is a note', () => {
  expect(
    [
      found({ keyFile: { ...well.keyFile, inData: true } }),
      backedUp({ sameDisk: true }),
      backedUp({ hasKeys: false }),
      stored({ version: 17 }),
      stored({ payments: [], seesPayments: false }),
      found({ clockIsKept: null, vendorAheadMs: null }),
    ].map((one) => [one.length, one[0]!.slice(0, 7)]),
  ).toEqual(Array.from({ length: 6 }, () => [1, expect.stringMatching(/^note /)]))
})

it('only notes that a bucket locks nothing where that is chosen, and says nothing of one that locks', () => {
  expect(inBucket({ lockDays: 0, lockedUntil: null })).toEqual([expect.stringMatching(/^note 备份 .*没有锁定/)])
  expect(inBucket({})).toEqual([])
})
