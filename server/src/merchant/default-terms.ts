import { defaultCancelRules } from '@cheyi/domain/order/cancel'
import type { Insertable } from 'kysely'
import type { DB } from '../kernel/tables.gen.ts'

/** The cancel rules that a merchant starts with, as rows. */
export const defaultCancelRows = (): Insertable<DB['cancel_rule']>[] =>
  Object.values(defaultCancelRules).map((rule) => ({
    name: rule.name,
    season: rule.season,
    tiers: JSON.stringify(rule.tiers),
    base: rule.base,
    max_penalty_days: rule.maxPenaltyDays,
    no_show_after_minutes: rule.noShowAfterMinutes,
    penalty_from_deposit: rule.penaltyFromDeposit,
  }))
