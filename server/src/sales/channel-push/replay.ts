import { openContract } from '@cheyi/contract/sales/open-api'
import type { Source } from '@cheyi/domain/booking/order/codes'
import { pick } from '@cheyi/domain/pick'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { type Context, type HandlerOf, newId, requireFound } from '../../kernel/context.ts'
import * as store from './store.ts'

/*
 * Replay: a request of a platform that failed is repeated by staff, as of now and by the same handler. It cannot double anything: a
 * failed request left nothing, the handlers recognise a number that was used, and a request is repeated once.
 */

type Name = keyof typeof openContract

/** A request of the open API by its call. */
export interface Replayed {
  readonly source: Source
  readonly keyId: string
  readonly name: Name
  readonly given: Readonly<Record<string, unknown>>
}

/** The open API, which is built upon this feature, sets it. */
let perform: (ctx: Context, request: Replayed) => Promise<unknown>
export const replaysBy = (work: typeof perform): void => {
  perform = work
}

/** The writes of the open API by method and path, as a log names them. */
const writes = Object.entries(openContract).flatMap(([name, { effect, changes, method, path }]) => {
  if (effect !== 'write' || changes === false) return []
  const pattern = path.replaceAll(/:(\w+)/g, (_, field: string) => `(?<${field}>[^/]+)`)
  return [{ name: name as Name, pattern: new RegExp(`^${method} ${pattern}$`) }]
})

/** The call of a logged request, and the parameters of its path; undefined for a read. */
function callOf(
  logged: string,
): { readonly name: Name; readonly params: Readonly<Record<string, string>> } | undefined {
  for (const { name, pattern } of writes) {
    const match = pattern.exec(logged)
    if (match !== null) return { name, params: match.groups ?? {} }
  }
  return undefined
}

export const mayReplay = (row: {
  readonly outgoing: boolean
  readonly failed: boolean
  readonly done: boolean
  readonly cancelled: boolean
  readonly name: string
}): boolean =>
  !row.outgoing && row.failed && !row.done && callOf(row.name) !== undefined && !(row.cancelled && makesOrder(row.name))

/** Whether a logged request asks for an order, of which nothing comes once the platform has cancelled its number. */
export const makesOrder = (logged: string): boolean => callOf(logged)?.name === 'createOrder'
export const CANCELLED_THERE = '平台已取消此渠道订单号，不能重放'

/** @throws Refusal notFound (-4), stale (-5) for one that was repeated before, and what refuses the request now */
export const logReplay: HandlerOf<'channelPush', 'logReplay'> = async ({ logId }, ctx) => {
  const row = requireFound(await store.failedRequest(ctx, logId))
  const call = requireFound(callOf(row.name))
  if (row.done) throw new Refusal('stale')
  if (row.cancelled && makesOrder(row.name)) throw badInput('logId', CANCELLED_THERE)
  if (row.keyId === null) throw badInput('logId', '该渠道已没有密钥，不能重放')
  const [body] = JSON.parse(ctx.vault.open(store.LOG_PLACE, logId, row.bodyEnc)) as [string, string]
  const given = { ...bodyOf(body), ...call.params }
  const begun = ctx.elapsed()
  const answer = await perform(ctx, { source: row.source, keyId: row.keyId, name: call.name, given })
  const id = await newId(ctx)
  store.log(ctx, id, {
    ...pick(row, 'source', 'name', 'channelOrderNo', 'keyId'),
    outgoing: false,
    eventId: null,
    status: 200,
    code: 0,
    fault: '',
    failed: false,
    ms: ctx.elapsed() - begun,
    request: body,
    answer: JSON.stringify(answer),
    replayOf: logId,
  })
  ctx.audit({
    targetType: 'channel',
    targetId: String(row.source),
    after: { replayed: [row.name, row.channelOrderNo].filter(Boolean).join(' ') },
  })
  return { logId: id }
}

function bodyOf(body: string): object {
  if (body === '') return {}
  try {
    return JSON.parse(body) as object
  } catch {
    throw badInput('logId', '请求内容没有完整保存，不能重放')
  }
}
