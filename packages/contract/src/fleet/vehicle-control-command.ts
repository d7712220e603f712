import { commandStates, commandType, commandTypes, cutCategories } from '@cheyi/domain/fleet/vehicle-control/codes'
import { commandOutcomes } from '@cheyi/domain/fleet/vehicle-control/command'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { code, cursorPaging, flag, id, maybe, orElse, text, word } from '../kernel/field.ts'
import * as out from '../kernel/output.ts'

/** Commands that users can give. */
const told = [
  commandType.find,
  commandType.unlock,
  commandType.lock,
  commandType.engineCut,
  commandType.engineRestore,
  commandType.locate,
  commandType.track,
  commandType.text,
  commandType.reboot,
] as const

export const CommandRow = z.object({
  commandId: out.id,
  vehicleId: out.id,
  type: out.code(commandTypes),
  state: out.code(commandStates),
  /** 系统 when it was not requested by a user. */
  byName: z.string(),
  reason: z.string(),
  category: out.code(cutCategories).nullable(),
  /** It waits until the car is stopped. */
  armed: z.boolean(),
  /** It unlocks the car in any state. */
  emergency: z.boolean(),
  /** Why it was refused, as text; '' otherwise. */
  refusedAs: z.string(),
  /** How often it was sent. */
  sends: out.count,
  createdAt: out.time,
  answeredAt: out.time.nullable(),
  endedAt: out.time.nullable(),
})

/** Commands to cars. */
export const commandCalls = {
  command: write({
    path: '/api/vehicle_control/v1/command',
    summary: '下发车控指令',
    permission: ['vehicleControl.lock', 'vehicleControl.cut', 'vehicleControl.device'],
    twoPerson: 'engineCut',
    input: z.object({
      vehicleId: id('车辆'),
      type: code(told, '指令'),
      /** 10–200 characters for a cut and for an emergency. */
      reason: maybe(text(0, 200, '原因')),
      /** Only for a cut. */
      category: maybe(code(cutCategories, '断油电事由')),
      /** A cut waits until the car is stopped, at most two hours. */
      armed: orElse(flag('应为是或否', '停车后执行'), false),
      /** Only for an unlock: in any state of the car, with the approval of a second person. */
      emergency: orElse(flag('应为是或否', '紧急开锁'), false),
      /** Text that the terminal speaks. */
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
      'cutNotParked',
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
    input: z.object({
      ...cursorPaging(),
      group: maybe(word(commandOutcomes, '结果')),
      type: maybe(code(commandTypes, '指令')),
      /** Who gave it; 0: a customer or the system. */
      accountId: maybe(id('操作人')),
      vehicleId: maybe(id('车辆')),
      /** Part of a plate. */
      keyword: maybe(text(0, 10, '车牌')),
    }),
    /** Of all cars, the newest first. */
    output: z.object(
      out.pageOf(CommandRow.extend({ plate: z.string(), modelName: z.string(), storeName: z.string() })),
    ),
  }),
}
