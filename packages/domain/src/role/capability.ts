/**
 * Parts of the product that keys, settings, legends and tags were made for, and whether each is there. Whoever builds one
 * says `true` here, and all that belongs to it shows by itself.
 */
const present = {
  /** A pickup or return taken back. */
  undo: true,
  renewal: true,
  longRental: true,
  /** The customer picks up and returns without staff. */
  selfService: true,
  /** Work tickets of maintenance. */
  ticket: true,
  shunting: true,
  yearly: true,
  /** Care by kilometres and by date, with its reminders. */
  care: true,
  violation: true,
  /** What a violation costs its driver, and its deposit. */
  violationMoney: true,
  /** Platforms that sell for the merchant: their prices, stock and what is open to them; staff type their orders. */
  channel: true,
  /** Platforms connected by their interface. */
  channelDoor: true,
  /** Their monthly statements. */
  channelStatement: false,
  /** Cars with a device, and where they are. */
  vehicleControl: true,
  /** Where they were. */
  tracks: true,
  /** What they are told. */
  commands: true,
  /** 数据概览 and its files. */
  report: true,
} as const satisfies Record<string, boolean>

export type Capability = keyof typeof present

export const isThere = (capability: Capability): boolean => present[capability]
