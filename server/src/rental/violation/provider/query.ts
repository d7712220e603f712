import { violationSource } from '@cheyi/domain/rental/violation/codes'
import { planViolations } from '@cheyi/domain/rental/violation/import/plan'
import {
  ASKED_AT_ONCE,
  ASKED_SINCE,
  askedPlates,
  ofOtherCars,
  readAnswers,
} from '@cheyi/domain/rental/violation/provider'
import type { Instant } from '@cheyi/domain/time'
import type { Context } from '../../../kernel/context.ts'
import { takeToday } from '../../../kernel/daily-use.ts'
import type { AskedPlate, ViolationPort } from '../../../kernel/ports.ts'
import { violationRelease } from '../../../money/deposit/actions.ts'
import { settingsOf } from '../../../platform/merchant/actions.ts'
import { lockReported } from '../import/lock.ts'
import { carryOut } from '../import/write.ts'
import * as store from './store.ts'

/** Runs work in a transaction of its own, because no transaction may be open during a request to the provider. */
export interface Scene {
  apart<T>(work: (ctx: Context) => Promise<T>): Promise<T>
  /** The number of cars queried so far. */
  progress?(done: number): Promise<void>
  /** No more requests are made, because the server is shutting down. */
  readonly ends?: () => boolean
  /** The reference of the run in notices. */
  readonly ref: string
  /** When the cars were chosen: what another run has asked since then is not asked, and paid for, twice. */
  readonly began: Instant
}

export interface Tally {
  /** Cars that were queried, and those with a complete answer. */
  readonly asked: number
  readonly told: number
  readonly created: number
  /** Violations that were added, and those already known. */
  readonly added: number
  readonly known: number
  /** Reported violations that were not accepted. */
  readonly dropped: number
}

/**
 * Why cars were not queried: the daily quota is used up, the provider refused, or it does not respond. `why`: its code, for
 * the log.
 */
export interface Stopped {
  readonly by: 'spent' | 'refused' | 'silent'
  readonly why: string
}

const nothing: Tally = { asked: 0, told: 0, created: 0, added: 0, known: 0, dropped: 0 }

type Car = store.QueriedCar & { readonly plates: readonly string[] }

/**
 * Queries cars, fifty plates in one request, one request after the other. After a refusal or no response the run ends, and
 * the remaining cars are queried the next night. Reported violations are written through the register, so that the same
 * report twice is one row. Deposits whose release day has come and that nothing else blocks are released.
 */
export async function queryCars(
  port: ViolationPort,
  cars: readonly store.QueriedCar[],
  scene: Scene,
): Promise<{ readonly tally: Tally; readonly stopped: Stopped | null }> {
  let [tally, left] = [nothing, cars]
  while (left.length > 0 && scene.ends?.() !== true) {
    const { batch, elsewhere, spent, since } = await scene.apart((ctx) => nextOf(ctx, left, scene.began))
    const seen = new Set([...elsewhere, ...idsOf(batch)])
    left = left.filter(({ vehicleId }) => !seen.has(vehicleId))
    if (batch.length === 0 && elsewhere.size > 0) continue
    if (batch.length === 0) return { tally, stopped: { by: 'spent', why: '' } }
    const answer = await port.ask(batch.flatMap((car) => askedOf(car, since)))
    if (answer.kind !== 'told') {
      await scene.apart((ctx) => store.noteAsked(ctx, idsOf(batch), []))
      return { tally: { ...tally, asked: tally.asked + batch.length }, stopped: { by: answer.kind, why: answer.why } }
    }
    const { told, of } = await scene.apart((ctx) => keep(ctx, batch, answer.entries, scene.ref))
    tally = sumOf(tally, of)
    const due = told.length === 0 ? [] : await scene.apart((ctx) => store.dueOrders(ctx, told))
    for (const orderId of due) await scene.apart((ctx) => violationRelease(ctx, orderId))
    await scene.progress?.(cars.length - left.length)
    if (spent) return { tally, stopped: { by: 'spent', why: '' } }
  }
  return { tally, stopped: null }
}

/**
 * The cars of the next request within the daily quota, which counts plates, and those that another run asks. They are marked before they
 * are asked, under the lock of the quota, so that of two runs each car belongs to one.
 */
async function nextOf(ctx: Context, cars: readonly store.QueriedCar[], began: Instant) {
  const { queryViolationsDaily: most } = await settingsOf(ctx)
  await takeToday(ctx, 'queryViolation', { wanted: 0, most })
  const first = cars.slice(0, ASKED_AT_ONCE)
  const elsewhere = await store.askedSince(
    ctx,
    first.map(({ vehicleId }) => vehicleId),
    began,
  )
  const next = first
    .filter(({ vehicleId }) => !elsewhere.has(vehicleId))
    .map((car) => ({ ...car, plates: askedPlates(car, ctx.now) }))
  const wished = firstOf(next, ASKED_AT_ONCE)
  const wanted = platesOf(wished).length
  const granted = await takeToday(ctx, 'queryViolation', { wanted, most })
  const spent = granted < wanted
  const batch = spent ? firstOf(wished, granted) : wished
  if (batch.length > 0) await store.noteAsked(ctx, idsOf(batch), [])
  return { batch, elsewhere, spent, since: ctx.now - ASKED_SINCE }
}

/** The first cars whose plates together do not exceed `plates`. */
function firstOf(cars: readonly Car[], plates: number): readonly Car[] {
  let left = plates
  const end = cars.findIndex((car) => {
    left -= car.plates.length
    return left < 0
  })
  return end === -1 ? cars : cars.slice(0, end)
}

const platesOf = (batch: readonly Car[]): string[] => batch.flatMap(({ plates }) => plates)
const idsOf = (batch: readonly Car[]): string[] => batch.map(({ vehicleId }) => vehicleId)

/** Authorities require the last six characters of both numbers. */
const tail = (text: string): string => text.slice(-6)

const askedOf = ({ plates, plateKind, vin, engineNo }: Car, since: number): AskedPlate[] =>
  plates.map((plate) => ({ plate, plateKind, vinTail: tail(vin), engineTail: tail(engineNo), since }))

async function keep(ctx: Context, batch: readonly Car[], entries: readonly unknown[], ref: string) {
  const { rows, answered, dropped } = readAnswers(platesOf(batch), entries, ctx.now)
  const facts = await lockReported(ctx, rows)
  const odd = ofOtherCars(rows, facts)
  const own = rows.filter((row) => !odd.has(row))
  const plans = planViolations(own, facts, { firstLine: 1 })
  await carryOut(ctx, plans, { source: violationSource.provider, ref })
  const failed = plans.flatMap(({ action }, i) => (action === 'fail' ? [own[i]!] : []))
  const torn = new Set([...odd, ...failed].map(({ plate }) => plate))
  const told = idsOf(batch.filter(({ plates }) => plates.every((plate) => answered.has(plate) && !torn.has(plate))))
  await store.noteAsked(ctx, idsOf(batch), told)
  const count = (action: string) => plans.filter((plan) => plan.action === action).length
  return {
    told,
    of: {
      asked: batch.length,
      told: told.length,
      created: count('create'),
      added: count('update'),
      known: count('skip'),
      dropped: dropped + odd.size + failed.length,
    },
  }
}

const sumOf = (a: Tally, b: Tally): Tally => ({
  asked: a.asked + b.asked,
  told: a.told + b.told,
  created: a.created + b.created,
  added: a.added + b.added,
  known: a.known + b.known,
  dropped: a.dropped + b.dropped,
})
