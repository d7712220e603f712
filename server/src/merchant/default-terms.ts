import { defaultCancelRules } from '@cheyi/domain/order/cancel'
import type { Insertable } from 'kysely'
import type { DB } from '../kernel/tables.gen.ts'

/** The cancel rules that a merchant starts with, as rows. */
export const defaultCancelRows = (): Insertable<DB['cancelRule']>[] =>
  Object.values(defaultCancelRules).map((rule) => ({
    name: rule.name,
    season: rule.season,
    tiers: [...rule.tiers],
    base: rule.base,
    maxPenaltyDays: rule.maxPenaltyDays,
    noShowAfterMinutes: rule.noShowAfterMinutes,
    penaltyFromDeposit: rule.penaltyFromDeposit,
  }))
