import { isLoopback } from '../http/loopback.ts'
import type { Config } from './config.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Whether a variable is set explicitly, to any value. */
export const isGiven = (env: Environment, name: string): boolean => Boolean(env[name]?.trim())

/** Whether the connection cannot be read by others: https, or this machine itself. */
export function isSafeUrl(text: string): boolean {
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

/**
 * The setting that shows that other machines can reach the server: a host that is not loopback, or a setting that only
 * a server behind a proxy needs. null for a server that only this machine uses.
 */
export function exposingSetting({ host, trustProxy, publicUrl, frameAncestors }: Reach): string | null {
  if (!isLoopback(host)) return `HOST=${host}`
  if (trustProxy.length > 0) return `TRUST_PROXY=${trustProxy.join(',')}`
  if (publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname)) return `PUBLIC_URL=${publicUrl}`
  return frameAncestors.length > 0 ? `FRAME_ANCESTORS=${frameAncestors.join(',')}` : null
}
type Reach = Pick<Config, 'host' | 'trustProxy' | 'publicUrl' | 'frameAncestors'>

/**
 * Why the setup would be unsafe, in Chinese, one fault per line: a trial setting is on although other machines can
 * reach the server and it was not set explicitly, or secrets would be sent unencrypted.
 */
export function unsafeAsDeployed(env: Environment, config: Config): string[] {
  const faults: string[] = []
  const sign = exposingSetting(config)
  if (sign !== null) {
    if (config.demo && !isGiven(env, 'DEMO'))
      faults.push(
        `${sign} 表明本服务可被其他机器访问，而演示数据默认开启，其密码是公开的：请设置 DEMO=off，确要公开演示请写明 DEMO=on`,
      )
    if (config.sms.by === 'outbox' && !isGiven(env, 'SMS'))
      faults.push(
        `${sign} 表明本服务可被其他机器访问，而短信默认不发送、只存入文件：请设置 SMS=aliyun，确要如此请写明 SMS=outbox`,
      )
    // Without rate limits, passwords and codes could be guessed quickly.
    if (!config.rateLimit)
      faults.push(`${sign} 表明本服务可被其他机器访问，而 RATE_LIMIT=off 不限制请求次数，只可用于本机压测：请去掉`)
  }
  if (config.wukong !== undefined && (!URL.canParse(config.wukong.url) || !isSafeUrl(config.wukong.url)))
    faults.push('环境变量 WUKONG_URL 应为 https 地址，本机除外')
  if (config.bucket !== undefined && (!URL.canParse(config.bucket.url) || !isSafeUrl(config.bucket.url)))
    faults.push('环境变量 S3_URL 应为存储桶的 https 地址，本机除外')
  for (const name of databaseVariables) {
    const url = env[name]?.trim()
    if (!url) continue
    if (!isGiven(env, 'DATABASE_URL')) faults.push(`环境变量 ${name} 须与 DATABASE_URL 同时设置`)
    else if (URL.canParse(url) && !saysHowToConnect(url))
      faults.push(
        `${name} 的数据库不在本机，地址中须写明 sslmode：建议 ?sslmode=verify-full，内网确要明文传输请写 ?sslmode=disable`,
      )
  }
  return faults
}

const databaseVariables = [
  'DATABASE_URL',
  'MIGRATE_URL',
  'DATABASE_JOBS_URL',
  'DATABASE_LISTEN_URL',
  'DATABASE_REPLICA_URL',
]

/** Whether the database is on this machine (also by a socket), or its address says how the connection is protected. */
function saysHowToConnect(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  return host === '' || host.startsWith('/') || isLoopback(host) || searchParams.has('sslmode')
}

/** Trial settings that were set explicitly on a server that other machines can reach, for warnings at the start. */
export function trialsInTheOpen(config: Config): string[] {
  if (exposingSetting(config) === null) return []
  return [
    config.demo && 'DEMO=on：演示账号的密码是公开的',
    config.sms.by === 'outbox' && 'SMS=outbox：短信不发送，验证码存入文件',
    config.clock !== 'system' && 'CLOCK：时钟不是系统时间',
  ].filter((line) => line !== false)
}
