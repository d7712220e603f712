import { maintenanceTypes } from '@cheyi/domain/fleet/ticket/codes'
import { code, fen, maybe, text } from '../kernel/field.ts'

/** Input of a maintenance ticket besides its car and its plan, for a single ticket and for a batch. */
export const maintenanceFacts = {
  type: code(maintenanceTypes, '维保类型'),
  items: text(1, 500, '维修项目'),
  garageName: maybe(text(0, 60, '维修厂')),
  garagePhone: maybe(text(0, 20, '维修厂电话')),
  garageAddress: maybe(text(0, 120, '维修厂地址')),
  /** The price that the garage asks, fen; only with the permission `ticket.cost`. */
  quote: maybe(fen('报价')),
}

/** Input of an inspection besides its car and its plan. */
export const yearlyFacts = {
  agency: maybe(text(0, 60, '检测机构')),
  place: maybe(text(0, 120, '检测地点')),
}
