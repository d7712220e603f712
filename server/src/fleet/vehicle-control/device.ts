import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { deviceRole } from '@cheyi/domain/fleet/vehicle-control/codes'
import { devicePhone, profileProblem } from '@cheyi/domain/fleet/vehicle-control/device'
import { isTracker } from '@cheyi/domain/fleet/vehicle-control/traccar/tracker'
import { pick } from '@cheyi/domain/pick'
import { displayPlate, normalisePlate } from '@cheyi/domain/platform/check/plate'
import { badInput, Refusal, refusals } from '@cheyi/domain/refusal'
import { type Context, type HandlerOf, newIds, requireFound, requireVersion } from '../../kernel/context.ts'
import { changesOf } from '../../kernel/db/changes.ts'
import { buildPage, cursorKeys, isFirstPage, pageSize, totalOf } from '../../kernel/db/paging.ts'
import { linkMedia } from '../../platform/media/actions.ts'
import { knownProfiles } from './charge-profile.ts'
import * as store from './device-store.ts'

/*
 * Terminals of a merchant: registered before they connect, put into cars, taken out.
 */

type Row = ParsedOf<typeof contract.vehicleControl.deviceSave>['rows'][number]

const { main } = deviceRole
const IMEI = /^\d{15}$/

export const devicePage: HandlerOf<'vehicleControl', 'devicePage'> = async (input, ctx) => {
  const [rows, counts] = await Promise.all([
    store.page(ctx, input, cursorKeys(input, 'id')?.[0] ?? null, pageSize(input) + 1),
    isFirstPage(input) ? store.counts(ctx, input) : null,
  ])
  const page = buildPage(rows, input, ({ id }) => [id])
  const all = counts && counts.bound + counts.free
  return {
    list: page.rows.map((row) => ({ ...row, deviceId: row.id })),
    nextCursor: page.nextCursor,
    ...totalOf(counts && (input.group ? counts[input.group] : all)),
    counts,
  }
}

/** The error of a line. */
interface Fault {
  readonly line: number
  readonly field: string
  readonly key: 'badInput' | 'deviceExists' | 'vehicleHasDevice'
  readonly message: string
}

const badLine = (line: number, field: string, message: string): Fault => ({ line, field, key: 'badInput', message })
const takenLine = (line: number, field: string, key: 'deviceExists' | 'vehicleHasDevice'): Fault => ({
  line,
  field,
  key,
  message: refusals[key].message,
})

const toldOf = (faults: readonly Fault[]) =>
  faults.toSorted((a, b) => a.line - b.line).map(({ line, message }) => ({ line: line + 1, message }))

const inWords = ({ line, message }: Fault) => `第${line + 1}行：${message}`
/** Maximum number of errors in the message; `lines` has all. */
const TOLD = 3

/** @throws Refusal of the first wrong line, or badInput (-2) if there are several; it lists all of them */
function refuse(faults: readonly Fault[]): void {
  const sorted = faults.toSorted((a, b) => a.line - b.line)
  const [first] = sorted
  if (first === undefined) return
  const lines = toldOf(faults)
  const field = `rows.${first.line}.${first.field}`
  if (lines.length === 1 && first.key !== 'badInput')
    throw new Refusal(first.key, { field, line: first.line + 1, lines })
  const told = sorted.slice(0, TOLD).map(inWords).join('；')
  const more = lines.length > TOLD ? `；共${lines.length}行有误` : ''
  throw new Refusal('badInput', { 字段: `${told}${more}`, field, lines })
}

const factsOf = (row: Row) => ({
  terminalId: row.terminalId ?? '',
  imei: row.imei ?? '',
  iccid: row.iccid ?? '',
  ...pick(row, 'kind', 'protocol', 'profile', 'clock', 'doorInverted', 'ctlShort'),
  chargeProfileId: row.chargeProfileId ?? null,
  remark: row.remark ?? '',
})

type Line = Row & { readonly phone: string; readonly line: number; readonly plate: string }

/** @throws Refusal deviceExists (10020), vehicleHasDevice (10021), badInput (-2) that lists all wrong lines; stale (-5) */
export const deviceSave: HandlerOf<'vehicleControl', 'deviceSave'> = async ({ rows, onlyRight }, ctx) => {
  const faults: Fault[] = []
  const lines: Line[] = []
  for (const [line, row] of rows.entries()) {
    const phone = devicePhone(row.phone)
    if (phone === null) faults.push(badLine(line, 'phone', '设备号应为1至20位数字（或字母a-f）'))
    else if (lines.some((other) => other.phone === phone)) faults.push(takenLine(line, 'phone', 'deviceExists'))
    else if (profileProblem(row) !== null) faults.push(badLine(line, 'profile', profileProblem(row)!))
    else if (row.imei && !IMEI.test(row.imei)) faults.push(badLine(line, 'imei', 'IMEI应为15位数字'))
    else lines.push({ ...row, phone, line, plate: row.plate ? normalisePlate(row.plate) : '' })
  }
  await requireProfiles(ctx, lines)
  const changed = lines.filter(({ deviceId }) => deviceId !== undefined)
  const fresh = lines.filter(({ deviceId }) => deviceId === undefined)
  const saved: { deviceId: string; version: number }[] = []
  for (const row of changed) saved.push(await change(ctx, row, row.deviceId!))
  saved.push(...(await add(ctx, fresh, faults, onlyRight)))
  return { devices: saved, wrong: toldOf(faults) }
}

/** @throws Refusal notFound (-4) for a charge profile of nobody here */
async function requireProfiles(ctx: Context, lines: readonly Line[]): Promise<void> {
  const ids = [...new Set(lines.flatMap(({ chargeProfileId }) => chargeProfileId ?? []))]
  const known = await knownProfiles(ctx, ids)
  const unknown = lines.find(({ chargeProfileId }) => chargeProfileId !== undefined && !known.has(chargeProfileId))
  if (unknown !== undefined) throw new Refusal('notFound', { field: `rows.${unknown.line}.chargeProfileId` })
}

async function change(ctx: Context, row: Line, deviceId: string) {
  const before = requireFound(await store.lock(ctx, deviceId))
  requireVersion(row.version, before.version)
  if (row.phone !== before.phone) refuse([badLine(row.line, 'phone', '设备号不能修改，更换设备请添加新设备')])
  if (isTracker(row.kind) !== isTracker(before.kind))
    refuse([badLine(row.line, 'kind', '直连与经Traccar不能互换，请添加新设备')])
  if (row.plate !== '') refuse([badLine(row.line, 'plate', '请在设备列表中绑定或解绑车辆')])
  const facts = factsOf(row)
  const after = store.update(ctx, before, facts)
  // A link reads them at its login only.
  const { clock, kind, chargeProfileId } = before
  if (facts.clock !== clock || facts.kind !== kind || facts.chargeProfileId !== chargeProfileId)
    await store.comeAgain(ctx, deviceId)
  ctx.audit({ targetType: 'device', targetId: deviceId, ...changesOf(before, facts) })
  return { deviceId, version: after.version }
}

/** Inserts new devices, unless one of `given` is wrong or, with `onlyRight`, all are. The faults of lines are added to `faults`. */
async function add(ctx: Context, given: readonly Line[], faults: Fault[], onlyRight: boolean) {
  if (given.length === 0) {
    refuse(faults)
    return []
  }
  const cars = new Map(
    (await store.cars(ctx, { plates: given.flatMap(({ plate }) => plate || []) }, main)).map((car) => [car.plate, car]),
  )
  for (const { line, plate } of given) {
    if (plate === '') continue
    const car = cars.get(plate)
    const twice = given.some((other) => other.plate === plate && other.line < line)
    if (car === undefined) faults.push(badLine(line, 'plate', `没有车牌为${displayPlate(plate)}的车辆`))
    else if (car.deviceId !== null || twice) faults.push(takenLine(line, 'plate', 'vehicleHasDevice'))
  }
  const isWrong = ({ line }: Line) => faults.some((fault) => fault.line === line)
  const lines = onlyRight ? given.filter((one) => !isWrong(one)) : given
  const ids = await newIds(ctx, lines.length)
  const all = lines.map((row, i) => {
    const vehicleId = cars.get(row.plate)?.id ?? null
    return { id: ids[i]!, phone: row.phone, ...factsOf(row), vehicleId, boundAt: vehicleId === null ? null : ctx.now }
  })
  const taken = new Set(await store.takePhones(ctx, all))
  for (const { line, phone } of lines) if (taken.has(phone)) faults.push(takenLine(line, 'phone', 'deviceExists'))
  const rows = all.filter(({ phone }) => !taken.has(phone))
  if (!onlyRight || rows.length === 0) refuse(faults)
  await store.insert(ctx, rows)
  const bound = rows.flatMap(({ id, vehicleId }) => (vehicleId === null ? [] : { deviceId: id, vehicleId, role: main }))
  if (bound.length > 0) await store.beginStays(ctx, bound)
  for (const { id, phone, vehicleId } of rows)
    ctx.audit({ targetType: 'device', targetId: id, after: { devicePhone: phone, vehicleId } })
  return rows.map(({ id }) => ({ deviceId: id, version: 1 }))
}

/** @throws Refusal vehicleHasDevice (10021), badInput (-2) for a device that is in a car, notFound (-4), stale (-5) */
export const deviceBind: HandlerOf<'vehicleControl', 'deviceBind'> = async (input, ctx) => {
  const { deviceId, version, vehicleId, role } = input
  const before = requireFound(await store.lock(ctx, deviceId))
  requireVersion(version, before.version)
  if (before.vehicleId !== null) throw badInput('deviceId', '该设备已在车上，请先解绑')
  const [car] = await store.cars(ctx, { ids: [vehicleId] }, role)
  if (car === undefined) throw new Refusal('notFound', { field: 'vehicleId' })
  if (car.deviceId !== null) throw new Refusal('vehicleHasDevice', { field: 'vehicleId' })
  const after = store.update(ctx, before, { vehicleId, role, boundAt: ctx.now })
  await store.beginStays(ctx, [{ deviceId, vehicleId, role }])
  ctx.audit({ targetType: 'device', targetId: deviceId, after: { vehicleId, plate: car.plate } })
  return { deviceId, version: after.version }
}

/** @throws Refusal badInput (-2) without a car, or without a photo if its engine is cut; notFound (-4), stale (-5) */
export const deviceUnbind: HandlerOf<'vehicleControl', 'deviceUnbind'> = async (input, ctx) => {
  const { deviceId, version, reason, photoIds } = input
  const before = requireFound(await store.lock(ctx, deviceId))
  requireVersion(version, before.version)
  if (before.vehicleId === null) throw badInput('deviceId', '该设备未绑定车辆')
  if (before.cutAt !== null && photoIds.length === 0)
    throw badInput('photoIds', '车辆处于断油电状态，请拍下已拆除的继电器')
  await linkMedia(ctx, photoIds, { biz: 'vehicle', bizId: before.vehicleId })
  await store.endStay(ctx, deviceId)
  const after = store.update(ctx, before, { vehicleId: null, boundAt: null, cutAt: null })
  ctx.audit({
    targetType: 'device',
    targetId: deviceId,
    before: { vehicleId: before.vehicleId },
    after: { vehicleId: null, reason },
  })
  return { deviceId, version: after.version }
}

/** Its terminal has to register again and gets another code; a session with the old code ends. @throws Refusal notFound (-4) */
export const deviceResetCode: HandlerOf<'vehicleControl', 'deviceResetCode'> = async ({ deviceId }, ctx) => {
  requireFound(await store.lock(ctx, deviceId))
  await store.renewCode(ctx, deviceId)
  await store.endDoubt(ctx, deviceId, '已重置鉴权码')
  ctx.audit({ targetType: 'device', targetId: deviceId })
  return { deviceId }
}

/** @throws Refusal notFound (-4), badInput (-2) if there is nothing to confirm */
export const deviceConfirm: HandlerOf<'vehicleControl', 'deviceConfirm'> = async ({ deviceId, reason }, ctx) => {
  requireFound(await store.lock(ctx, deviceId))
  if (!(await store.endDoubt(ctx, deviceId, reason))) throw badInput('deviceId', '该设备没有未处理的身份报警')
  ctx.audit({ targetType: 'device', targetId: deviceId, after: { reason } })
  return { deviceId }
}
