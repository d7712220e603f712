import { isIP } from 'node:net'
import { BACKUP_AGE, CERTIFICATE_LEFT, PROVEN_AGE } from '@cheyi/domain/platform/lookup/checkup'
import { formatDateTime, MINUTE } from '@cheyi/domain/time'
import { isLoopback } from '../../kernel/http/loopback.ts'
import type { BackupFacts, DatabaseFacts, DiskFacts, Facts, SiteFacts, Unknown } from './facts.ts'

/** Something to mend, or to know of: only the former makes the command fail. */
export interface Finding {
  readonly level: 'wrong' | 'note'
  readonly about: string
  readonly text: string
}

const problem = (about: string, text: string): Finding => ({ level: 'wrong', about, text })
const note = (about: string, text: string): Finding => ({ level: 'note', about, text })

const LAG = MINUTE
const CLOCK_DATABASE = 2000
const CLOCK_VENDOR = 30_000
/** Share of a disk that may be used. */
const FULL = 0.9
const GB = 1024 ** 3

const isUnknown = (facts: object): facts is Unknown => 'fault' in facts

/** What is wrong with an installation, in words for its operator. */
export const judge = (facts: Facts): Finding[] => [
  ...serverFindings(facts),
  ...settingFindings(facts),
  ...(facts.site === null ? [] : siteFindings(facts.site, facts)),
  ...facts.disks.flatMap((disk) => diskFindings(disk, facts.minFreeBytes)),
  ...backupFindings(facts.backups, facts.now),
  ...bucketFindings(facts.backupBucket, facts.now),
  ...databaseFindings(facts.database, facts),
  ...replicaFindings(facts),
  ...clockFindings(facts),
]

function serverFindings({ ready }: Facts): Finding[] {
  if (isUnknown(ready)) return [problem('服务', `本机的服务没有应答（${ready.fault}）：请启动服务，并查看其日志`)]
  if (ready.status === 200) return []
  const parts = [!ready.database && '连不上数据库', !ready.web && '缺少网页文件，请重新安装程序'].filter(Boolean)
  return [problem('服务', `服务未就绪：${parts.join('；') || '正在停止'}`)]
}

function settingFindings(facts: Facts): Finding[] {
  const { reachedBy, trials, demo, sms, smsFaults, publicUrl, trustProxy, ownTls, keyFile } = facts
  const found = trials.map((trial) => problem('设置', `${trial}。其他机器可访问本服务，请改为正式设置`))
  if (!demo && sms === 'outbox' && reachedBy === null)
    found.push(problem('短信', '没有接通短信服务，验证码只存入文件：请设置 SMS=aliyun 及其账号'))
  found.push(...smsFaults.map((fault) => problem('短信', `${fault}：请到阿里云短信控制台处理`)))
  if (!demo && publicUrl === null)
    found.push(problem('设置', '没有设置 PUBLIC_URL：短信和二维码中的链接只能在本机打开，支付平台的到账通知也收不到'))
  if (publicUrl !== null && !ownTls && trustProxy.length === 0)
    found.push(problem('代理', '没有设置 TRUST_PROXY：所有客户都显示为代理的地址，共用一份访问限额。请填写代理的地址'))
  if (keyFile.mode === null)
    found.push(problem('密钥', `找不到密钥文件 ${keyFile.path}：丢失后手机号、证件与文件无法恢复`))
  else if ((keyFile.mode & 0o077) !== 0)
    found.push(problem('密钥', `密钥文件 ${keyFile.path} 可被其他用户读取：请执行 chmod 600`))
  if (keyFile.inData && reachedBy !== null)
    found.push(note('密钥', '密钥文件与数据放在同一目录，拿到数据的人也就拿到密钥：建议用 KEY_FILE 放到别处'))
  return found
}

function siteFindings(site: SiteFacts, { trustProxy, now }: Facts): Finding[] {
  const { host, hostname, protocol } = new URL(site.url)
  const found: Finding[] = []
  if (site.addresses.length === 0)
    return [problem('域名', `域名 ${hostname} 没有解析到任何地址：请在域名服务商处添加解析`)]
  if (!isLoopback(hostname) && isIP(hostname) === 0) {
    const own = site.addresses.filter(isPrivate)
    if (own.length > 0) found.push(problem('域名', `域名 ${hostname} 解析到内网地址 ${own.join('、')}，客户打不开`))
  }
  if (site.tls !== null) found.push(...certificateFindings(hostname, site.tls, now))
  if (protocol === 'https:' && site.plain !== null && !leadsTo(site.plain, hostname))
    found.push(problem('代理', `http://${hostname} 没有转到 https：请让代理把 HTTP 重定向到 HTTPS`))
  if (site.internal !== null && site.internal !== 404)
    found.push(problem('代理', '代理转发了 /internal/，监控数据可能外泄：请对该路径返回 404'))
  const { seen } = site
  if (seen === null)
    return [...found, problem('代理', `${site.url} 没有应答，或应答的不是本系统：请检查代理的转发地址`)]
  if (seen.ip === site.forged)
    found.push(problem('代理', '代理保留了客户自带的 X-Forwarded-For，客户可以伪造地址：请改为替换，不要追加'))
  else if (trustProxy.length > 0 && trustProxy.includes(seen.ip) && !isLoopback(seen.ip))
    found.push(problem('代理', '代理没有传递客户的地址：请设置 X-Forwarded-For'))
  if (seen.protocol !== protocol.slice(0, -1))
    found.push(
      problem('代理', `服务看到的协议是 ${seen.protocol}：请让代理把 X-Forwarded-Proto 设为 ${protocol.slice(0, -1)}`),
    )
  if (seen.host !== host) found.push(problem('代理', `服务看到的域名是 ${seen.host}：请让代理原样传递 Host`))
  return found
}

function certificateFindings(
  hostname: string,
  { fault, validUntil, http2 }: NonNullable<SiteFacts['tls']>,
  now: number,
): Finding[] {
  const renew = '请检查代理的自动续期'
  if (validUntil !== null && validUntil <= now)
    return [problem('证书', `${hostname} 的证书已于 ${formatDateTime(validUntil)} 过期：${renew}`)]
  if (fault !== null) return [problem('证书', `浏览器不信任 ${hostname} 的证书（${fault}）`)]
  const found: Finding[] = []
  if (validUntil !== null && validUntil - now < CERTIFICATE_LEFT)
    found.push(problem('证书', `${hostname} 的证书将于 ${formatDateTime(validUntil)} 过期，还没有续期：${renew}`))
  if (!http2) found.push(problem('代理', '代理不支持 HTTP/2，页面打开会很慢：请开启'))
  return found
}

const leadsTo = ({ status, location }: NonNullable<SiteFacts['plain']>, hostname: string): boolean =>
  status >= 300 &&
  status < 400 &&
  URL.canParse(location) &&
  location.startsWith('https:') &&
  new URL(location).hostname === hostname

/** Addresses that are not reached from the Internet. */
const isPrivate = (address: string): boolean =>
  isLoopback(address) ||
  /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/.test(address) ||
  /^(fe[89ab]|f[cd])/i.test(address)

function diskFindings({ name, path, freeBytes, sizeBytes }: DiskFacts, minFreeBytes: number): Finding[] {
  const free = `${(freeBytes / GB).toFixed(1)} GB`
  if (freeBytes < minFreeBytes)
    return [problem('磁盘', `${name}所在磁盘（${path}）只剩 ${free}，已暂停上传：请清理或扩容`)]
  if (sizeBytes > 0 && 1 - freeBytes / sizeBytes >= FULL)
    return [
      problem('磁盘', `${name}所在磁盘（${path}）已用 ${Math.floor((1 - freeBytes / sizeBytes) * 100)}%，剩余 ${free}`),
    ]
  return []
}

function backupFindings(backups: BackupFacts | Unknown, now: number): Finding[] {
  if (isUnknown(backups)) return [problem('备份', backups.fault)]
  const { folder, newest, proven, hasKeys, sameDisk } = backups
  if (newest === null) return [problem('备份', `目录 ${folder} 中没有备份：请执行 npm run backup，并设为每夜运行`)]
  const found: Finding[] = []
  if (now - newest > BACKUP_AGE)
    found.push(problem('备份', `最近一次备份是 ${formatDateTime(newest)}，已超过一天：请检查夜间备份为何没有运行`))
  if (!hasKeys) found.push(note('备份', '最近一次备份的密钥文件不在同一目录，请确认另有保存；没有它备份无法恢复'))
  if (proven === null)
    found.push(problem('备份', '备份从未试过恢复：请执行 npm run backup -- <目录> --prove，并设为每周运行'))
  else if (now - proven > PROVEN_AGE)
    found.push(problem('备份', `上次试恢复是 ${formatDateTime(proven)}，已超过一周：请检查每周的试恢复为何没有运行`))
  if (sameDisk) found.push(note('备份', `备份与数据在同一块磁盘（${folder}）：请另外复制一份到别的机器`))
  return found
}

function bucketFindings(bucket: Facts['backupBucket'], now: number): Finding[] {
  if (bucket === null) return []
  if (isUnknown(bucket)) return [problem('备份', `存储桶中的备份无法检查：${bucket.fault}`)]
  const { versioning, newest, lockedUntil, lockDays } = bucket
  const found: Finding[] = []
  if (!versioning) found.push(problem('备份', '备份的存储桶没有开启版本控制，备份可被覆盖：请开启'))
  if (newest === null) return [...found, problem('备份', '备份的存储桶中没有完整的备份：请执行 npm run backup')]
  if (now - newest > BACKUP_AGE)
    found.push(problem('备份', `存储桶中最近一次备份是 ${formatDateTime(newest)}，已超过一天：请查看夜间备份的日志`))
  if (lockDays === 0) found.push(note('备份', '存储桶中的备份没有锁定（BACKUP_LOCK_DAYS=0），拿到密钥的人可以删除'))
  else if (lockedUntil === null || lockedUntil < now)
    found.push(problem('备份', '存储桶中最近一次备份没有被锁定：存储桶须在创建时开启对象锁定（合规模式）'))
  return found
}

function databaseFindings(database: DatabaseFacts | Unknown, { now, publicUrl }: Facts): Finding[] {
  if (isUnknown(database)) return [problem('数据库', `连接数据库失败：${database.fault}`)]
  const { version, missing, newer, clockAheadMs, payments, differing, seesPayments } = database
  const found: Finding[] = []
  if (version < 16) found.push(problem('版本', `PostgreSQL ${version} 过旧：请升级到 16 或更新版本，建议 18`))
  else if (version !== 18) found.push(note('版本', `PostgreSQL ${version}：本程序以 18 测试`))
  if (missing.length > 0)
    found.push(
      problem('版本', `数据库尚未升级到本程序的版本，缺少 ${missing.join('、')}：请重启服务，或执行 npm run migrate`),
    )
  if (newer.length > 0) found.push(problem('版本', `数据库已由更新的程序升级到 ${newer.at(-1)}：请把本机的程序也升级`))
  if (Math.abs(clockAheadMs) > CLOCK_DATABASE)
    found.push(problem('时钟', `数据库的时钟比本机${aheadText(clockAheadMs)}：请让两台机器都自动对时`))
  if (!seesPayments) found.push(note('支付', '数据库账号看不到商家的支付签约，未检查：请设置 MIGRATE_URL 后再查'))
  if (payments.length > 0 && publicUrl === null)
    found.push(problem('支付', '有商家开通了线上支付，但没有设置 PUBLIC_URL，收不到到账通知'))
  for (const { merchant, differences } of differing)
    found.push(problem('账簿', `${merchant} 昨夜核对有 ${differences} 处账实不符：请执行 npm run check:money 逐条查看`))
  for (const { merchant, way, fault, validUntil } of payments) {
    if (fault !== '') found.push(problem('支付', `${merchant} 的${way}签约有问题：${fault}`))
    if (validUntil !== null && validUntil - now < CERTIFICATE_LEFT)
      found.push(problem('支付', `${merchant} 的${way}平台证书 ${formatDateTime(validUntil)} 到期，还没有换新`))
  }
  return found
}

function replicaFindings({ replica }: Facts): Finding[] {
  if (replica === null) return []
  if (isUnknown(replica)) return [problem('从库', `连接从库失败：${replica.fault}`)]
  if (!replica.standby) return [problem('从库', 'DATABASE_REPLICA_URL 指向的不是从库')]
  return replica.lagMs > LAG
    ? [problem('从库', `从库落后 ${Math.round(replica.lagMs / 1000)} 秒：请检查复制是否中断`)]
    : []
}

function clockFindings({ clockIsKept, vendorAheadMs }: Facts): Finding[] {
  const found: Finding[] = []
  if (clockIsKept === false) found.push(problem('时钟', '本机没有自动对时：请启用 systemd-timesyncd 或 chrony'))
  if (vendorAheadMs !== null && Math.abs(vendorAheadMs) > CLOCK_VENDOR)
    found.push(problem('时钟', `本机的时钟比支付平台${aheadText(-vendorAheadMs)}，付款与登录会被拒绝：请校时`))
  if (clockIsKept === null && vendorAheadMs === null)
    found.push(note('时钟', '无法核对本机的时钟：没有对时服务的信息，也连不上支付平台'))
  return found
}

const aheadText = (ms: number): string => `${ms > 0 ? '快' : '慢'} ${Math.round(Math.abs(ms) / 1000)} 秒`
