import { hostname } from 'node:os'
import { StartError } from '../process/start-error.ts'
import { recordBy } from './trace.ts'

/** How long the last steps may take to leave when a process ends, ms. */
const LAST_MS = 2000
/** How long a collector may take for a message, ms. */
const TIMEOUT = 10_000

export interface Collector {
  readonly url: string
  readonly share: number
  readonly service: string | undefined
}

/**
 * The collector of traces, by the variables that OpenTelemetry names; undefined without one.
 * @throws StartError naming a wrong variable
 */
export function collectorOf(env: Readonly<Record<string, string | undefined>>): Collector | undefined {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT?.trim()
  if (!endpoint || /^true$/i.test(env.OTEL_SDK_DISABLED ?? '')) return undefined
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol) || new URL(endpoint).username !== '')
    throw new StartError('环境变量 OTEL_EXPORTER_OTLP_ENDPOINT 应为 http 或 https 网址，不含用户名')
  const share = Number(env.OTEL_TRACES_SAMPLER_ARG?.trim() || 1)
  if (!(share >= 0 && share <= 1)) throw new StartError('环境变量 OTEL_TRACES_SAMPLER_ARG 应为 0 到 1 的数')
  return {
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    share,
    service: env.OTEL_SERVICE_NAME?.trim() || undefined,
  }
}

/**
 * Records traces of this process from now on, if a collector is named. Headers for it (`OTEL_EXPORTER_OTLP_HEADERS`) and its certificate
 * are read by the exporter itself.
 * @returns how to send what is left and stop
 */
export async function startTraces(
  env: Readonly<Record<string, string | undefined>>,
  {
    service,
    proxies,
    version,
  }: { readonly service: string; readonly proxies: readonly string[]; readonly version?: string },
): Promise<(() => Promise<void>) | undefined> {
  const collector = collectorOf(env)
  if (collector === undefined) return undefined
  const [{ Recording }, { OTLPTraceExporter }] = await Promise.all([
    import('./recorder.ts'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ])
  const recorder = new Recording({
    exporter: new OTLPTraceExporter({ url: collector.url, timeoutMillis: TIMEOUT }),
    process: {
      'service.name': collector.service ?? service,
      'service.instance.id': `${hostname()}-${process.pid}`,
      ...(version && { 'service.version': version }),
    },
    share: collector.share,
    proxies,
  })
  recordBy(recorder)
  return async () => {
    recordBy(undefined)
    await Promise.race([recorder.close(), new Promise((end) => setTimeout(end, LAST_MS).unref())])
  }
}
