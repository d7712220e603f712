import type { TimerName } from '@cheyi/domain/booking/order/timers'
import { jobs } from '../jobs.ts'
import type { DueWork } from '../kernel/process/jobs.ts'

/** What a timer does to a row. */
export function workOf(name: TimerName): DueWork {
  const work = jobs.map((feature) => feature.due?.[name]).find((one) => one !== undefined)
  if (work === undefined) throw new Error(`nobody works on ${name}`)
  return work
}
