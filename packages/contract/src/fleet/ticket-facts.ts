import { maintainceTypes } from '@cheyi/domain/fleet/ticket/codes'
import { code, fen, maybe, text } from '../kernel/field.ts'

/** What a ticket of each kind says besides its car and its plan; part of the room `ticket`. */
export const maintainceFacts = {
  type: code(maintainceTypes, '维保类型'),
  items: text(1, 500, '维修项目'),
  garageName: maybe(text(0, 60, '维修厂')),
  garagePhone: maybe(text(0, 20, '维修厂电话')),
  garageAddress: maybe(text(0, 120, '维修厂地址')),
  /** What the garage asks, fen; only from who may see costs. */
  quote: maybe(fen('报价')),
}

export const yearlyFacts = {
  agency: maybe(text(0, 60, '检测机构')),
  place: maybe(text(0, 120, '检测地点')),
}
