import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { retentions } from '@cheyi/domain/platform/retention/rules'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { NIGHTLY_DAYS } from '@cheyi/domain/rental/violation/provider'
import { DAY, localDate, startOfDate } from '@cheyi/domain/time'
import type { Context, HandlerOf } from '../../../kernel/context.ts'
import type { ViolationPort } from '../../../kernel/ports.ts'
import { registerNoneKnown } from '../../../money/deposit/actions.ts'
import { bulkWork, enqueue, type Outcome } from '../../../platform/job/actions.ts'
import { settingsOf } from '../../../platform/merchant/actions.ts'
import { queryCars, type Scene, type Stopped, type Tally } from './query.ts'
import * as store from './store.ts'

/* The provider of violation data: queried every night, and on request. */

// Open violations of the order need no check here, because they block its deposit before this is called.
registerNoneKnown((ctx, { id }, since) => ctx.elevated(() => store.noneIsOpen(ctx, id, since)))

/** After its return a car is queried every night, at least until the release day of the violation deposit. */
const lately = (ctx: Context, holdDays: number): number => ctx.now - Math.max(NIGHTLY_DAYS, holdDays + 7) * DAY

/** The provider that can be queried now; null: none is configured. */
async function askable(ctx: Context): Promise<{ port: ViolationPort; most: number; since: number } | null> {
  const { queryViolationsDaily: most, violationHoldDays } = await settingsOf(ctx)
  const port = ctx.outside().violations
  return port === null || most === 0 ? null : { port, most, since: lately(ctx, violationHoldDays) }
}

/** Queries the cars of the night, after the commit. */
export async function queryNightly(ctx: Context): Promise<void> {
  const asks = await askable(ctx)
  if (asks === null) return
  const { port, most, since } = asks
  const today = startOfDate(localDate(ctx.now))
  const cars = await store.dueCars(ctx, since, today, most)
  if (cars.length === 0) return
  ctx.afterCommit(async () => {
    const scene: Scene = {
      apart: (work) => ctx.asSystem(work),
      ends: () => ctx.closing.aborted,
      ref: `query/${localDate(ctx.now)}`,
      began: ctx.now,
    }
    const { tally, stopped } = await queryCars(port, cars, scene)
    if (stopped !== null && stopped.by !== 'spent') ctx.log.warn({ ...stopped, ...tally }, 'violations not told')
  })
}

/** @throws Refusal badInput (-2) where no provider is configured, notFound (-4) for a car that is none of the own, lineFull (-7) */
export const sync: HandlerOf<'violation', 'sync'> = async ({ vehicleIds }, ctx) => {
  if ((await askable(ctx)) === null) throw badInput('vehicleIds', '未开通违章查询，请先在商家设置中填写每天查询数量')
  if (vehicleIds !== undefined && !(await store.haveAll(ctx, vehicleIds))) throw new Refusal('notFound')
  return { jobId: await enqueue(ctx, queryViolations, { vehicleIds: vehicleIds ?? null }) }
}

interface Asked {
  /** null: all cars. */
  readonly vehicleIds: readonly string[] | null
}

/** Queries cars now; cars that an interrupted run has already queried are not queried again. */
export const queryViolations = bulkWork<Asked, { readonly done: number }>({
  kind: 'violationQuery',
  key: 'violation.handle',
  whole: true,
  keepFileMs: retentions.exports.kept,
  async perform(run) {
    const found = await run.read(async (ctx) => {
      const asks = await askable(ctx)
      return asks && { ...asks, began: ctx.now, cars: await store.cars(ctx, run.input.vehicleIds, asks.since) }
    })
    if (found === null) return { state: jobState.failed, message: '未开通违章查询' }
    let kept = run.kept ?? { done: 0 }
    // Cars with the oldest query come first, so those that an earlier run has queried are at the end.
    const before = kept.done
    const cars = found.cars.slice(0, found.cars.length - before)
    const { tally, stopped } = await queryCars(found.port, cars, {
      ref: `query/${run.jobId}`,
      began: found.began,
      async apart(work) {
        let answer: { readonly of: Awaited<ReturnType<typeof work>> } | undefined
        await run.step(async (ctx) => {
          answer = { of: await work(ctx) }
          return kept
        })
        return answer!.of
      },
      async progress(done) {
        kept = { done: before + done }
        await run.progress(done, cars.length)
      },
    })
    return outcomeOf(tally, stopped, cars.length)
  },
})

const reasons: Readonly<Record<Stopped['by'], string>> = {
  spent: '今天的查询数量已用完',
  refused: '查询服务拒绝了查询，请联系平台',
  silent: '查询服务没有应答，请稍后再试',
}

/** The outcome of a run: `updated` are the cars with a complete answer, `failed` those without one or not queried. */
export function outcomeOf({ asked, told, ...rows }: Tally, stopped: Stopped | null, cars: number): Outcome {
  const failed = cars - told
  const words = [
    ...(stopped === null ? [] : [reasons[stopped.by]]),
    ...(asked - told > 0 && stopped?.by !== 'silent' && stopped?.by !== 'refused'
      ? [`${asked - told}辆未得到有效答复`]
      : []),
    ...(rows.dropped > 0 ? [`${rows.dropped}条不属于所查车辆或内容有误，未采用`] : []),
  ]
  return {
    state: failed === 0 && words.length === 0 ? jobState.done : told === 0 ? jobState.failed : jobState.partly,
    message: words.join('；'),
    counts: { created: rows.created, updated: told, skipped: rows.known, failed },
  }
}
