import { contract } from '@cheyi/contract/index'
import { alarmType, fenceRule } from '@cheyi/domain/fleet/vehicle-control/codes'
import { DAY } from '@cheyi/domain/time'
import type { TestApp } from '../../app.ts'
import type { World } from '../world.ts'

type Car = World['vehicles']['lavida'][number]

/** Devices of two cars, one in its car. Tickets of maintenance: one with a plan, one to send to the garage, one for somebody else to see to; of inspection: planned, not, begun; three moves. */
export async function makeTickets(
  t: TestApp,
  w: World,
  media: (biz: 'ticket' | 'vehicle') => Promise<string>,
  now: number,
): Promise<Record<string, string>> {
  const [toGo, car, toSend, toAssign] = w.vehicles.gl8.slice(-4)
  const facts = { type: 1, items: '更换机油机滤' } as const
  const create = async (vehicleId: string, plan: object = {}) =>
    (await t.call(contract.ticket.maintenanceCreate, { vehicleId, ...facts, ...plan }, { token: w.tokens.owner }))
      .ticketId
  const inspect = async (vehicleId: string, plan: object = {}) =>
    (await t.call(contract.ticket.yearlyCreate, { vehicleId, ...plan }, { token: w.tokens.owner })).ticketId
  const [failing, yearlyCar, open, begun] = w.vehicles.qin.slice(-4)
  const running = await inspect(begun!.id, { planStart: now, planEnd: now + DAY })
  const failed = await inspect(failing!.id, { planStart: now, planEnd: now + DAY })
  for (const step of [
    { ticketId: running, version: 1, action: 'start' },
    { ticketId: failed, version: 1, action: 'start' },
    { ticketId: failed, version: 2, action: 'fail', note: '灯光偏移' },
  ] as const)
    await t.call(contract.ticket.yearlyHandle, step, { token: w.tokens.owner })
  // Its inspection took longer than the minute of the scene.
  await t.root.query("update occupancy set from_at = from_at - interval '1 hour' where ref_id = $1", [failed])
  const move = async (vehicleId: string, plan: object = {}) =>
    (
      await t.call(
        contract.ticket.relocationCreate,
        { vehicleId, toStoreId: w.stores.pudong, reason: 1, ...plan },
        { token: w.tokens.owner },
      )
    ).ticketId
  const garage = async (name: string) =>
    (await t.call(contract.ticket.garageCreate, { name }, { token: w.tokens.owner })).garageId
  const [toTell, told, tracked] = w.vehicles.lavida.slice(-3) as [Car, Car, Car]
  // Numbers are the platform's.
  const phone = (n: number) => `${n}${w.merchantId}`
  const profile = async (name: string) => {
    const facts = { name, chargeItem: 'e5' } as never
    return (await t.call(contract.vehicleControl.chargeProfileSave, facts, { token: w.tokens.owner })).chargeProfileId
  }
  const { devices } = await t.call(
    contract.vehicleControl.deviceSave,
    {
      rows: [
        { phone: phone(1), plate: tracked.plate },
        { phone: phone(2) },
        { phone: phone(3) },
        { phone: phone(5), plate: told.plate },
        { phone: phone(6), plate: toTell.plate },
      ],
    },
    { token: w.tokens.owner },
  )
  await t.root.query('select terminal_doubted($1, $2, 1, app_now())', [w.merchantId, devices[1]!.deviceId])
  const handed = await t.call(
    contract.referral.askDraft,
    {
      act: 'ticket.force',
      screen: 'yearly.create',
      draft: JSON.stringify({ vehicleId: yearlyCar!.id }),
      note: '车辆年检',
    },
    { token: w.tokens.owner },
  )
  const fence = async (name: string) =>
    (
      await t.call(
        contract.vehicleControl.fenceSave,
        { name, rule: fenceRule.leave, center: { lng: 121.4, lat: 31.2 }, radiusM: 5000 },
        { token: w.tokens.owner },
      )
    ).fenceId
  const alarm = async (type: number) =>
    (
      await t.root.query(
        `insert into alarm (merchant_id, type, level, vehicle_id, device_id, store_id, start_at, lat_e6, lng_e6, told_at)
         select v.merchant_id, $2, 2, v.id, $3, v.current_store_id, app_now(), 31200000, 121400000, app_now() from vehicle v where v.id = $1
         returning id`,
        [tracked.id, type, devices[0]!.deviceId],
      )
    ).rows[0].id as string
  return {
    'referral.draft': handed.id,
    'fence.toSave': await fence('上海'),
    'fence.toSwitch': await fence('虹桥'),
    'fence.toRemove': await fence('浦东'),
    alarm: await alarm(alarmType.leftCity),
    'alarm.toHandle': await alarm(alarmType.lowBattery),
    tracked: tracked.id,
    command: (await t.call(contract.vehicleControl.command, { vehicleId: told.id, type: 5 }, { token: w.tokens.owner }))
      .commandId,
    toTell: toTell.id,
    chargeProfile: await profile('星辰'),
    'chargeProfile.toRemove': await profile('远山'),
    'device.main': devices[0]!.deviceId,
    'device.spare': devices[1]!.deviceId,
    'device.toEdit': devices[2]!.deviceId,
    'devicePhone.toEdit': phone(3),
    devicePhoto: await media('vehicle'),
    garage: await garage('达安汽修'),
    'garage.toEdit': await garage('众诚钣喷'),
    'garage.toMerge': await garage('达安汽车维修'),
    yearlyCar: yearlyCar!.id,
    inspectionPhoto: await media('vehicle'),
    'yearly.planned': await inspect(car!.id, { planStart: now + 30 * DAY, planEnd: now + 31 * DAY }),
    'yearly.open': await inspect(open!.id),
    'yearly.running': running,
    'yearly.failed': failed,
    relocationCar: toAssign!.id,
    'relocation.planned': await move(toSend!.id, {
      planStart: now + 20 * DAY,
      planEnd: now + 21 * DAY,
      changeHome: false,
    }),
    'relocation.open': await move(toAssign!.id),
    'relocation.toGo': await move(toGo!.id),
    'movePhoto.1': await media('ticket'),
    'movePhoto.2': await media('ticket'),
    'movePhoto.3': await media('ticket'),
    'movePhoto.4': await media('ticket'),
    ticketCar: car!.id,
    ticketPhoto: await media('ticket'),
    'ticket.planned': await create(car!.id, { planStart: now + 20 * DAY, planEnd: now + 21 * DAY }),
    'ticket.open': await create(toSend!.id),
    'ticket.toAssign': await create(toAssign!.id),
  }
}
