import { source as sources } from '../../../booking/order/codes.ts'
import { badInput, Refusal } from '../../../refusal.ts'
import { DAY, MINUTE, toMinute } from '../../../time.ts'
import type { RentalDays } from '../calendar/days.ts'
import type { PriceInput, QuoteHint } from '../quote.ts'
import type { PriceRule, PriceRules } from '../rules.ts'

/**
 * Whether a rental may be booked now: not in the past (3008), not too soon (3003) or too late (-2), neither too
 * short nor too long (3009). The strictest limit of the store, the rule and the channel applies.
 */
export function checkLimits(
  input: PriceInput,
  rules: PriceRules,
  rule: PriceRule,
  length: RentalDays,
): readonly QuoteHint[] {
  checkLength(rules, rule, length)
  return checkLead(input, rules, rule.advanceMinMinutes ?? 0)
}

/**
 * Checks the time until the pickup. Lead times are binding for channels; for staff they are a hint. A pickup up to
 * the grace minutes ago does not count as past, because filling in a walk-in's form takes minutes.
 * @param ruleLeadMinutes lead time of the price rule.
 */
export function checkLead(
  input: Pick<PriceInput, 'now' | 'pickupAt' | 'source'>,
  rules: Pick<PriceRules, 'store' | 'channel' | 'settings'>,
  ruleLeadMinutes: number,
): readonly QuoteHint[] {
  const now = toMinute(input.now)
  const staff = input.source === sources.offline
  const slack = staff ? rules.settings.graceMinutes : 0
  if (input.pickupAt < now - slack * MINUTE) throw new Refusal('pickupInPast', { field: 'pickupAt' })
  const { maxAdvanceDays } = rules.store
  if (input.pickupAt > now + maxAdvanceDays * DAY) throw badInput('pickupAt', `最多可提前${maxAdvanceDays}天预订`)
  const lead = Math.max(rules.store.minLeadMinutes, ruleLeadMinutes, rules.channel?.minLeadMinutes ?? 0)
  if (input.pickupAt >= now + lead * MINUTE) return []
  if (!staff) throw new Refusal('advanceTooShort', { minutes: lead, field: 'pickupAt' })
  // A pickup at once needs no preparation time, since the car is at hand.
  if (input.pickupAt <= now + slack * MINUTE) return []
  return [{ kind: 'leadTime', text: `未提前${leadText(lead)}预订，请确认能按时备车` }]
}

/** Checks the limits of the length of store, rule and channel. @throws Refusal lengthOutOfRange (3009) */
export function checkLength({ store, channel }: PriceRules, rule: PriceRule, { days, minutes }: RentalDays): void {
  const maxDays = Math.min(rule.maxDays ?? Number.POSITIVE_INFINITY, channel?.maxDays ?? Number.POSITIVE_INFINITY)
  const tooShort = minutes < store.minRentHours * 60 || days < rule.minDays
  const tooLong = minutes > store.maxRentDays * 1440 || days > maxDays
  if (!tooShort && !tooLong) return
  throw new Refusal('lengthOutOfRange', {
    field: 'returnAt',
    minHours: store.minRentHours,
    minDays: rule.minDays,
    maxDays: Math.min(store.maxRentDays, maxDays),
  })
}

const leadText = (minutes: number): string => (minutes % 60 === 0 ? `${minutes / 60}小时` : `${minutes}分钟`)
