import pg from 'pg'
import { Flight } from '../kernel/db/flight.ts'

/*
 * What travels between the product and PostgreSQL while a call is made: heard at the driver, counted by tests and the bench.
 */

/** A statement as it was sent. */
export interface Sent {
  readonly client: pg.Client
  /** Statements that left together have the same number. */
  readonly flight: number
  readonly text: string
  readonly values: readonly unknown[]
  /** Ticks of one clock for everything sent and answered. */
  readonly sentAt: number
  answeredAt: number
  rows: readonly Record<string, unknown>[]
}

type Query = (this: pg.Client, config: unknown, ...rest: unknown[]) => unknown

/** Everything that the product sends in transactions while `work` runs. */
export async function listen(work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = []
  let clock = 0
  let flight = 0
  const original = pg.Client.prototype.query as Query
  const spy: Query = function (config, ...rest) {
    if (config instanceof Flight) {
      flight++
      for (const { text, values, answer } of config.statements) {
        const one: Sent = {
          client: this,
          flight,
          text,
          values,
          sentAt: clock++,
          answeredAt: Number.POSITIVE_INFINITY,
          rows: [],
        }
        sent.push(one)
        answer.then(
          ({ rows }) => {
            one.rows = rows
            one.answeredAt = clock++
          },
          () => undefined,
        )
      }
    }
    return original.call(this, config, ...rest)
  }
  pg.Client.prototype.query = spy as typeof pg.Client.prototype.query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = original as typeof pg.Client.prototype.query
  }
  return sent
}

type Timed = Pick<Sent, 'flight' | 'sentAt' | 'answeredAt'>

/**
 * How often a call had to wait for the database: the longest chain of flights each of which left after the one before
 * was answered. Flights that were under way together are one wait; who was never answered was not waited for.
 */
export function waitedFlights(sent: readonly Timed[]): number {
  const flights = Object.values(Object.groupBy(sent, ({ flight }) => flight)).map((statements) => ({
    sentAt: Math.min(...statements!.map(({ sentAt }) => sentAt)),
    answeredAt: Math.max(...statements!.map(({ answeredAt }) => answeredAt)),
  }))
  let waits = 0
  let free = Number.NEGATIVE_INFINITY
  for (const { sentAt, answeredAt } of flights.sort((a, b) => a.answeredAt - b.answeredAt)) {
    if (sentAt < free || answeredAt === Number.POSITIVE_INFINITY) continue
    waits++
    free = answeredAt
  }
  return waits
}
