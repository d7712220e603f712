import { contract } from '@cheyi/contract/index'
import { commandState, commandType, commandTypes, cutCategory } from '@cheyi/domain/fleet/vehicle-control/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { beforeEach, describe, expect, it } from 'vitest'
import { at } from '../../kernel/db/instant.ts'
import { runMerchants } from '../../testing/jobs.ts'
import { codeTo } from '../../testing/sms.ts'
import {
  bookArranged,
  handOut,
  payDeposits,
  payRent,
  saveRecord,
  sendConfirm,
  signPaper,
} from '../../testing/world/handover.ts'
import { owner, t, w, world, worldsOfTests } from '../../testing/world/merchant.ts'

worldsOfTests({ poolSize: 8 })

const { vehicleControl } = contract
let series = 200
let deviceId: string
const car = () => w.vehicles.lavida[0]!
const tell = (type: number, more: object = {}, token = w.tokens.owner, headers: Record<string, string> = {}) =>
  t.send(vehicleControl.command, { vehicleId: car().id, type, ...more } as never, { token, headers })
const rows = async () => (await t.call(vehicleControl.commandPage, { vehicleId: car().id }, owner())).list
async function live(more: object = {}) {
  const now = at(t.clock.now())
  const row = {
    merchant_id: w.merchantId,
    device_id: deviceId,
    node: 'n1',
    last_msg_at: now,
    at: now,
    received_at: now,
    acc: false,
    ...more,
  }
  const names = Object.keys(row)
  await t.root.query(
    `insert into device_live (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})
     on conflict (merchant_id, device_id) do update set node = excluded.node, last_msg_at = excluded.last_msg_at`,
    Object.values(row),
  )
}
/** Reports so many seconds ago, with what is said of them. */
async function reported(...fixes: readonly (readonly [secondsAgo: number, speed: number])[]) {
  for (const [ago, speed] of fixes)
    await t.root.query(
      `insert into position (merchant_id, device_id, at, received_at, lat_e6, lng_e6, speed, valid) values ($1, $2, $3, $3, 31200000, 121330000, $4, true)`,
      [w.merchantId, deviceId, at(t.clock.now() - ago * 1000), speed],
    )
}
const settings = (more: object) => t.call(contract.merchant.saveSetting, { settings: more } as never, owner())
const cut = (more: object = {}, headers: Record<string, string> = {}) =>
  tell(
    commandType.engineCut,
    { reason: '超时未还，多次联系不上客户', category: cutCategory.lost, ...more },
    w.tokens.owner,
    headers,
  )
/** A fresh code of the owner's own phone. */
async function stepUp(): Promise<string> {
  await t.call(contract.session.sendCode, { scene: 'stepup' }, owner())
  const { rows } = await t.root.query(
    `select u.id, u.mobile_enc from app_user u join account a on a.user_id = u.id where a.merchant_id = $1 and a.name = '测试owner'`,
    [w.merchantId],
  )
  return codeTo(t, t.kernel.vaults.platform.open('app_user.mobile', rows[0].id, rows[0].mobileEnc))
}
const engineIsCut = () =>
  t.root.query('update device set cut_at = $2 where id = $1', [deviceId, at(t.clock.now() - HOUR)])

beforeEach(async () => {
  await world(1)
  const phone = `139${series++}000001`
  await t.call(vehicleControl.deviceSave, { rows: [{ phone, plate: car().plate, profile: 1 }] }, owner())
  deviceId = (await t.call(vehicleControl.devicePage, {}, owner())).list[0]!.deviceId
})

describe('a car is told', () => {
  it('what to do while it is in touch; else the try stays as a row', async () => {
    expect(await tell(commandType.lock)).toMatchObject({ errorCode: 10001 })
    expect(await rows()).toMatchObject([
      { type: commandType.lock, state: commandState.refused, refusedAs: '设备不在线，无法下发' },
    ])
    await live()
    expect(await tell(commandType.lock)).toMatchObject({ data: { state: commandState.toSend } })
    expect(await tell(commandType.lock)).toMatchObject({ errorCode: 10004 })
    expect(await tell(commandType.find)).toMatchObject({ success: true })
  })

  it('by who has the key of it', async () => {
    await live()
    expect(await tell(commandType.lock, {}, w.tokens.clerk)).toMatchObject({ success: true })
    expect(await tell(commandType.engineRestore, {}, w.tokens.clerk)).toMatchObject({ errorCode: -3 })
    expect(await tell(commandType.track, {}, w.tokens.clerk)).toMatchObject({ success: true })
    expect(await tell(commandType.reboot, {}, w.tokens.clerk)).toMatchObject({ errorCode: -3 })
    expect(await tell(commandType.reboot, {}, w.tokens.fleet)).toMatchObject({ success: true })
  })

  it('a text to speak, which is not empty', async () => {
    await live()
    expect(await tell(commandType.text)).toMatchObject({ errorCode: -2 })
    expect(await tell(commandType.text, { text: '请尽快还车' })).toMatchObject({ success: true })
  })

  it('ten times a minute at most', async () => {
    await live()
    await t.root.query(
      `insert into command (merchant_id, vehicle_id, device_id, type, state, created_at)
       select $1, $2, $3, 1, 7, app_now() from generate_series(1, 10)`,
      [w.merchantId, car().id, deviceId],
    )
    await t.root.query('update command set created_at = $2 where merchant_id = $1', [w.merchantId, at(t.clock.now())])
    expect(await tell(commandType.lock)).toMatchObject({ errorCode: -7 })
  })

  it('no longer when nobody could send it in time, or when it is called off', async () => {
    await live()
    const { commandId } = (await tell(commandType.find)).data as { commandId: string }
    t.clock.set(t.clock.now() + MINUTE)
    await t.root.query('select commands_expire($1)', [at(t.clock.now())])
    expect(await rows()).toMatchObject([{ commandId, state: commandState.timedOut }])
    await live()
    await tell(commandType.lock)
    const [waiting] = await rows()
    await t.call(vehicleControl.commandCancel, { commandId: waiting!.commandId }, owner())
    expect(await rows()).toMatchObject([{ state: commandState.cancelled }, {}])
    expect(await t.send(vehicleControl.commandCancel, { commandId }, owner())).toMatchObject({ errorCode: -5 })
  })

  it('to open with a reason while a customer has it', async () => {
    await live()
    await handOut(t, w)
    await live()
    await reported([10, 0])
    expect(await tell(commandType.unlock)).toMatchObject({ errorCode: -2, data: { field: 'reason' } })
    expect(await tell(commandType.unlock, { reason: '客户要求开门' })).toMatchObject({ success: true })
  })

  it('to open while it stands, and on rent by a report of the last two minutes', async () => {
    await live()
    await reported([10, 410])
    expect(await tell(commandType.unlock)).toMatchObject({
      errorCode: 10016,
      message: expect.stringMatching(/^车辆行驶中（41 km\/h，\d\d:\d\d上报），不能开锁$/),
    })
    expect((await rows())[0]).toMatchObject({ state: commandState.refused, refusedAs: '车辆行驶中，不能开锁' })
    await t.root.query('delete from position where device_id = $1', [deviceId])
    await handOut(t, w)
    await live()
    const asked = () => tell(commandType.unlock, { reason: '客户要求开门' })
    expect(await asked()).toMatchObject({ errorCode: 10017 })
    await reported([121, 0])
    expect(await asked()).toMatchObject({ errorCode: 10017 })
    await reported([60, 0])
    expect(await asked()).toMatchObject({ success: true })
  })

  it('to open in an emergency whatever it does, with a reason and a second person', async () => {
    await live()
    await reported([10, 410])
    const asked = (reason: string, headers = {}, token = w.tokens.clerk) =>
      tell(commandType.unlock, { reason, emergency: true }, token, headers)
    expect(await asked('孩子在车里')).toMatchObject({ errorCode: -2, data: { field: 'reason' } })
    const reason = '孩子被锁在车内，家长要求立即开门'
    const { errorCode, data } = await asked(reason)
    expect(errorCode).toBe(1036)
    const { approvalId } = data as { approvalId: string }
    expect(
      await t.send(contract.approval.decide, { id: approvalId, pass: true }, { token: w.tokens.clerk }),
    ).toMatchObject({
      success: false,
    })
    await t.call(contract.approval.decide, { id: approvalId, pass: true }, owner())
    expect(await asked(reason, { 'x-approval-id': approvalId })).toMatchObject({ success: true })
    expect((await rows())[0]).toMatchObject({ type: commandType.unlock, state: commandState.toSend, emergency: true })
  })
})

describe('an engine is cut', () => {
  it('only where the merchant allows it, of a car that stands, by two people and a code', async () => {
    await live()
    expect(await cut({ reason: '太短' })).toMatchObject({ errorCode: -2, data: { field: 'reason' } })
    expect(await cut({ category: undefined })).toMatchObject({ errorCode: -2, data: { field: 'category' } })
    expect(await cut()).toMatchObject({ errorCode: -3 })
    await settings({ engineCutEnabled: true, noCutRule: 1 })
    await reported([10, 300], [40, 0], [75, 0])
    expect(await cut()).toMatchObject({ errorCode: 10010 })
    await t.root.query('delete from position where device_id = $1', [deviceId])
    await reported([10, 0], [40, 0], [75, 0])
    expect(await cut()).toMatchObject({ errorCode: 1036 })
    await settings({ engineCutTwoPerson: false })
    expect(await cut()).toMatchObject({ errorCode: 10014 })
    expect((await rows()).map(({ state, refusedAs }) => [state, refusedAs])).toEqual([
      [commandState.refused, '车辆行驶中，禁止断油电'],
      [commandState.refused, '无操作权限'],
    ])
  })

  it('once another person agreed, the car still stands, and the code is right', async () => {
    await settings({ engineCutEnabled: true, noCutRule: 1 })
    await reported([10, 0], [40, 0], [75, 0])
    const { approvalId } = (await cut()).data as { approvalId: string }
    const asked = { 'x-approval-id': approvalId }
    const code = await stepUp()
    expect(await cut({}, { ...asked, 'x-step-up-code': code })).toMatchObject({ errorCode: 1036 })
    await t.call(contract.approval.decide, { id: approvalId, pass: true }, { token: w.tokens.manager })
    expect(await cut({}, asked)).toMatchObject({ errorCode: 10014 })
    expect(await cut({}, { ...asked, 'x-step-up-code': '000000' })).toMatchObject({ errorCode: 1006 })
    await reported([2, 300])
    expect(await cut({}, { ...asked, 'x-step-up-code': code })).toMatchObject({ errorCode: 10010 })
    await t.root.query('delete from position where device_id = $1 and speed > 0', [deviceId])
    expect(await cut({ category: cutCategory.ended }, { ...asked, 'x-step-up-code': code })).toMatchObject({
      errorCode: 1036,
    })
    expect(await cut({}, { ...asked, 'x-step-up-code': code })).toMatchObject({ data: { state: commandState.toSend } })
    expect((await rows())[0]).toMatchObject({ type: commandType.engineCut, state: commandState.toSend })
  })

  it('not in the time that a customer paid for, but when it was stolen', async () => {
    await settings({ engineCutEnabled: true, noCutRule: 1, engineCutTwoPerson: false })
    await handOut(t, w)
    await reported([10, 0], [40, 0], [75, 0])
    expect(await cut()).toMatchObject({ errorCode: 10012 })
    expect(await cut({ category: cutCategory.stolen })).toMatchObject({ errorCode: 10014 })
  })

  it('not while somebody else may speak for its device', async () => {
    await settings({ engineCutEnabled: true, noCutRule: 1, engineCutTwoPerson: false })
    await reported([10, 0], [40, 0], [75, 0])
    await t.root.query('select terminal_doubted($1, $2, 3, now())', [w.merchantId, deviceId])
    expect(await cut({ category: cutCategory.stolen })).toMatchObject({ errorCode: 10015 })
  })

  it('and given back before all else', async () => {
    await t.root.query(
      `insert into command (merchant_id, vehicle_id, device_id, type, state, category, expire_at) values ($1, $2, $3, 4, 1, 1, $4)`,
      [w.merchantId, car().id, deviceId, at(t.clock.now() + HOUR)],
    )
    expect(await tell(commandType.engineRestore)).toMatchObject({ data: { state: commandState.toSend } })
    expect((await rows()).map(({ type, state }) => [type, state])).toEqual([
      [commandType.engineRestore, commandState.toSend],
      [commandType.engineCut, commandState.cancelled],
    ])
  })
})

describe('a car whose engine is cut', () => {
  it('is not handed over; the first save of its pickup asks for the engine back, once', async () => {
    const { orderId, total } = await bookArranged(t, w)
    await payRent(t, w, orderId, total)
    await payDeposits(t, w, orderId)
    await engineIsCut()
    const begun = await saveRecord(t, w, orderId, handoverType.pickup)
    expect(begun.blocking.map(({ text }) => text)).toContain('车辆处于断油电状态，请先恢复')
    expect(await rows()).toMatchObject([
      { type: commandType.engineRestore, state: commandState.toSend, byName: '系统', reason: '取车前恢复' },
    ])
    await saveRecord(t, w, orderId, handoverType.pickup, { version: begun.record.version })
    expect(await rows()).toHaveLength(1)
    await signPaper(t, w, orderId, handoverType.pickup, begun.record.recordId)
    const { rows: ordered } = await t.root.query('select pickup_at from "order" where id = $1', [orderId])
    t.clock.set(ordered[0].pickupAt.getTime())
    const hand = () => sendConfirm(t, w, { orderId, type: handoverType.pickup })
    expect(await hand()).toMatchObject({ errorCode: 5001, message: expect.stringContaining('断油电') })
    await t.root.query('update device set cut_at = null where id = $1', [deviceId])
    expect(await hand()).toMatchObject({ success: true })
  })
})

it('where a car was is kept as long as the merchant says, and no longer', async () => {
  await settings({ trackRetentionDays: 30 })
  await reported([29 * 86_400, 0], [31 * 86_400, 0])
  await runMerchants(t, 'clearPositions')
  const { rows: left } = await t.root.query('select at from position where device_id = $1', [deviceId])
  expect(left).toHaveLength(1)
})

describe('the record of commands', () => {
  it('lists those of all cars, by kind, result, person and car', async () => {
    const [other] = w.vehicles.qin
    await live()
    await tell(commandType.lock)
    await tell(commandType.find, {}, w.tokens.clerk)
    await t.root.query(
      `insert into command (merchant_id, vehicle_id, device_id, type, state, params, refusal, created_by, created_at)
       values ($1, $2, $3, $4, $5, '{"customer": true}', 10019, 0, $6)`,
      [w.merchantId, other!.id, deviceId, commandType.unlock, commandState.refused, at(t.clock.now())],
    )
    const asked = async (more: object) =>
      (await t.call(vehicleControl.commandPage, more as never, owner())).list.map(
        ({ type, plate, byName }) => `${commandTypes.text(type)} ${plate === car().plate ? '' : '他车 '}${byName}`,
      )
    const [unlock, find, lock] = ['开锁 他车 客户', '寻车 测试clerk', '关锁 测试owner']
    expect(await asked({})).toEqual([unlock, find, lock])
    expect(await asked({ type: commandType.find })).toEqual([find])
    expect(await asked({ group: 'failed' })).toEqual([unlock])
    expect(await asked({ group: 'running' })).toEqual([find, lock])
    expect(await asked({ group: 'cancelled' })).toEqual([])
    expect(await asked({ vehicleId: car().id, keyword: car().plate })).toEqual([find, lock])
    expect(await asked({ accountId: '0' })).toEqual([unlock])
    const first = await t.call(vehicleControl.commandPage, { pageSize: 2 }, owner())
    const next = await t.call(vehicleControl.commandPage, { pageSize: 2, cursor: first.nextCursor! }, owner())
    expect(next.list.map(({ type }) => type)).toEqual([commandType.lock])
  })
})
