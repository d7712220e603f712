import type { CodeOf } from '../../enumeration.ts'
import type { PermissionKey } from '../../permission.ts'
import { machine } from '../../step.ts'
import { HOUR, MINUTE } from '../../time.ts'
import { commandState, commandStates, commandType, type commandTypes, deviceProfile } from './codes.ts'

/* Commands to cars: their states, the permission for each, and how long they are queued. */

export type CommandType = CodeOf<typeof commandTypes>

const { toApprove, toSend, sent, answered, failed, timedOut, refused, effective, cancelled } = commandState

/** State machine of a command, moved by gateways; users request commands, approve them and cancel queued ones. */
export const commandSteps = machine(commandStates, {
  entry: [toApprove, toSend, refused],
  final: [failed, timedOut, refused, effective, cancelled],
  refusal: 'stale',
  steps: {
    approve: { from: [toApprove], to: toSend, by: 'vehicleControl.cut' },
    cancel: { from: [toApprove, toSend], to: cancelled },
    /** Cancelled by a restore of the engine, which takes precedence over a cut in progress. */
    giveWay: { from: [toApprove, toSend, sent], to: cancelled, by: 'system' },
    send: { from: [toSend], to: sent, by: 'system' },
    /** Also a released command, when the car moved before any byte was sent. */
    refuse: { from: [toSend, sent], to: refused, by: 'system' },
    answer: { from: [sent], to: answered, by: 'system' },
    fail: { from: [sent], to: failed, by: 'system' },
    expire: { from: [toSend, sent], to: timedOut, by: 'system' },
    confirm: { from: [answered], to: effective, by: 'system' },
  },
})

/** Commands that users can give, each with its permission. */
export const commandKeys: Readonly<Partial<Record<CommandType, PermissionKey>>> = {
  [commandType.find]: 'vehicleControl.lock',
  [commandType.locate]: 'vehicleControl.lock',
  [commandType.unlock]: 'vehicleControl.lock',
  [commandType.lock]: 'vehicleControl.lock',
  [commandType.track]: 'vehicleControl.lock',
  [commandType.text]: 'vehicleControl.lock',
  [commandType.reboot]: 'vehicleControl.device',
  [commandType.engineCut]: 'vehicleControl.cut',
  [commandType.engineRestore]: 'vehicleControl.cut',
}

/** Minimum length of the reason for a command, characters: a cut and an emergency unlock need more than unlocking a rented car. */
export function leastReason(type: CommandType, rented: boolean, emergency = false): number {
  if (type === commandType.engineCut || (type === commandType.unlock && emergency)) return 10
  return type === commandType.unlock && rented ? 2 : 0
}

/** Limit of commands to one car per minute. */
export const COMMANDS_PER_MINUTE = 10
/** For this time an answered command still blocks another of its kind, as one in progress does. */
export const ANSWERED_HOLDS = MINUTE
/** How long a cut waits for the car to stop. */
const ARMED = 2 * HOUR

/** How long a command is queued for its terminal, ms; null: until the terminal connects. */
export function waitsFor(type: CommandType, armed: boolean): number | null {
  if (type === commandType.engineRestore) return null
  if (type === commandType.engineCut) return armed ? ARMED : 2 * MINUTE
  return type === commandType.find ? MINUTE / 2 : MINUTE
}

/** Only these are queued while the terminal is offline; others are refused. */
export const mayWait = (type: CommandType): boolean =>
  type === commandType.engineRestore || type === commandType.engineCut

/** In progress, before its answer. */
export const isCommandRunning = (state: number): boolean => state === toApprove || state === toSend || state === sent

export const mayCancelCommand = (state: number): boolean => state === toApprove || state === toSend

export const commandOutcomes = ['running', 'done', 'failed', 'cancelled'] as const
export type CommandOutcome = (typeof commandOutcomes)[number]

/** Outcome of a command: in progress, done as far as is known, cancelled, or failed. */
export function outcomeOf(state: number): CommandOutcome {
  if (isCommandRunning(state)) return 'running'
  if (state === effective || state === answered) return 'done'
  return state === cancelled ? 'cancelled' : 'failed'
}

const confirmable: readonly number[] = [
  commandType.lock,
  commandType.unlock,
  commandType.engineCut,
  commandType.engineRestore,
]

/** The device accepted it, but no report confirms its effect yet; other kinds are never confirmed. */
export const isUnconfirmed = (type: number, state: number): boolean => state === answered && confirmable.includes(type)

/** Whether a device supports cutting the engine. */
export const canCut = (profile: number): boolean => profile !== deviceProfile.none
