import { commandStates, commandType, commandTypes, cutCategories } from '@cheyi/domain/vehicle-control/codes'
import { z } from 'zod'
import { read, write } from './kernel/call.ts'
import { code, cursorPaging, flag, id, maybe, orElse, text } from './kernel/field.ts'
import * as out from './kernel/out.ts'

/** What people tell cars today. */
const told = [
  commandType.find,
  commandType.unlock,
  commandType.lock,
  commandType.engineCut,
  commandType.engineRestore,
  commandType.locate,
  commandType.text,
] as const

export const CommandRow = z.object({
  commandId: out.id,
  vehicleId: out.id,
  type: out.code(commandTypes),
  state: out.code(commandStates),
  /** 系统 where nobody asked for it. */
  byName: z.string(),
  reason: z.string(),
  category: out.code(cutCategories).nullable(),
  /** It waits until the car stands. */
  armed: z.boolean(),
  /** It opens whatever the car does. */
  emergency: z.boolean(),
  /** Why it was refused, in words; empty: it was not. */
  refusedAs: z.string(),
  /** How often it was sent. */
  sends: out.count,
  createdAt: out.time,
  answeredAt: out.time.nullable(),
  endedAt: out.time.nullable(),
})

/** What cars are told; part of the room `vehicleControl`. */
export const commandCalls = {
  command: write({
    path: '/api/vehicle_control/v1/command',
    summary: '下发车控指令',
    permission: ['vehicleControl.lock', 'vehicleControl.cut'],
    twoPerson: 'engineCut',
    input: z.object({
      vehicleId: id('车辆'),
      type: code(told, '指令'),
      /** 10–200 signs of a cut and of an emergency. */
      reason: maybe(text(0, 200, '原因')),
      /** Of a cut alone. */
      category: maybe(code(cutCategories, '断油电事由')),
      /** A cut waits until the car stands, two hours at most. */
      armed: orElse(flag('应为是或否', '停车后执行'), false),
      /** Of an unlock alone: whatever the car does, with a second person. */
      emergency: orElse(flag('应为是或否', '紧急开锁'), false),
      /** What a terminal speaks. */
      text: maybe(text(0, 100, '播报内容')),
    }),
    output: z.object({ commandId: out.id, state: out.code(commandStates) }),
    refusals: [
      'deviceOffline',
      'commandRunning',
      'tooFrequent',
      'cutWhileMoving',
      'cutFixStale',
      'cutInPaidTime',
      'cutZone',
      'deviceDoubted',
      'unlockWhileMoving',
      'unlockFixStale',
    ],
  }),
  commandCancel: write({
    path: '/api/vehicle_control/v1/command/cancel',
    summary: '撤回车控指令',
    permission: ['vehicleControl.lock', 'vehicleControl.cut'],
    repeat: 'natural',
    input: z.object({ commandId: id('指令') }),
    output: z.object({ commandId: out.id, state: out.code(commandStates) }),
    refusals: ['stale'],
  }),
  commandPage: read({
    path: '/api/vehicle_control/v1/command/page',
    summary: '车控指令记录',
    permission: ['vehicleControl'],
    input: z.object({ ...cursorPaging(), vehicleId: id('车辆') }),
    /** The newest first. */
    output: z.object(out.pageOf(CommandRow)),
  }),
}
