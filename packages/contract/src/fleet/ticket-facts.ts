import { maintenanceTypes } from '@cheyi/domain/fleet/ticket/codes'
import { code, fen, id, maybe, text } from '../kernel/field.ts'

/** Input of a maintenance ticket besides its car and its plan, for a single ticket and for a batch. */
export const maintenanceFacts = {
  type: code(maintenanceTypes, '维保类型'),
  items: text(1, 500, '维修项目'),
  garageId: maybe(id('维修厂')),
  /** The price that the garage asks, fen; only with the permission `ticket.cost`. */
  quote: maybe(fen('报价')),
}

/** Input of an inspection besides its car and its plan. */
export const yearlyFacts = {
  garageId: maybe(id('检测机构')),
}
