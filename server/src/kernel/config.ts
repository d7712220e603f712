import { resolve } from 'node:path'
import { StartError } from './start-error.ts'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** What the environment decides, read once at start. */
export interface Config {
  readonly port: number
  readonly host: string
  /** Absolute path: database, media, outbox and keys live there. */
  readonly dataDir: string
  /** The migrator's address; undefined starts the embedded PostgreSQL. The server itself logs in as `gate`. */
  readonly databaseUrl: string | undefined
  /** Load the demo data once. Never by itself into a database that somebody else runs. */
  readonly demo: boolean
  readonly logLevel: (typeof logLevels)[number]
  readonly rateLimit: boolean
  /** Tests only: the clock can be set. `at` (epoch ms) makes it stand still there from the start. */
  readonly clock: 'system' | { readonly at: number | undefined }
}

/**
 * Reads the configuration out of environment variables (`PORT`, `HOST`, `DATA_DIR`, `DATABASE_URL`, `DEMO`,
 * `LOG_LEVEL`, `RATE_LIMIT`, `CLOCK`). An empty variable counts as unset.
 * @throws StartError naming all wrong values at once, one a line.
 */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const wrong: string[] = []
  const read = <T>(name: string, fallback: T, expected: string, parse: (text: string) => T | undefined): T => {
    const text = env[name]?.trim()
    if (!text) return fallback
    const value = parse(text)
    if (value === undefined) wrong.push(`环境变量 ${name} 的值“${text}”无效，应为${expected}`)
    return value ?? fallback
  }

  const databaseUrl = read<string | undefined>('DATABASE_URL', undefined, 'postgres:// 开头的数据库地址', (text) =>
    /^postgres(ql)?:\/\//.test(text) && URL.canParse(text) ? text : undefined,
  )
  const config: Config = {
    port: read('PORT', 8080, ' 0 到 65535 的整数', (text) =>
      /^\d{1,5}$/.test(text) && Number(text) <= 65535 ? Number(text) : undefined,
    ),
    host: read('HOST', '127.0.0.1', '主机名或 IP 地址', (text) => (/^[\w.:-]+$/.test(text) ? text : undefined)),
    dataDir: resolve(read('DATA_DIR', '.data', '目录路径', (text) => text)),
    databaseUrl,
    demo: read('DEMO', databaseUrl === undefined, ' on 或 off', onOff),
    logLevel: read<Config['logLevel']>('LOG_LEVEL', 'info', ` ${logLevels.join('、')} 之一`, (text) =>
      logLevels.find((level) => level === text),
    ),
    rateLimit: read('RATE_LIMIT', true, ' on 或 off', onOff),
    clock: read<Config['clock']>('CLOCK', 'system', ' system、settable 或 ISO 时间', clockSetting),
  }
  if (wrong.length > 0) throw new StartError(wrong.join('\n'))
  return config
}

function onOff(text: string): boolean | undefined {
  if (/^(on|1|true)$/i.test(text)) return true
  if (/^(off|0|false)$/i.test(text)) return false
  return undefined
}

/** `settable` runs with the machine until it is set; an instant with its offset stands still there. */
function clockSetting(text: string): Config['clock'] | undefined {
  if (text === 'system') return 'system'
  if (text === 'settable') return { at: undefined }
  if (!/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(text)) return undefined
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : { at }
}
