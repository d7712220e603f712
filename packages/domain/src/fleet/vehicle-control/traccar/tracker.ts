import type { CodeOf } from '../../../enumeration.ts'
import {
  commandType,
  commandTypes,
  deviceKind,
  type deviceKinds,
  deviceProfile,
  type deviceProfiles,
} from '../codes.ts'

/* Devices that report to a Traccar, and the commands of which Traccar knows the words for each. */

export type DeviceKind = CodeOf<typeof deviceKinds>
type CommandType = CodeOf<typeof commandTypes>

export const isTracker = (kind: number): boolean => kind !== deviceKind.direct

const { gt06, h02, tk103, teltonika, jt808, other } = deviceKind

/** Traccar's names of commands. */
const words: Readonly<Partial<Record<CommandType, string>>> = {
  [commandType.engineCut]: 'engineStop',
  [commandType.engineRestore]: 'engineResume',
  [commandType.locate]: 'positionSingle',
  [commandType.reboot]: 'rebootDevice',
}

/** Of an unknown kind everything is tried: Traccar refuses what its protocol has not. */
const able: Readonly<Partial<Record<CommandType, readonly DeviceKind[]>>> = {
  [commandType.engineCut]: [gt06, h02, tk103, teltonika, jt808, other],
  [commandType.engineRestore]: [gt06, h02, tk103, teltonika, jt808, other],
  [commandType.locate]: [tk103, other],
  [commandType.reboot]: [tk103, jt808, other],
}

interface Device {
  readonly kind: DeviceKind
  readonly profile: CodeOf<typeof deviceProfiles>
}

/** Traccar's name of a command; null: the device cannot carry it out. */
export function trackerWord(type: CommandType, { kind, profile }: Device): string | null {
  const isEngine = type === commandType.engineCut || type === commandType.engineRestore
  if (isEngine && profile !== deviceProfile.traccar) return null
  return able[type]?.includes(kind) ? words[type]! : null
}

/** Commands that a device can carry out. */
export const commandsOf = (device: Device): CommandType[] =>
  commandTypes.values.filter((type) => !isTracker(device.kind) || trackerWord(type, device) !== null)
