/**
 * Parts of the product that permissions, settings, legends and tags belong to, and whether each is built. With
 * `true`, everything that belongs to it is shown.
 */
const present = {
  /** Undoing a pickup or return. */
  undo: true,
  renewal: true,
  longRental: true,
  /** Pickup and return by the customer without staff. */
  selfService: true,
  /** Maintenance tickets. */
  ticket: true,
  relocation: true,
  yearly: true,
  /** Regular maintenance by kilometres and by date, with its reminders. */
  care: true,
  violation: true,
  /** Charges of a violation, and its deposit. */
  violationMoney: true,
  /** Platforms that sell for the merchant, with prices, stock and access; staff enter their orders. */
  channel: true,
  /** Platforms connected by the open API. */
  channelApi: true,
  /** Monthly statements of platforms. */
  channelStatement: true,
  /** Cars with a device, and their positions. */
  vehicleControl: true,
  /** Earlier positions. */
  tracks: true,
  /** Commands to cars. */
  commands: true,
  /** 数据概览 and its export files. */
  report: true,
} as const satisfies Record<string, boolean>

export type Capability = keyof typeof present

export const isThere = (capability: Capability): boolean => present[capability]
