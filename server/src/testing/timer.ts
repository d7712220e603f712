import type { TimerName } from '@cheyi/domain/booking/order/timers'
import { jobs } from '../jobs.ts'
import type { DueWork, MerchantWork } from '../kernel/process/jobs.ts'

/** What a timer does to a row. */
export function workOf(name: TimerName): DueWork {
  const work = jobs.map((feature) => feature.due?.[name]).find((one) => one !== undefined)
  if (work === undefined) throw new Error(`nobody works on ${name}`)
  return work
}

/** All timers that take due rows. */
export const dueTimers = (): readonly TimerName[] => jobs.flatMap(({ due = {} }) => Object.keys(due) as TimerName[])

/** What a job of a schedule does for a merchant. */
export function merchantWorkOf(name: string): MerchantWork {
  const job = jobs.flatMap(({ merchants = [] }) => merchants).find((one) => one.name === name)
  if (job === undefined) throw new Error(`nobody works on ${name}`)
  return job.work
}

/** The work of a job of the whole installation. */
export function installationWorkOf(name: string) {
  const job = jobs.flatMap(({ installation = [] }) => installation).find((one) => one.name === name)
  if (job === undefined) throw new Error(`nobody works on ${name}`)
  return job.work
}
