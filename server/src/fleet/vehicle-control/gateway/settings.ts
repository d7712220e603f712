import { readFileSync } from 'node:fs'
import { StartError } from '../../../kernel/process/start-error.ts'

/** Where the gateway listens. */
export interface GatewaySettings {
  readonly host: string
  readonly port: number
  readonly tls: { readonly port: number; readonly cert: Buffer; readonly key: Buffer } | undefined
  /** Where a Traccar forwards its messages to, and how commands reach it; undefined: no Traccar is connected. */
  readonly traccar:
    | {
        readonly host: string
        readonly port: number
        readonly secret: string
        readonly api: { readonly url: string; readonly token: string } | undefined
      }
    | undefined
}

/** Shorter secrets can be guessed. */
const SECRET_LENGTH = 32

/**
 * Reads GATEWAY_HOST (default: all addresses, because terminals connect from outside), GATEWAY_PORT (7611) and, with
 * certificate and key in PEM, GATEWAY_TLS_PORT, GATEWAY_TLS_CERT, GATEWAY_TLS_KEY; for trackers TRACCAR_PORT, TRACCAR_HOST (default: this
 * machine alone), TRACCAR_SECRET, and TRACCAR_URL with TRACCAR_TOKEN for commands.
 * @throws StartError naming all wrong values at once
 */
export function gatewaySettings(env: Record<string, string | undefined>): GatewaySettings {
  const wrong: string[] = []
  const given = (name: string) => env[name]?.trim() || undefined
  const port = (name: string): number | undefined => {
    const text = given(name)
    if (text === undefined) return undefined
    if (/^\d{1,5}$/.test(text) && Number(text) <= 65535) return Number(text)
    wrong.push(`环境变量 ${name} 的值“${text}”无效，应为 0 到 65535 的整数`)
    return undefined
  }
  const file = (name: string): Buffer | undefined => {
    const path = given(name)
    try {
      return path === undefined ? undefined : readFileSync(path)
    } catch (error) {
      wrong.push(`环境变量 ${name} 的文件 ${path} 无法读取：${(error as Error).message}`)
      return undefined
    }
  }
  const host = given('GATEWAY_HOST') ?? '0.0.0.0'
  if (!/^[\w.:-]+$/.test(host)) wrong.push(`环境变量 GATEWAY_HOST 的值“${host}”无效，应为主机名或 IP 地址`)
  const tls = { port: port('GATEWAY_TLS_PORT'), cert: file('GATEWAY_TLS_CERT'), key: file('GATEWAY_TLS_KEY') }
  const names = ['GATEWAY_TLS_PORT', 'GATEWAY_TLS_CERT', 'GATEWAY_TLS_KEY']
  const missing = names.filter((name) => given(name) === undefined)
  if (missing.length > 0 && missing.length < names.length) wrong.push(`还需要环境变量 ${missing.join('、')}`)
  const plain = port('GATEWAY_PORT') ?? 7611
  const traccar = { port: port('TRACCAR_PORT'), secret: given('TRACCAR_SECRET') ?? '' }
  const api = { url: given('TRACCAR_URL'), token: given('TRACCAR_TOKEN') }
  if (traccar.port !== undefined && traccar.secret.length < SECRET_LENGTH)
    wrong.push(`使用 TRACCAR_PORT 时，环境变量 TRACCAR_SECRET 至少 ${SECRET_LENGTH} 个字符`)
  if ((api.url === undefined) !== (api.token === undefined))
    wrong.push('环境变量 TRACCAR_URL 与 TRACCAR_TOKEN 须同时设置')
  if (api.url !== undefined && !URL.canParse(api.url)) wrong.push(`环境变量 TRACCAR_URL 的值“${api.url}”不是网址`)
  if (wrong.length > 0) throw new StartError(wrong.join('\n'))
  return {
    host,
    port: plain,
    tls: tls.port !== undefined && tls.cert && tls.key ? { port: tls.port, cert: tls.cert, key: tls.key } : undefined,
    traccar:
      traccar.port === undefined
        ? undefined
        : {
            host: given('TRACCAR_HOST') ?? '127.0.0.1',
            port: traccar.port,
            secret: traccar.secret,
            api: api.url === undefined ? undefined : { url: api.url, token: api.token! },
          },
  }
}
