import { type TicketNames, ticketNames } from '@cheyi/domain/fleet/ticket/kind'
import { id, maybeId, oneOf, screen, text } from '../../kernel/page/screen.ts'

/*
 * Work tickets. Each kind has a list, a page of one ticket, a form for a new ticket and one for its next step.
 */

/** The part of the address that names each kind. */
const segments = { relocation: 'shunting', maintenance: 'maintaince', yearly: 'yearly' } as const

/** The screens that every kind has. */
function kindOf({ path, key, noun }: TicketNames) {
  const base = `/tickets/${segments[path]}` as const
  const file = `fleet/ticket/${path}` as const
  const child = { permission: [key], parent: base } as const
  const form = { ...child, narrow: true } as const
  return {
    list: {
      path: base,
      name: `${path}.list`,
      title: noun,
      permission: [key],
      parent: '/tickets',
      search: { keyword: text, group: text, type: text, storeId: text, mine: text },
      holds: [`${base}/detail`],
      beside: [`${base}/detail`],
      holdScroll: true,
      live: true,
      file: `${file}/list`,
    },
    detail: {
      ...child,
      path: `${base}/detail`,
      name: `${path}.detail`,
      title: `${noun}详情`,
      search: { ticketId: id },
      live: true,
      file: `${file}/detail`,
    },
    /** `from`, `to`: the empty stretch of a lane where the ticket was created, epoch ms; `referralId`: a form that a colleague filled in. */
    create: {
      ...form,
      path: `${base}/create`,
      name: `${path}.create`,
      title: `新建${noun}`,
      begins: [{ label: `新建${noun}`, with: {} }],
      search: { vehicleId: maybeId, from: text, to: text, referralId: maybeId },
      file: `${file}/create`,
    },
    handle: { ...form, path: `${base}/handle`, name: `${path}.handle`, title: `处理${noun}`, file: `${file}/handle` },
  } as const
}

const moving = kindOf(ticketNames.relocation)
const repairs = kindOf(ticketNames.maintenance)
const inspection = kindOf(ticketNames.yearly)

export const ticketScreens = {
  hub: screen({
    path: '/tickets',
    title: '工单',
    words: '调车 调拨 维保 维修 保养 送修 年检 年审',
    permission: ['ticket'],
    /** `waits`: limits the list to the tickets of this counter on the home page. */
    search: { storeId: maybeId, waits: text },
    holds: [
      ...[moving.list.path, moving.detail.path],
      ...[repairs.list.path, repairs.detail.path],
      ...[inspection.list.path, inspection.detail.path],
    ],
    holdScroll: true,
    live: true,
    file: 'fleet/ticket/hub',
  }),
  relocation: screen(moving.list),
  relocationDetail: screen(moving.detail),
  relocationCreate: screen(moving.create),
  relocationHandle: screen({
    ...moving.handle,
    search: { ticketId: id, act: oneOf('edit', 'depart', 'extend', 'arrive') },
  }),
  maintenance: screen(repairs.list),
  maintenanceDetail: screen(repairs.detail),
  /** `type`: initial type of the form; `damageId`: the damage case that the ticket repairs. */
  maintenanceCreate: screen({
    ...repairs.create,
    search: { ...repairs.create.search, type: text, damageId: maybeId },
  }),
  care: screen({
    path: '/tickets/maintaince/care',
    name: 'maintenance.care',
    title: '待保养车辆',
    words: '保养 到期',
    permission: [ticketNames.maintenance.key],
    parent: '/tickets',
    search: { keyword: text, storeId: text },
    holdScroll: true,
    live: true,
    file: 'fleet/ticket/maintenance/care',
  }),
  garages: screen({
    path: '/tickets/garages',
    name: 'garage.list',
    title: '维修厂',
    words: '汽修 修理厂 检测站 检测机构 4S店',
    permission: [ticketNames.maintenance.key, ticketNames.yearly.key],
    parent: '/tickets',
    search: { keyword: text },
    holdScroll: true,
    file: 'fleet/ticket/garage',
  }),
  maintenanceHandle: screen({
    ...repairs.handle,
    search: { ticketId: id, act: oneOf('edit', 'send', 'extend', 'accept') },
  }),
  yearly: screen(inspection.list),
  yearlyDetail: screen(inspection.detail),
  yearlyCreate: screen(inspection.create),
}

/** The list, page and form screens of each kind. */
const pages = {
  relocation: {
    list: ticketScreens.relocation,
    detail: ticketScreens.relocationDetail,
    create: ticketScreens.relocationCreate,
  },
  maintenance: {
    list: ticketScreens.maintenance,
    detail: ticketScreens.maintenanceDetail,
    create: ticketScreens.maintenanceCreate,
  },
  yearly: { list: ticketScreens.yearly, detail: ticketScreens.yearlyDetail, create: ticketScreens.yearlyCreate },
} as const

/** @throws Error for an unknown kind */
export function screensOf(kind: number): (typeof pages)[keyof typeof pages] {
  const names = Object.values(ticketNames).find((one) => one.kind === kind)
  if (names === undefined) throw new Error(`no tickets of kind ${kind}`)
  return pages[names.path]
}
