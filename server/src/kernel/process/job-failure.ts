import { isAway } from '../elsewhere.ts'
import type { Kernel } from '../http/pipeline.ts'
import { traceOfLog } from '../trace/trace.ts'

/**
 * Tells that scheduled work failed for one row, merchant or job: by the log and by the metric that an alert asks for. Whoever catches such a
 * failure, so that it stops no other, calls this.
 */
export function jobFailed(
  { metrics, log }: Pick<Kernel, 'metrics' | 'log'>,
  work: string,
  err: unknown,
  about: Readonly<Record<string, unknown>> = {},
): void {
  // A merchant that moves, or has moved, is due where it lives.
  if (isAway(err)) return
  metrics.jobFailures.inc({ work })
  log.error({ err, job: work, ...about, ...traceOfLog() }, 'job failed')
}
