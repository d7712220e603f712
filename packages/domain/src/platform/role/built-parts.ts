import type { MenuKey } from '../../permission.ts'
import type { SettingName } from '../merchant/setting.ts'
import { type Capability, isThere } from './capability.ts'

/* Which permissions and settings are shown: those of parts that are not built are hidden. */

/** Permissions by their first word, or in full where only some of that word belong to the capability. */
const keys: Readonly<Record<string, Capability>> = {
  'order.undo': 'undo',
  'order.selfVerify': 'selfService',
  renewal: 'renewal',
  longOrder: 'longRental',
  ticket: 'ticket',
  'ticket.relocation': 'relocation',
  'ticket.yearly': 'yearly',
  violation: 'violation',
  'violation.deduct': 'violationMoney',
  'violation.refund': 'violationMoney',
  channel: 'channel',
  'channel.key': 'channelApi',
  'channel.finance': 'channelStatement',
  vehicleControl: 'vehicleControl',
  'vehicleControl.track': 'tracks',
  'vehicleControl.lock': 'commands',
  'vehicleControl.cut': 'commands',
  'data.export': 'report',
}

const settings: Readonly<Partial<Record<SettingName, Capability>>> = {
  undoMinutes: 'undo',
  // Terms of violations are already printed in contracts (违章代办费, 违章处理期限), so that only this setting depends on the
  // capability.
  violationOverduePenaltyPerPointFen: 'violationMoney',
  instalmentLeadDays: 'longRental',
  instalmentGraceDays: 'longRental',
  lateFeeBpPerDay: 'longRental',
  lateFeeCapBp: 'longRental',
  terminatePenaltyMonths: 'longRental',
  selfOpenMinutes: 'selfService',
  selfRangeM: 'selfService',
  selfDoorM: 'selfService',
  maintainApproveLimitFen: 'ticket',
  maintainEveryKm: 'care',
  maintainEveryDays: 'care',
  drivingFacts: 'vehicleControl',
  pickupChargePct: 'vehicleControl',
  trackRetentionDays: 'vehicleControl',
  engineCutEnabled: 'commands',
  engineCutTwoPerson: 'commands',
  noCutRule: 'commands',
}

const shows = (capability: Capability | undefined): boolean => capability === undefined || isThere(capability)

/** Permissions that no role has: sessions of a demo and operators get them. */
export const keysOfNoRole: readonly MenuKey[] = ['dev']

/**
 * Whether a permission grants anything at present and the role editor shows it. No role has the others; a migration
 * grants them later.
 */
export const isKeyShown = (key: MenuKey): boolean =>
  !keysOfNoRole.includes(key) && shows(keys[key] ?? keys[key.split('.')[0]!])

/** Whether the settings page shows a setting; a stored value is not changed. */
export const isSettingShown = (name: SettingName): boolean => shows(settings[name])
