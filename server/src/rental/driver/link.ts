import { localDate } from '@cheyi/domain/time'
import { screen } from '../../kernel/screen.ts'

/** A driver's own list, where their task stands: today's, else that of all days, which begins with what is due first. */
export const tasksLink = (planAt: number, now: number) =>
  screen('driver.tasks', localDate(planAt) === localDate(now) ? {} : { day: 'any' })
