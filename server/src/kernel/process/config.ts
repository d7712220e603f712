import { isIP } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { type Source, source } from '@cheyi/domain/booking/order/codes'
import { type Datum, datums } from '@cheyi/domain/platform/geo/datum'
import { smsTemplates } from '@cheyi/domain/platform/session/sms-templates'
import type { CertificateFiles } from '../http/http2.ts'
import { defaultKeyFile } from '../keys.ts'
import { isSignInRole } from '../postgres/sign-in-roles.ts'
import { isGiven, isSafeUrl, unsafeAsDeployed } from './deployment.ts'
import { withSecretFiles } from './secret-files.ts'
import { StartError } from './start-error.ts'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** An account of Alibaba Cloud SMS: access key, registered signature, and the code of each registered template. */
export interface AliyunSms {
  readonly accessKeyId: string
  readonly accessKeySecret: string
  readonly sign: string
  /** `code=SMS_1,passwordChanged=SMS_2`, keyed by the template names of the domain. */
  readonly templates: Readonly<Record<string, string>>
}

/** The account at the partner Wukong: its address and our signing key. */
export interface WukongAccount {
  readonly url: string
  readonly appId: string
  readonly secret: string
}

export interface WechatAccount {
  readonly appId: string
  readonly secret: string
}

/** Addresses of the vendors' interfaces, without a slash at the end: the original ones, or those of a proxy or simulator. */
export interface Vendors {
  readonly alipay: string
  readonly wechatPay: string
  /** The page that identifies a user who opened a page inside WeChat. */
  readonly wechatAuthorize: string
  /** The page with a QR code for a sign-in on a website. */
  readonly wechatQrConnect: string
  readonly wechat: string
  readonly caih: string
  readonly amap: string
  readonly jpush: string
  /** The gateway of the Taobao Open Platform. */
  readonly taobao: string
}

/** An account of Tencent Cloud. `region` is set for products that need it. */
export interface TencentAccount {
  readonly secretId: string
  readonly secretKey: string
  readonly region?: string
}

/** An account at the identity verification platform (验真平台) of CAIH. */
export interface CaihAccount {
  readonly userKey: string
  readonly appId: string
  readonly secretKey: string
}

/** A key of 高德 for its Web 服务, with the secret that signs requests. */
export interface AmapAccount {
  readonly key: string
  readonly secret: string
}

/** A provider of traffic violations that uses our own protocol: its address, and the key with which both sides sign. */
export interface ViolationAccount {
  readonly url: string
  readonly appId: string
  readonly secret: string
}

/** The installation's application on the Taobao Open Platform, for 飞猪. */
export interface FliggyAccount {
  readonly appKey: string
  readonly secret: string
}

/** The account for push messages to the app (极光推送). */
export interface PushAccount {
  readonly appKey: string
  readonly masterSecret: string
}

/** Fields of a notice that a WeChat template can show. */
export const followWords = ['merchant', 'title', 'body', 'at'] as const

/** A WeChat service account (公众号), its webhook keys in 安全模式, and the template for notices to staff. */
export interface FollowAccount {
  readonly appId: string
  readonly secret: string
  readonly token: string
  readonly aesKey: string
  readonly template: string
  /** Which keyword of the template shows which field: `title=thing2`. */
  readonly fields: readonly (readonly [(typeof followWords)[number], string])[]
}

/** An S3-compatible bucket, by its own address: `https://shop.s3.oss-cn-hangzhou.aliyuncs.com`, `http://127.0.0.1:9000/shop`. */
export interface BucketAccount {
  readonly url: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** Settings from environment variables, read once at the start. */
export interface Config {
  readonly port: number
  readonly host: string
  /** Paths of the certificate and its key; undefined: plain HTTP, behind a proxy or for this machine only. */
  readonly tls: CertificateFiles | undefined
  /**
   * ms between the stop signal and the end of serving. During this time `/readyz` reports "not ready", so that a proxy
   * sends no new requests.
   */
  readonly drainMs: number
  /** Absolute path of the folder for database, media, outbox and keys. */
  readonly dataDir: string
  /** Absolute path of the file with the installation's secrets, which all servers of one installation share. */
  readonly keyFile: string
  /** Absolute path of the uploaded files, which several servers share; with a bucket, of the files that have not moved there yet. */
  readonly mediaDir: string
  /** Maximum size of all files of one merchant, in bytes. */
  readonly quotaBytes: number
  /** Bytes that must stay free on the disk: below that, uploads are refused for now. */
  readonly minFreeBytes: number
  /** Bucket for uploaded files; undefined: they are stored on the disk. */
  readonly bucket: BucketAccount | undefined
  /** Absolute path of the file with what a gateway knows of them; servers write it. */
  readonly gatewayKeyFile: string
  /** Address of the database, where the server itself signs in as `cheyi_web`; undefined starts the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined
  /** Its address for the role that migrates; undefined: this server may not, or the database is the embedded one. */
  readonly migrateUrl: string | undefined
  /** Its addresses for jobs and for the gateway, where those have passwords of their own; undefined: `databaseUrl`. */
  readonly jobsUrl: string | undefined
  readonly gatewayUrl: string | undefined
  /** Its address past a pgBouncer, for connections that last: LISTEN, locks, maintenance; undefined: there is no pgBouncer. */
  readonly listenUrl: string | undefined
  /** Address of a replica that answers calls which may be a second old; undefined: the database answers them. */
  readonly replicaUrl: string | undefined
  /** Loads the demo data once. Off by default for an external database. */
  readonly demo: boolean
  /**
   * Who may see the data of simulators (for example codes that were sent): nobody; only this machine, for trying the
   * product; everybody.
   */
  readonly simulators: 'off' | 'loopback' | 'open'
  readonly logLevel: (typeof logLevels)[number]
  readonly rateLimit: boolean
  /** Addresses and networks (CIDR) of the proxies whose header with the client's address is trusted. */
  readonly trustProxy: readonly string[]
  /** Where Prometheus metrics are served: on a separate port, or to clients that send the token. */
  readonly metrics: { readonly port: number | undefined; readonly token: string | undefined }
  /** The folder of the nightly backups, whose age is a metric and a line of the doctor. */
  readonly backupDir: string | undefined
  /** Whether `/openapi.json` is served. */
  readonly openApi: boolean
  /** Origins that may embed the pages in a frame, besides our own: that of the native shell. */
  readonly frameAncestors: readonly string[]
  /** Map tiles, by an address with {z}, {x} and {y}; null: maps draw a grid and use no network. */
  readonly mapTiles: { readonly url: string; readonly datum: Datum; readonly attribution: string } | null
  /** Link that opens an order in the app of its source, with {no} for the order number there. */
  readonly sourceApps: readonly { readonly source: Source; readonly link: string }[]
  /**
   * Public address of this installation, without a slash at the end. It is used for links in messages and QR codes, and
   * payment providers send their webhooks to it.
   */
  readonly publicUrl: string | undefined
  /** `outbox` writes messages to DATA_DIR and sends nothing. */
  readonly sms: { readonly by: 'outbox' } | ({ readonly by: 'aliyun' } & AliyunSms)
  /** undefined: a simulator in this process is used. */
  readonly wukong: WukongAccount | undefined
  readonly wechat: WechatAccount | undefined
  /** The website account at WeChat (开放平台网站应用), besides the app account. */
  readonly wechatSite: WechatAccount | undefined
  /**
   * The account that sends template messages to staff who follow it; undefined: the simulator in the demo, otherwise no
   * messages are sent.
   */
  readonly follow: FollowAccount | undefined
  /** The account for push messages; undefined: the simulator in the demo, otherwise no messages are sent. */
  readonly push: PushAccount | undefined
  /** Not used where simulators replace the vendors. */
  readonly vendors: Vendors
  /** The account for text recognition of documents; undefined: the simulator in the demo, otherwise off. */
  readonly tencentOcr: TencentAccount | undefined
  /** The account for checking names against identity card numbers; undefined: the simulator in the demo, otherwise off. */
  readonly tencentFaceid: TencentAccount | undefined
  /** The account for checking driving licences; undefined: the simulator in the demo, otherwise off. */
  readonly caih: CaihAccount | undefined
  /** The account for distances by road; undefined: the simulator in the demo, otherwise off. */
  readonly amap: AmapAccount | undefined
  /** The account for queries of traffic violations; undefined: the simulator in the demo, otherwise off. */
  readonly violations: ViolationAccount | undefined
  /** The application for 飞猪; undefined: the simulator in the demo, otherwise off. */
  readonly fliggy: FliggyAccount | undefined
  /** Only for tests: the clock can be set. `at` (epoch ms) freezes it at that instant from the start. */
  readonly clock: 'system' | { readonly at: number | undefined }
}

/**
 * Reads the configuration out of environment variables, which docs/configuration.md lists; secrets may stand in files
 * (`withSecretFiles`). An empty variable counts as unset.
 * @throws StartError naming all wrong values at once, one a line, and what is not safe as deployed.
 */
export function loadConfig(given: Record<string, string | undefined>): Config {
  const wrong: string[] = []
  const env = withSecretFiles(given, wrong)
  const read = <T>(name: string, fallback: T, expected: string, parse: (text: string) => T | undefined): T => {
    const text = env[name]?.trim()
    if (!text) return fallback
    const value = parse(text)
    if (value === undefined) {
      const shown = isSecret(name, text) ? '' : `“${text}”`
      wrong.push(`环境变量 ${name} 的值${shown}无效，应为${expected}`)
    }
    return value ?? fallback
  }

  const address = (name: string) =>
    read<string | undefined>(name, undefined, 'postgres:// 开头的数据库地址', (text) =>
      /^postgres(ql)?:\/\//.test(text) && URL.canParse(text) ? text : undefined,
    )
  const databaseUrl = address('DATABASE_URL')
  const cannotMigrate = databaseUrl !== undefined && isSignInRole(new URL(databaseUrl).username)
  const dataDir = resolve(read('DATA_DIR', '.data', '目录路径', (text) => text))
  const keyFile = resolve(read('KEY_FILE', defaultKeyFile(dataDir), '文件路径', (text) => text))
  const demo = read('DEMO', databaseUrl === undefined, ' on 或 off', onOff)
  const config: Config = {
    port: read('PORT', 8080, ' 0 到 65535 的整数', portNumber),
    host: read('HOST', '127.0.0.1', '主机名或 IP 地址', (text) => (/^[\w.:-]+$/.test(text) ? text : undefined)),
    tls: together(env, wrong, { cert: 'TLS_CERT', key: 'TLS_KEY' }),
    drainMs: read('DRAIN_SECONDS', 0, ' 0 到 60 的整数', drainSeconds) * 1000,
    dataDir,
    keyFile,
    gatewayKeyFile: resolve(
      read('GATEWAY_KEY_FILE', join(dirname(keyFile), 'gateway.json'), '文件路径', (text) => text),
    ),
    mediaDir: resolve(read('MEDIA_DIR', join(dataDir, 'media'), '目录路径', (text) => text)),
    quotaBytes: read('MERCHANT_QUOTA_GB', 50, ' 1 到 100000 的整数', gigabytes(1)) * GB,
    minFreeBytes: read('MIN_FREE_GB', 2, ' 0 到 100000 的整数', gigabytes(0)) * GB,
    bucket: together(env, wrong, {
      url: 'S3_URL',
      region: 'S3_REGION',
      accessKeyId: 'S3_ACCESS_KEY_ID',
      secretAccessKey: 'S3_SECRET_ACCESS_KEY',
    }),
    databaseUrl,
    migrateUrl: address('MIGRATE_URL') ?? (cannotMigrate ? undefined : databaseUrl),
    jobsUrl: address('DATABASE_JOBS_URL'),
    gatewayUrl: address('DATABASE_GATEWAY_URL'),
    listenUrl: address('DATABASE_LISTEN_URL'),
    replicaUrl: address('DATABASE_REPLICA_URL'),
    demo,
    simulators: demo ? (isGiven(env, 'DEMO') ? 'open' : 'loopback') : 'off',
    logLevel: read<Config['logLevel']>('LOG_LEVEL', 'info', ` ${logLevels.join('、')} 之一`, (text) =>
      logLevels.find((level) => level === text),
    ),
    rateLimit: read('RATE_LIMIT', true, ' on 或 off', onOff),
    trustProxy: read<readonly string[]>(
      'TRUST_PROXY',
      [],
      '代理的 IP 地址或网段（CIDR），以逗号分隔',
      listOf(isNetwork),
    ),
    metrics: {
      port: read<number | undefined>('METRICS_PORT', undefined, ' 0 到 65535 的整数', portNumber),
      token: read<string | undefined>('METRICS_TOKEN', undefined, '至少 16 个字符，不含空格', (text) =>
        /^[\x21-\x7e]{16,}$/.test(text) ? text : undefined,
      ),
    },
    backupDir: env.BACKUP_DIR?.trim() || undefined,
    openApi: read('OPENAPI', true, ' on 或 off', onOff),
    frameAncestors: read<readonly string[]>(
      'FRAME_ANCESTORS',
      [],
      ' https 网址（仅协议、主机和端口），以逗号分隔',
      listOf(isOrigin),
    ),
    mapTiles: tilesOf(read, env.MAP_ATTRIBUTION?.trim() ?? ''),
    sourceApps: read<Config['sourceApps']>(
      'SOURCE_APPS',
      demo ? [{ source: source.travel, link: 'cheyi-travel://order/{no}' }] : [],
      '来源=App地址，地址含 {no}，以逗号分隔，如 travel=app://order/{no}',
      appsOf,
    ),
    publicUrl: read<string | undefined>('PUBLIC_URL', undefined, ' https 网址（仅协议、主机和端口）', (text) =>
      isOrigin(text) ? text : undefined,
    ),
    sms: read<Config['sms']>('SMS', { by: 'outbox' }, ' outbox 或 aliyun', (text) => {
      if (text === 'outbox') return { by: 'outbox' }
      return text === 'aliyun' ? { by: 'aliyun', ...aliyunSms(env, wrong) } : undefined
    }),
    wukong: together(env, wrong, { url: 'WUKONG_URL', appId: 'WUKONG_APP_ID', secret: 'WUKONG_SECRET' }),
    wechat: together(env, wrong, { appId: 'WECHAT_APP_ID', secret: 'WECHAT_APP_SECRET' }),
    wechatSite: together(env, wrong, { appId: 'WECHAT_SITE_APP_ID', secret: 'WECHAT_SITE_APP_SECRET' }),
    follow: followOf(read, together(env, wrong, followVariables)),
    push: together(env, wrong, { appKey: 'JPUSH_APP_KEY', masterSecret: 'JPUSH_MASTER_SECRET' }),
    vendors: {
      alipay: read('ALIPAY_GATEWAY', 'https://openapi.alipay.com/gateway.do', vendorText, vendorUrl),
      wechatPay: read('WECHATPAY_URL', 'https://api.mch.weixin.qq.com', vendorText, vendorUrl),
      wechatAuthorize: read(
        'WECHAT_AUTHORIZE_URL',
        'https://open.weixin.qq.com/connect/oauth2/authorize',
        vendorText,
        vendorUrl,
      ),
      wechatQrConnect: read(
        'WECHAT_QRCONNECT_URL',
        'https://open.weixin.qq.com/connect/qrconnect',
        vendorText,
        vendorUrl,
      ),
      wechat: read('WECHAT_API_URL', 'https://api.weixin.qq.com', vendorText, vendorUrl),
      caih: read('CAIH_URL', 'https://api.caih.com/verify/api', vendorText, vendorUrl),
      amap: read('AMAP_URL', 'https://restapi.amap.com', vendorText, vendorUrl),
      jpush: read('JPUSH_URL', 'https://api.jpush.cn', vendorText, vendorUrl),
      taobao: read('TAOBAO_URL', 'https://eco.taobao.com/router/rest', vendorText, vendorUrl),
    },
    tencentOcr: together(env, wrong, {
      secretId: 'TENCENT_OCR_SECRET_ID',
      secretKey: 'TENCENT_OCR_SECRET_KEY',
      region: 'TENCENT_OCR_REGION',
    }),
    tencentFaceid: together(env, wrong, {
      secretId: 'TENCENT_FACEID_SECRET_ID',
      secretKey: 'TENCENT_FACEID_SECRET_KEY',
    }),
    caih: together(env, wrong, { userKey: 'CAIH_USER_KEY', appId: 'CAIH_APP_ID', secretKey: 'CAIH_SECRET_KEY' }),
    amap: together(env, wrong, { key: 'AMAP_KEY', secret: 'AMAP_SECRET' }),
    fliggy: together(env, wrong, { appKey: 'FLIGGY_APP_KEY', secret: 'FLIGGY_APP_SECRET' }),
    violations: providerOf(read, together(env, wrong, violationVariables)),
    clock: read<Config['clock']>('CLOCK', 'system', ' system、settable 或 ISO 时间', clockSetting),
  }
  wrong.push(...unsafeAsDeployed(env, config))
  if (wrong.length > 0) throw new StartError(wrong.join('\n'))
  return config
}

/** Every variable of the account is required: it is better not to start than to fail to send messages later. */
function aliyunSms(env: Record<string, string | undefined>, wrong: string[]): AliyunSms {
  const need = (name: string) => {
    const value = env[name]?.trim() ?? ''
    if (value === '') wrong.push(`SMS=aliyun 还需要环境变量 ${name}`)
    return value
  }
  const templates = Object.fromEntries(
    need('ALIYUN_SMS_TEMPLATES')
      .split(',')
      .map((pair) => pair.split('=').map((part) => part.trim()))
      .filter((pair): pair is [string, string] => pair.length === 2),
  )
  const missing = smsTemplates.filter((name) => !templates[name])
  if (missing.length > 0) wrong.push(`ALIYUN_SMS_TEMPLATES 缺少模板 ${missing.join('、')}，格式为 名称=SMS_123,…`)
  return {
    accessKeyId: need('ALIYUN_ACCESS_KEY_ID'),
    accessKeySecret: need('ALIYUN_ACCESS_KEY_SECRET'),
    sign: need('ALIYUN_SMS_SIGN'),
    templates,
  }
}

const violationVariables = { url: 'VIOLATION_URL', appId: 'VIOLATION_APP_ID', secret: 'VIOLATION_SECRET' } as const

/** Requests carry data about cars, so only https is accepted. */
function providerOf(read: Read, account: ViolationAccount | undefined): ViolationAccount | undefined {
  const url = read<string | undefined>(violationVariables.url, undefined, vendorText, vendorUrl)
  return account === undefined || url === undefined ? undefined : { ...account, url }
}

const followVariables = {
  appId: 'WECHAT_MP_APP_ID',
  secret: 'WECHAT_MP_APP_SECRET',
  token: 'WECHAT_MP_TOKEN',
  aesKey: 'WECHAT_MP_AES_KEY',
  template: 'WECHAT_MP_TEMPLATE',
  fields: 'WECHAT_MP_TEMPLATE_FIELDS',
} as const

/** The WeChat service account; key and fields have the format of the WeChat console. */
function followOf(
  read: Read,
  account: Readonly<Record<keyof typeof followVariables, string>> | undefined,
): FollowAccount | undefined {
  const aesKey = read<string | undefined>(followVariables.aesKey, undefined, ' 43 位字母或数字', (text) =>
    /^[A-Za-z0-9]{43}$/.test(text) ? text : undefined,
  )
  const fields = read<FollowAccount['fields'] | undefined>(
    followVariables.fields,
    undefined,
    ` ${followWords.join('、')} 与模板关键词的对应，如 merchant=thing1,title=thing2,at=time4`,
    fieldsOf,
  )
  return account === undefined || aesKey === undefined || fields === undefined
    ? undefined
    : { ...account, aesKey, fields }
}

function fieldsOf(text: string): FollowAccount['fields'] | undefined {
  const pairs = text.split(',').map((pair) => {
    const [name = '', field = ''] = pair.split('=').map((part) => part.trim())
    const word = followWords.find((one) => one === name)
    return word !== undefined && /^[a-z_]+\d+$/.test(field) ? ([word, field] as const) : undefined
  })
  return pairs.every((pair) => pair !== undefined) ? pairs : undefined
}

/** Whether a value may contain a password or a key, which neither a screen nor a log may show. */
const isSecret = (name: string, text: string): boolean =>
  /^(DATABASE|MIGRATE)_|(TOKEN|KEY|SECRET)$/.test(name) || text.includes('@')

type Read = <T>(name: string, fallback: T, expected: string, parse: (text: string) => T | undefined) => T

/** `MAP_TILES`, and `MAP_DATUM` where the tiles use GCJ-02, as those of mainland China do. */
function tilesOf(read: Read, attribution: string): Config['mapTiles'] {
  const url = read<string | null>('MAP_TILES', null, ' https 地址，含 {z}、{x}、{y}', (text) =>
    /^https:\/\/[\w.:-]+\//.test(text) && ['{z}', '{x}', '{y}'].every((part) => text.includes(part)) ? text : undefined,
  )
  const datum = read<Datum>('MAP_DATUM', 'wgs84', ` ${datums.join(' 或 ')}`, (text) =>
    datums.find((one) => one === text),
  )
  return url === null ? null : { url, datum, attribution }
}

/** `travel=app://order/{no},…`, keyed by source names. A link that would run a script here is refused. */
function appsOf(text: string): Config['sourceApps'] | undefined {
  const apps = text.split(',').map((pair) => {
    const [name = '', link = ''] = pair.split(/=(.*)/s).map((part) => part.trim())
    const safe = /^[a-z][a-z0-9+.-]*:\/\/\S+$/.test(link) && !/^(javascript|data|blob|file|vbscript):/.test(link)
    const known = Object.hasOwn(source, name) ? source[name as keyof typeof source] : undefined
    return known !== undefined && safe && link.includes('{no}') ? { source: known, link } : undefined
  })
  return apps.every((app) => app !== undefined) ? apps : undefined
}

/** Variables of which all or none must be set. */
function together<K extends string>(
  env: Record<string, string | undefined>,
  wrong: string[],
  names: Readonly<Record<K, string>>,
): Readonly<Record<K, string>> | undefined {
  const values = Object.entries<string>(names).map(([key, name]) => [key, env[name]?.trim() ?? ''] as const)
  const missing = values.filter(([, value]) => value === '')
  if (missing.length === values.length) return undefined
  if (missing.length > 0) wrong.push(`环境变量 ${Object.values(names).join('、')} 须同时设置`)
  return Object.fromEntries(values) as Record<K, string>
}

const GB = 1024 ** 3
const gigabytes = (least: number) => (text: string) =>
  /^\d{1,6}$/.test(text) && Number(text) >= least && Number(text) <= 100_000 ? Number(text) : undefined

const portNumber = (text: string): number | undefined =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65535 ? Number(text) : undefined

/** Words separated by commas; each must be valid. */
const listOf = (does: (word: string) => boolean) => (text: string) => {
  const words = text.split(',').map((word) => word.trim())
  return words.every(does) ? words : undefined
}

/** An IP address, or a network in CIDR notation. */
function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)]!
  return bits > 0 && more.length === 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
}

const isOrigin = (text: string): boolean => URL.canParse(text) && isSafeUrl(text) && new URL(text).origin === text

const vendorText = ' https 地址（本机除外），不含参数，结尾没有斜杠'
const vendorUrl = (text: string): string | undefined =>
  URL.canParse(text) && isSafeUrl(text) && !/[?#]|\/$/.test(text) ? text : undefined

function drainSeconds(text: string): number | undefined {
  return /^\d{1,2}$/.test(text) && Number(text) <= 60 ? Number(text) : undefined
}

function onOff(text: string): boolean | undefined {
  if (/^(on|1|true)$/i.test(text)) return true
  if (/^(off|0|false)$/i.test(text)) return false
  return undefined
}

/** `settable` runs with the machine's clock until it is set; an instant with a UTC offset freezes the clock at it. */
function clockSetting(text: string): Config['clock'] | undefined {
  if (text === 'system') return 'system'
  if (text === 'settable') return { at: undefined }
  if (!/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(text)) return undefined
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : { at }
}
