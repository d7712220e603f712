import type { SettingName } from '../merchant/setting.ts'
import type { MenuKey } from '../permission.ts'
import { type Capability, isThere } from './capability.ts'

/* What of keys and settings is shown: those of parts that are not built wait until they are. */

/** Keys by the first word, or whole where only some of a word belong to the capability. */
const keys: Readonly<Record<string, Capability>> = {
  'order.undo': 'undo',
  'order.selfVerify': 'selfService',
  renewal: 'renewal',
  longOrder: 'longRental',
  ticket: 'ticket',
  'ticket.shunting': 'shunting',
  'ticket.yearly': 'yearly',
  illegal: 'violation',
  'illegal.deduct': 'violationMoney',
  'illegal.refund': 'violationMoney',
  channel: 'channel',
  'channel.key': 'channelDoor',
  'channel.finance': 'channelStatement',
  vehicleControl: 'vehicleControl',
  'vehicleControl.track': 'tracks',
  'vehicleControl.lock': 'commands',
  'vehicleControl.cut': 'commands',
  'data.export': 'report',
}

const settings: Readonly<Partial<Record<SettingName, Capability>>> = {
  undoMinutes: 'undo',
  // What contracts say of violations holds already: 违章代办费, 违章处理期限 are printed on them.
  illegalOverduePenaltyPerPointFen: 'violationMoney',
  instalmentLeadDays: 'longRental',
  instalmentGraceDays: 'longRental',
  lateFeeBpPerDay: 'longRental',
  lateFeeCapBp: 'longRental',
  terminatePenaltyMonths: 'longRental',
  selfOpenMinutes: 'selfService',
  selfRangeM: 'selfService',
  maintainApproveLimitFen: 'ticket',
  maintainEveryKm: 'care',
  maintainEveryDays: 'care',
  trackRetentionDays: 'vehicleControl',
  engineCutEnabled: 'commands',
  engineCutTwoPerson: 'commands',
}

const shows = (capability: Capability | undefined): boolean => capability === undefined || isThere(capability)

/** Keys that no role gives: sessions have them on a demo, and operators everywhere. */
export const keysOfNoRole: readonly MenuKey[] = ['dev']

/** Whether a key opens anything today and the role editor names it. No role holds the others: a migration gives them when they do. */
export const isKeyShown = (key: MenuKey): boolean =>
  !keysOfNoRole.includes(key) && shows(keys[key] ?? keys[key.split('.')[0]!])

/** Whether the settings page names a setting; one that is stored stays as it is. */
export const isSettingShown = (name: SettingName): boolean => shows(settings[name])
