import type { CodeOf } from '../enumeration.ts'
import type { PermissionKey } from '../permission.ts'
import { machine } from '../step.ts'
import { HOUR, MINUTE } from '../time.ts'
import { commandState, commandStates, commandType, type commandTypes, deviceProfile } from './codes.ts'

/*
 * What cars are told: which states a command goes through, who may give it, and how long it waits.
 */

export type CommandType = CodeOf<typeof commandTypes>

const { toApprove, toSend, sent, answered, failed, timedOut, refused, effective, cancelled } = commandState

/** Moved by gateways; people ask for commands, agree to them and call them off while they wait. */
export const commandSteps = machine(commandStates, {
  entry: [toApprove, toSend, refused],
  final: [failed, timedOut, refused, effective, cancelled],
  refusal: 'stale',
  steps: {
    approve: { from: [toApprove], to: toSend, by: 'vehicleControl.cut' },
    cancel: { from: [toApprove, toSend], to: cancelled },
    /** By a restore of the engine, which is stronger than a cut that is on its way. */
    giveWay: { from: [toApprove, toSend, sent], to: cancelled, by: 'system' },
    send: { from: [toSend], to: sent, by: 'system' },
    /** Also one that was let go, where the car moved before a byte of it had left. */
    refuse: { from: [toSend, sent], to: refused, by: 'system' },
    answer: { from: [sent], to: answered, by: 'system' },
    fail: { from: [sent], to: failed, by: 'system' },
    expire: { from: [toSend, sent], to: timedOut, by: 'system' },
    confirm: { from: [answered], to: effective, by: 'system' },
  },
})

/** What people tell cars today, each with its key. */
export const commandKeys: Readonly<Partial<Record<CommandType, PermissionKey>>> = {
  [commandType.find]: 'vehicleControl.lock',
  [commandType.locate]: 'vehicleControl.lock',
  [commandType.unlock]: 'vehicleControl.lock',
  [commandType.lock]: 'vehicleControl.lock',
  [commandType.text]: 'vehicleControl.lock',
  [commandType.engineCut]: 'vehicleControl.cut',
  [commandType.engineRestore]: 'vehicleControl.cut',
}

/** Signs of the reason that a command takes: a cut and an emergency say more of it than the opening of a car that a customer has. */
export function leastReason(type: CommandType, rented: boolean, emergency = false): number {
  if (type === commandType.engineCut || (type === commandType.unlock && emergency)) return 10
  return type === commandType.unlock && rented ? 2 : 0
}

/** Commands to one car within a minute. */
export const COMMANDS_PER_MINUTE = 10
/** So long a command that was answered keeps another of its kind away, as one that is on its way does. */
export const ANSWERED_HOLDS = MINUTE
/** A cut that waits until the car stands. */
const ARMED = 2 * HOUR

/** So long it waits for its terminal; null: until the terminal comes in. */
export function waitsFor(type: CommandType, armed: boolean): number | null {
  if (type === commandType.engineRestore) return null
  if (type === commandType.engineCut) return armed ? ARMED : 2 * MINUTE
  return type === commandType.find ? MINUTE / 2 : MINUTE
}

/** Only one that its terminal can be told now is taken; these wait for it. */
export const mayWait = (type: CommandType): boolean =>
  type === commandType.engineRestore || type === commandType.engineCut

/** Whether it is under way, in front of its answer. */
export const isCommandRunning = (state: number): boolean => state === toApprove || state === toSend || state === sent

export const mayCancelCommand = (state: number): boolean => state === toApprove || state === toSend

/** How it stands with a command: under way, done as far as anybody knows, called off, or come to nothing. */
export function outcomeOf(state: number): 'running' | 'done' | 'cancelled' | 'failed' {
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

/** Its device took it, and no report shows yet that it took effect; of other kinds none ever does. */
export const isUnconfirmed = (type: number, state: number): boolean => state === answered && confirmable.includes(type)

/** Whether a device has words for cutting an engine. */
export const canCut = (profile: number): boolean => profile !== deviceProfile.none
