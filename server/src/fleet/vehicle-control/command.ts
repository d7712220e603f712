import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { commandState, commandType, onlineStates } from '@cheyi/domain/fleet/vehicle-control/codes'
import {
  COMMANDS_PER_MINUTE,
  type CommandType,
  canCut,
  commandKeys,
  commandSteps,
  leastReason,
  mayWait,
  waitsFor,
} from '@cheyi/domain/fleet/vehicle-control/command'
import { shapeOf } from '@cheyi/domain/fleet/vehicle-control/fence'
import { commandsOf } from '@cheyi/domain/fleet/vehicle-control/traccar/tracker'
import { commandVerdict, speedNow } from '@cheyi/domain/fleet/vehicle-control/verdict'
import { pick } from '@cheyi/domain/pick'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { badInput, Refusal, type RefusalDetail, type RefusalKey, refusals, storedRefusal } from '@cheyi/domain/refusal'
import { formatClock } from '@cheyi/domain/time'
import { type Context, type HandlerOf, requireFound } from '../../kernel/context.ts'
import { buildPage, cursorKeys, pageSize, totalOf } from '../../kernel/db/paging.ts'
import { LeavingRefusal } from '../../kernel/process/leaving.ts'
import { secondPerson } from '../../platform/approval/actions.ts'
import { settingsOf } from '../../platform/merchant/actions.ts'
import { takeStepUp } from '../../platform/session/actions.ts'
import * as store from './command-store.ts'

/*
 * Commands to cars. The row is written first, and a gateway carries it out; a refused command is stored as a row too.
 */

type Ask = ParsedOf<typeof contract.vehicleControl.command>
type View = OutputOf<typeof contract.vehicleControl.detail>['commands'][number]

const STEP_UP = 'x-step-up-code'

/**
 * @throws Refusal forbidden (-3), badInput (-2), tooFrequent (-7), deviceOffline (10001), commandRunning (10004), deviceUnable (10022), for a
 * cut 10010–10013, 10015 and 10018, for an unlock 10016 and 10017; approvalNeeded (1036), stepUpNeeded (10014), wrongCode
 * (1006)
 */
export const command: HandlerOf<'vehicleControl', 'command'> = async (input, ctx) => {
  const { vehicleId, type } = input
  ctx.require(commandKeys[type]!)
  const device = requireFound(await store.lockDevice(ctx, vehicleId))
  if (!commandsOf(device).includes(type)) throw new Refusal('deviceUnable')
  const order = await store.orderOfHolder(ctx, vehicleId)
  refuseUnreasoned(input, order !== undefined)
  const { recent, running } = await store.load(ctx, vehicleId, type)
  if (recent >= COMMANDS_PER_MINUTE) throw new Refusal('tooFrequent')
  if (running) throw new Refusal('commandRunning')
  const row = { ...rowOf(input, ctx), vehicleId, deviceId: device.id, orderId: order?.orderId ?? null }
  if (type === commandType.engineCut) await allowCut(ctx, input, device, order, row)
  else if (!mayWait(type) && (await store.stateOf(ctx, device.id)) !== onlineStates.code.online)
    throw recordedRefusal('deviceOffline', row)
  else if (type === commandType.unlock) await allowUnlock(ctx, input, device, order !== undefined, row)
  if (type === commandType.engineRestore)
    for (const cut of await store.openCuts(ctx, vehicleId))
      await store.update(ctx, cut.id, { state: advance(commandSteps, 'giveWay', cut.state), endedAt: ctx.now })
  const made = await store.insert(ctx, { ...row, state: commandState.toSend })
  ctx.audit({
    targetType: 'command',
    targetId: made.id,
    after: { vehicleId, type, reason: row.reason, category: row.category },
  })
  return { commandId: made.id, state: made.state }
}

interface Refused {
  readonly key: RefusalKey
  readonly detail?: RefusalDetail
  readonly reason?: string
}

interface OfCustomer {
  readonly vehicleId: string
  readonly orderId: string
  readonly type: CommandType
  /** Why the customer may not give it from where they are, with the reason for staff; null: they are at the car. */
  readonly refused: Refused | null
}

/**
 * A command of the customer who has the car. Unlike for staff, no recent position is needed: the caller has compared the
 * customer's position with the car's, and a parked terminal reports none. A repetition of a running command has no further
 * effect, unless the repetition itself is refused.
 * @throws Refusal notFound (-4) without a terminal, tooFrequent (-7); deviceOffline (10001), unlockWhileMoving (10016) and
 * the refusal of `refused` after the commit, each stored as a row
 */
export async function giveByCustomer(ctx: Context, { vehicleId, orderId, type, refused }: OfCustomer): Promise<void> {
  const device = requireFound(await store.lockDevice(ctx, vehicleId))
  const { recent, running } = await store.load(ctx, vehicleId, type)
  const isAble = commandsOf(device).includes(type)
  const why = refused ?? (isAble ? await refusalOfCustomer(ctx, device.id, type) : { key: 'deviceUnable' as const })
  if (running && why === null) return
  if (recent >= COMMANDS_PER_MINUTE) throw new Refusal('tooFrequent')
  const expireAt = ctx.now + waitsFor(type, false)!
  const row = {
    vehicleId,
    deviceId: device.id,
    orderId,
    type,
    params: JSON.stringify({ customer: true }),
    createdBy: '0',
  }
  const made = await store.insert(
    ctx,
    why === null
      ? { ...row, state: commandState.toSend, expireAt }
      : {
          ...row,
          state: commandState.refused,
          refusal: refusals[why.key].code,
          reason: why.reason ?? '',
          endedAt: ctx.now,
        },
  )
  ctx.audit({ targetType: 'command', targetId: made.id, after: { vehicleId, type, state: made.state } })
  if (why !== null) ctx.answerAfterCommit(() => Promise.reject(new Refusal(why.key, why.detail)))
}

async function refusalOfCustomer(ctx: Context, deviceId: string, type: CommandType): Promise<Refused | null> {
  if ((await store.stateOf(ctx, deviceId)) !== onlineStates.code.online) return { key: 'deviceOffline' }
  if (type !== commandType.unlock) return null
  const fixes = await store.lastFixes(ctx, deviceId)
  const why = commandVerdict({ type, now: ctx.now, rented: false, emergency: false, fixes }, 'ask')
  return why === null ? null : { key: why, detail: { 现况: '' } }
}

type NewRow = ReturnType<typeof rowOf> & {
  readonly vehicleId: string
  readonly deviceId: string
  readonly orderId: string | null
}

function rowOf({ type, reason = '', category, armed, emergency, text }: Ask, { now }: Context) {
  const cut = type === commandType.engineCut
  const wait = waitsFor(type, cut && armed)
  return {
    type,
    reason,
    category: cut ? (category ?? null) : null,
    armed: cut && armed,
    params: JSON.stringify(
      type === commandType.text ? { text } : type === commandType.unlock && emergency ? { emergency } : {},
    ),
    expireAt: wait === null ? null : now + wait,
  }
}

function refuseUnreasoned({ type, reason = '', category, emergency, text }: Ask, rented: boolean): void {
  const cut = type === commandType.engineCut
  if (reason.length < leastReason(type, rented, emergency)) {
    const asked = cut ? '断油电原因为10-200个字' : emergency ? '紧急开锁原因为10-200个字' : '车辆在租，请填写开锁原因'
    throw badInput('reason', asked)
  }
  if (cut && category === undefined) throw badInput('category', '请选择断油电事由')
  if (type === commandType.text && !text) throw badInput('text', '请填写播报内容')
}

/** A refusal whose command is stored as a row, so that the attempt is on record. */
const recordedRefusal = (key: RefusalKey, row: NewRow, detail: RefusalDetail = {}) =>
  new LeavingRefusal(key, async (apart) => {
    const { id } = await store.insert(apart, {
      ...row,
      state: commandState.refused,
      refusal: refusals[key].code,
      expireAt: null,
      endedAt: apart.now,
    })
    return { ...detail, commandId: id }
  })

/**
 * A car that moves, or may move, is only unlocked in an emergency, with a second person. The gateway checks again
 * immediately before it writes the bytes.
 */
async function allowUnlock(
  ctx: Context,
  { emergency, reason = '' }: Ask,
  device: NonNullable<Awaited<ReturnType<typeof store.lockDevice>>>,
  rented: boolean,
  row: NewRow,
): Promise<void> {
  if (emergency) {
    const facts = { asked: true, plate: displayPlate(device.plate), deed: '紧急开锁', reason } as const
    await secondPerson(ctx, 'engineCut', facts, [device.storeId])
    return
  }
  const fixes = await store.lastFixes(ctx, device.id)
  const why = commandVerdict({ type: commandType.unlock, now: ctx.now, rented, emergency, fixes }, 'ask')
  const told = speedNow(fixes, ctx.now)
  const 现况 = told === null ? '' : `（${Math.round(told.speed / 10)} km/h，${formatClock(told.at)}上报）`
  if (why !== null) throw recordedRefusal(why, row, why === 'unlockWhileMoving' ? { 现况 } : {})
}

/**
 * Further conditions of a cut: the setting, a standing car, a second person and a fresh code. The gateway checks again
 * immediately before it writes the bytes.
 */
async function allowCut(
  ctx: Context,
  { category, reason = '' }: Ask,
  device: NonNullable<Awaited<ReturnType<typeof store.lockDevice>>>,
  order: Awaited<ReturnType<typeof store.orderOfHolder>>,
  row: NewRow,
): Promise<void> {
  const [settings, fixes, zones, doubted] = await Promise.all([
    settingsOf(ctx),
    store.lastFixes(ctx, device.id),
    store.zones(ctx, row.vehicleId),
    store.isDoubted(ctx, device.id),
  ])
  const facts = {
    type: commandType.engineCut,
    now: ctx.now,
    doubted,
    enabled: settings.engineCutEnabled && canCut(device.profile),
    category: category!,
    fixes,
    zones: zones.map(({ shape }) => shapeOf(shape)),
    parkedHere: settings.noCutRule === 1 ? null : await store.isParkedHere(ctx, device.id),
    paidUntil: order?.returnAt ?? null,
  }
  const why = commandVerdict(facts, 'ask')
  // The option 停车后执行 exists for a car that still moves.
  if (why !== null && !((why === 'cutWhileMoving' || why === 'cutNotParked') && row.armed))
    throw recordedRefusal(why, row)
  const asked = settings.engineCutTwoPerson
  const by = await secondPerson(
    ctx,
    'engineCut',
    { asked, plate: displayPlate(device.plate), deed: '断油电', reason },
    [device.storeId],
  )
  // If there is no second person, the code was already checked in place of the approval.
  if (asked && by === null) return
  const code = ctx.header(STEP_UP)
  if (code === null) throw new Refusal('stepUpNeeded')
  if (!(await takeStepUp(ctx, code))) throw new Refusal('wrongCode')
}

/** @throws Refusal forbidden (-3), notFound (-4), stale (-5) for one that was sent */
export const commandCancel: HandlerOf<'vehicleControl', 'commandCancel'> = async ({ commandId }, ctx) => {
  const row = requireFound(await store.lock(ctx, commandId))
  ctx.require(commandKeys[row.type] ?? 'vehicleControl.lock')
  const state = advance(commandSteps, 'cancel', row.state)
  await store.update(ctx, commandId, { state, endedAt: ctx.now })
  ctx.audit({ targetType: 'command', targetId: commandId, before: { state: row.state }, after: { state } })
  return { commandId, state }
}

export const viewOf = (row: store.NamedRow): View => ({
  ...pick(row, 'vehicleId', 'type', 'state', 'reason', 'category', 'armed', 'sends', 'createdAt', 'answeredAt'),
  endedAt: row.endedAt,
  commandId: row.id,
  byName: row.byName ?? ((row.params as { customer?: boolean }).customer ? '客户' : '系统'),
  emergency: (row.params as { emergency?: boolean }).emergency === true,
  refusedAs: storedRefusal(row.refusal),
})

export const commandPage: HandlerOf<'vehicleControl', 'commandPage'> = async (input, ctx) => {
  const before = cursorKeys(input, 'id')?.[0] ?? null
  const { rows, nextCursor } = buildPage(await store.page(ctx, input, before, pageSize(input) + 1), input, ({ id }) => [
    id,
  ])
  const list = rows.map((row) => ({
    ...viewOf(row),
    plate: row.plate,
    modelName: row.modelName,
    storeName: row.storeName,
  }))
  return { list, nextCursor, ...totalOf(null) }
}
